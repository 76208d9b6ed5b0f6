import { createHash } from 'crypto';

import { mostCharacters, type Answer } from './answer';
import type { ShownQuestion, ShownWords } from './shown';

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
	Vary: 'Accept-Language',
	'X-Robots-Tag': 'noindex, nofollow',
};

// Repeats the policy: n8n replaces that header in responses that it sends itself (webhook-request-handler.ts).
const page = (title: string, content: string, language: string) => `<!doctype html>
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
export function questionPage(question: ShownQuestion, refused?: Answer): string {
	const { message, title, tag, asker, asked, until, end, isFreeText } = question;
	const who = asker && `<bdi>${escaped(asker)}</bdi> · `;
	const limit = end && `<br>${escaped(until.replace('{time}', () => end))}`;
	// The fragment makes it another address. From the browser's page that says it couldn't be sent, Back then leads here,
	// with the answer still in the field.
	const content = `${quoted(message)}
<form method="post" action="#answer">
${isFreeText ? inputField(question, refused) : buttonsOf(question)}
</form>
<p>${who}<bdi>${escaped(asked)}</bdi>${limit}</p>`;
	return page(title, content, tag);
}

function buttonsOf({ approve, decline, isDouble }: ShownQuestion): string {
	return `<button name="approved" value="true">${escaped(approve)}</button>
${isDouble ? `<button name="approved" value="false">${escaped(decline)}</button>` : ''}`;
}

function inputField(question: ShownQuestion, refused?: Answer): string {
	const { upTo, send, tag } = question;
	const { said = '', problem } = refused ?? {};
	const most = upTo.replace('{number}', () => mostCharacters.toLocaleString(tag));
	const hint = `${problem ? question[problem] : ''} ${most}`.trim();
	const state = refused ? 'aria-invalid="true" autofocus' : '';
	// HTML drops the line break right after the opening tag of a textarea.
	return `<p id="hint">${escaped(hint)}</p>
<textarea name="text" aria-labelledby="title" aria-describedby="message hint" dir="auto" required ${state}>
${escaped(said)}</textarea>
<button>${escaped(send)}</button>`;
}

/** Returns the page with the recorded answer and the question. */
export function recordedPage({ recorded, message, tag }: ShownQuestion, said: string): string {
	return page(recorded, `<p dir="auto">${escaped(said)}</p>\n${quoted(message)}`, tag);
}

/** Returns the page for a question that has been answered, or whose time is up. */
export function closedPage({ closed, closedWhy, tag }: ShownWords): string {
	return page(closed, `<p>${escaped(closedWhy)}</p>`, tag);
}
