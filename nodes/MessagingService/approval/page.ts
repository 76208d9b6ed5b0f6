import { createHash } from 'crypto';

import type { Question } from '../item';

// System colors follow the light or dark mode of the phone.
const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
body { max-width: 36rem; margin: 0 auto; padding: 1.25rem; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
blockquote { margin: 0; padding: 1rem; border: 1px solid; border-radius: .5rem; white-space: pre-wrap; }
form { display: grid; gap: 1.5rem; margin: 1.5rem 0; }
button { min-height: 3.5rem; padding: 1rem; border: 2px solid; border-radius: .5rem; font: inherit; }
button[value=true] { background: #0b6b3a; color: #fff; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'`;

/** Nothing of the page is loaded, run, framed, indexed or kept, and no site hears of its address. */
export const pageHeaders = {
	'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Robots-Tag': 'noindex, nofollow',
};

// With the policy again: in the headers of what n8n sends itself, n8n replaces it (webhook-request-handler.ts).
const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`;

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const quoted = (message: string) => `<blockquote dir="auto">${escaped(message)}</blockquote>`;

/** The question, with a button for each answer. */
export function questionPage(question: Question): string {
	const { message, workflow, asked, until, approve, decline } = question;
	const limit = until ? ` You can answer until ${escaped(until)}.` : '';
	return page(
		'Your approval is needed',
		`${quoted(message)}
<form method="post">
<button name="approved" value="true">${escaped(approve)}</button>
${decline && `<button name="approved" value="false">${escaped(decline)}</button>`}
</form>
<p>Asked by the workflow <bdi>${escaped(workflow)}</bdi> on ${escaped(asked)}.${limit}</p>`,
	);
}

/** The answer that was recorded, and what it answers. */
export function recordedPage({ message, approve, decline }: Question, approved: boolean): string {
	const answer = approved ? approve : decline || 'Decline';
	return page('Your answer was recorded', `<p>${escaped(answer)}</p>\n${quoted(message)}`);
}

export const closedPage = page(
	'There is nothing left to answer',
	'<p>This question has been answered, or time is up. You can close this page.</p>',
);
