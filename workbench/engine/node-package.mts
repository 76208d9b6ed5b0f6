/** What a package of nodes is to the engine, and how to get one from a folder or from classes. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { commonPollingParameters, DirectoryLoader, requireFile } from './n8n-modules.mts';

/** The nodes and credential types of one package, by the short names in their descriptions. */
export interface NodePackage {
	packageName: string;
	nodes: Record<string, INodeType>;
	credentials: Record<string, ICredentialType>;
}

interface PackageFile {
	name: string;
	n8n?: { nodes?: string[]; credentials?: string[] };
}

/**
 * Makes a package of node and credential objects, as n8n's loader would: a declarative node gets the
 * "Request Options" (batching, time-out, proxy) that n8n adds to every declarative node, a polling
 * node its "Poll Times".
 */
export function packageOf(
	nodes: INodeType[],
	credentials: ICredentialType[],
	packageName = 'n8n-nodes-messaging-service',
): NodePackage {
	for (const node of nodes) {
		// The loader appends its options again when it meets a description that has them already.
		const has = (wanted: string) => node.description.properties.some(({ name }) => name === wanted);
		if (!has('requestOptions')) DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
		if (node.description.polling && !has('pollTimes'))
			node.description.properties.unshift(...commonPollingParameters);
	}
	return {
		packageName,
		nodes: Object.fromEntries(nodes.map((node) => [node.description.name, node])),
		credentials: Object.fromEntries(credentials.map((credential) => [credential.name, credential])),
	};
}

/** The class is named after its file, as n8n's loader expects: `Some.node.js` exports `Some`. */
function instanceFrom<T>(folder: string, file: string): T {
	const path = resolve(folder, file);
	const className = basename(file).split('.')[0]!;
	if (!existsSync(path))
		throw new Error(`The package has no ${file} yet. Build it first: npm run build.`);
	let module: Record<string, unknown>;
	try {
		module = requireFile(path) as Record<string, unknown>;
	} catch (error) {
		throw new Error(`${path} could not be loaded: ${(error as Error).message}`, { cause: error });
	}
	const Class = module[className] as (new () => T) | undefined;
	if (typeof Class !== 'function')
		throw new Error(`${path} exports no class ${className}, so n8n could not load it either.`);
	return new Class();
}

/**
 * Loads a built package the way n8n does: by the `n8n` block of its package.json.
 * @throws when a built file is missing or doesn't export the class that its file name promises.
 */
export function loadPackage(folder: string): NodePackage {
	const { name, n8n } = JSON.parse(
		readFileSync(resolve(folder, 'package.json'), 'utf8'),
	) as PackageFile;
	if (!n8n?.nodes?.length)
		throw new Error(`The package.json in ${folder} names no nodes in its "n8n" block.`);
	return packageOf(
		n8n.nodes.map((file) => instanceFrom<INodeType>(folder, file)),
		(n8n.credentials ?? []).map((file) => instanceFrom<ICredentialType>(folder, file)),
		name,
	);
}
