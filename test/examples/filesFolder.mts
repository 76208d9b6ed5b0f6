/** A folder of its own for an example that reads and writes files, so that no test changes the shipped ones. */
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowsOfCsv } from '../../workbench/n8n/examples.mts';
import { examplesFolder } from './play.mts';

export class FilesFolder {
	readonly path = mkdtempSync(join(tmpdir(), 'examples-'));

	/** @param names the shipped files that it begins with */
	constructor(...names: string[]) {
		for (const name of names) copyFileSync(join(examplesFolder, name), join(this.path, name));
	}

	names(): string[] {
		return readdirSync(this.path).sort();
	}

	read(name: string): string {
		return readFileSync(join(this.path, name), 'utf8');
	}

	rows(name: string): Array<Record<string, string>> {
		return rowsOfCsv(this.read(name));
	}

	write(name: string, text: string): void {
		writeFileSync(join(this.path, name), text);
	}

	change(name: string, change: (text: string) => string): void {
		this.write(name, change(this.read(name)));
	}

	/** Puts a folder where the file was: it can then be neither read nor written, whoever runs the test. */
	block(name: string): void {
		rmSync(join(this.path, name));
		mkdirSync(join(this.path, name));
	}

	unblock(name: string, text: string): void {
		rmSync(join(this.path, name), { recursive: true });
		this.write(name, text);
	}

	remove(): void {
		rmSync(this.path, { recursive: true });
	}
}
