/** Compiles the node's sources so that each function records its start. */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { template, transformFileSync, types, type NodePath, type PluginObj } from '@babel/core';
import { loadPackage, type NodePackage } from '../engine/engine.mts';

const project = join(import.meta.dirname, '../..');
const compiled = join(project, 'node_modules/.cache/messaging-service/counted');

/** Function starts, oldest first, each as `file:line:column name`. */
export const starts: string[] = [];
Object.assign(globalThis, { noteStart: (start: string) => starts.push(start) });

/** Returns the function's own name, or that of the variable or property that it is assigned to. */
function nameOf({ node, parent }: NodePath<types.Function>): string {
	const candidates = [node, parent].flatMap((each) => [
		'id' in each ? each.id : undefined,
		'key' in each ? each.key : undefined,
	]);
	return candidates.find((each) => types.isIdentifier(each))?.name ?? '(without a name)';
}

const notingStarts: PluginObj = {
	visitor: {
		Function(path: NodePath<types.Function>, { filename }) {
			// Functions that Babel adds, such as its export helpers, have no source location.
			if (!path.node.loc) return;
			const { line, column } = path.node.loc.start;
			const start = `${relative(project, filename!)}:${line}:${column} ${nameOf(path)}`;
			path.ensureBlock();
			path.node.body.body.unshift(template.statement.ast(`noteStart(${JSON.stringify(start)})`));
		},
	},
};

export function compiledPackage(): NodePackage {
	rmSync(compiled, { recursive: true, force: true });
	for (const file of globSync('{nodes,credentials}/**/*.ts', { cwd: project })) {
		const { code } = transformFileSync(join(project, file), { plugins: [notingStarts] })!;
		const target = join(compiled, file.replace(/ts$/, 'js'));
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, code!);
	}
	return loadPackage(project, compiled);
}
