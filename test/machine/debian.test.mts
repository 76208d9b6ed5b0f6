/** What is done where a program is missing that the slow tests need. */
import { installFromDebian, type DebianMachine } from '../../workbench/n8n/debian.mts';

function machineOf(changes: Partial<DebianMachine>) {
	const commands: string[] = [];
	const said: string[] = [];
	const machine: DebianMachine = {
		isRoot: true,
		hasAptGet: true,
		run: async (program, parameters) => {
			commands.push([program, ...parameters].join(' '));
		},
		...changes,
	};
	return {
		commands,
		said,
		install: () =>
			installFromDebian(['no-such-ferret', 'no-such-stoat'], (line) => said.push(line), machine),
	};
}

describe("a missing program of Debian's", () => {
	it('is installed where nobody has to be asked, and said to be', async () => {
		const { commands, said, install } = machineOf({});
		await install();
		expect(commands).toEqual([
			'apt-get update',
			'apt-get install -y --no-install-recommends no-such-ferret no-such-stoat',
		]);
		expect(said).toEqual(['Installing no-such-ferret and no-such-stoat from Debian']);
	});

	it.each([
		['without root', { isRoot: false }],
		['on another system', { hasAptGet: false }],
	])(
		'stays missing %s: nothing is run, and nothing is said to be installed',
		async (_, changes) => {
			const { commands, said, install } = machineOf(changes);
			await install();
			expect([commands, said]).toEqual([[], []]);
		},
	);

	it('that can not be installed is a failure', async () => {
		const { install } = machineOf({
			run: async () => {
				throw new Error('no route to the mirror');
			},
		});
		await expect(install()).rejects.toThrow('no route to the mirror');
	});
});
