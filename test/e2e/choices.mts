/** The arguments of `npm run test:e2e --`. */
import { parseArgs } from 'node:util';
import { isRecipe, recipes, type Recipe } from '../../workbench/n8n/install.mts';
import { account } from '../../workbench/n8n/rest.mts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		n8n: { type: 'string', default: recipes[0] },
		email: { type: 'string', default: account.email },
		password: { type: 'string', default: account.password },
		pictures: { type: 'boolean', default: false },
	},
});

const { n8n, email, password } = values;

/** The n8n to start for the tests; undefined if they use one that is running. */
export const recipe: Recipe | undefined = isRecipe(n8n) ? n8n : undefined;

/** The n8n that is running, and the owner to sign in as. It must have the package, see CONTRIBUTING.md. */
export const running = { origin: n8n.replace(/\/+$/, ''), owner: { email, password } };

if (!recipe && !/^https?:\/\//.test(n8n))
	throw new Error(`--n8n takes a version (${recipes.join(', ')}) or an address, not '${n8n}'.`);

/** Beginnings of the names of the test files to run. If empty, all of them run. */
export const wanted: string[] = positionals;

/** Whether the pictures for the pages are kept. */
export const takesPictures: boolean = values.pictures;
