import { createHash } from 'crypto';

import { mostCharacters, type Answer } from './answer';
import type { SentQuestion } from '../item';

// System colors follow the phone's light or dark mode. Text and background have a contrast of at least 7:1 (WCAG 2.2
// AAA).
const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
:root, button, textarea { background: Canvas; color: CanvasText; }
body { max-width: 36rem; margin: 0 auto; padding: 1.25rem; }
main, form { display: grid; gap: 1.25rem; }
h1, p, blockquote { margin: 0; }
h1 { font-size: 1.375rem; line-height: 1.3; }
p, blockquote { white-space: pre-wrap; }
blockquote, button, textarea { padding: 1rem; border: 2px solid; border-radius: .5rem; font: inherit; }
button { min-height: 3.5rem; }
button:first-of-type { background: #096034; color: #fff; }
textarea { box-sizing: border-box; width: 100%; min-height: 9rem; }
:focus-visible { outline: 3px solid CanvasText; outline-offset: 3px; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'`;

/**
 * Headers that keep the page from loading or running anything, from being framed, indexed or stored in shared caches,
 * and from revealing its address to other sites.
 */
export const pageHeaders = {
	'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
	// With no-store, the browser's Back shows an empty field.
	'Cache-Control': 'private, max-age=0',
	'Referrer-Policy': 'no-referrer',
	'X-Robots-Tag': 'noindex, nofollow',
};

// Repeats the policy: n8n replaces that header in responses that it sends itself (webhook-request-handler.ts).
const page = (title: string, content: string, language = 'en') => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
<main dir="auto">
<h1 id="title">${escaped(title)}</h1>
${content}
</main>
</html>
`;

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const quoted = (message: string) =>
	`<blockquote id="message" dir="auto">${escaped(message)}</blockquote>`;

/**
 * Returns the page with the question, and buttons or a field for the answer. Keeps a refused answer in the field, and
 * asks for it again.
 */
export function questionPage(question: SentQuestion, refused?: Answer): string {
	const { message, title, language, workflow, asked, until } = question;
	const limit = until ? ` You can answer until ${escaped(until)}.` : '';
	const about = `<p>Asked by the workflow <bdi>${escaped(workflow)}</bdi> on ${escaped(asked)}.${limit}</p>`;
	// The fragment makes it another address. From the browser's page that says it couldn't be sent, Back then leads here,
	// with the answer still in the field.
	const content = `${quoted(message)}
<form method="post" action="#answer">
${question.send ? inputField(question, refused) : buttonsOf(question)}
</form>
${asked && about}`;
	return page(title, content, language);
}

function buttonsOf({ approve, decline }: SentQuestion): string {
	return `<button name="approved" value="true">${escaped(approve)}</button>
${decline && `<button name="approved" value="false">${escaped(decline)}</button>`}`;
}

function inputField({ send, asked, language }: SentQuestion, refused?: Answer): string {
	const { said = '', problem = '', isCut } = refused ?? {};
	const most = mostCharacters.toLocaleString(language);
	const rest = isCut ? ' The rest was cut off.' : '';
	const hint = asked
		? `${problem} Up to ${most} characters.${rest}`
		: `${problem && '❗'} ≤ ${most}`;
	const state = refused ? 'aria-invalid="true" autofocus' : '';
	// HTML drops the line break right after the opening tag of a textarea.
	return `<p id="hint">${hint.trim()}</p>
<textarea name="text" aria-labelledby="title" aria-describedby="message hint" dir="auto" required ${state}>
${escaped(said)}</textarea>
<button>${escaped(send)}</button>`;
}

/** Returns the page with the recorded answer and the question. */
export function recordedPage({ thanks, message, language }: SentQuestion, said: string): string {
	return page(thanks, `<p dir="auto">${escaped(said)}</p>\n${quoted(message)}`, language);
}

/** Returns the page for a question that has been answered, or whose time is up. */
export function closedPage(question?: SentQuestion): string {
	// Shows no English words if the question's page isn't in English.
	if (question && !question.asked) return page(question.title, '<p>🔒</p>', question.language);
	return page(
		'There is nothing left to answer',
		'<p>This question has been answered, or time is up. You can close this page.</p>',
	);
}
