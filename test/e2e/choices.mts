/** What the words after `npm run test:e2e --` choose. */
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

/** The n8n that is started for the tests; undefined where they go to one that runs already. */
export const recipe: Recipe | undefined = isRecipe(n8n) ? n8n : undefined;

/** The n8n that runs already, and whom to sign in as; it has the package, see CONTRIBUTING.md. */
export const running = { origin: n8n.replace(/\/+$/, ''), owner: { email, password } };

if (!recipe && !/^https?:\/\//.test(n8n))
	throw new Error(`--n8n takes a version (${recipes.join(', ')}) or an address, not '${n8n}'.`);

/** Test files are run whose names begin so; all of them where none is given. */
export const wanted: string[] = positionals;

/** Whether the pictures for the pages are kept. */
export const takesPictures: boolean = values.pictures;
