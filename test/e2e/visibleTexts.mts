/** Reads what a part of the page shows, as a person sees it. */
import type { Locator } from 'playwright-core';
import type { Area } from '../../workbench/n8n/browser.mts';

/** The part of the browser's own types that is used here; the project has no other code for browsers. */
interface Edges {
	left: number;
	top: number;
	right: number;
	bottom: number;
}
interface PageElement extends PageNode {
	getBoundingClientRect(): Edges;
	scrollWidth: number;
	clientWidth: number;
	/** Of a field, as its placeholder and its type are. */
	value?: string;
	placeholder?: string;
	type?: string;
}
interface PageNode {
	parentElement: PageElement | null;
	nodeType: number;
	nodeValue: string | null;
}
declare const document: {
	createTreeWalker(root: PageNode): { nextNode(): PageNode | null };
	createRange(): { selectNodeContents(node: PageNode): void; getBoundingClientRect(): Edges };
};
declare function getComputedStyle(element: PageElement): {
	visibility: string;
	opacity: string;
	overflowX: string;
	overflowY: string;
};

/**
 * The texts, and what fields show, within an element that lie in the area; not what is hidden, cut
 * off or scrolled away.
 */
export async function visibleTexts(element: Locator, area: Area): Promise<string[]> {
	return await element.evaluate(readTexts, area);
}

/** Runs in the page, so it can use nothing from outside of itself. */
function readTexts(root: PageElement, area: Area): string[] {
	// The box of a letter is a little higher than a narrow line.
	const slack = { across: 1, down: 4 };
	const across = (box: Edges, frame: Edges): boolean =>
		box.left >= frame.left - slack.across && box.right <= frame.right + slack.across;
	const down = (box: Edges, frame: Edges): boolean =>
		box.top >= frame.top - slack.down && box.bottom <= frame.bottom + slack.down;
	const picture = {
		left: area.x,
		top: area.y,
		right: area.x + area.width,
		bottom: area.y + area.height,
	};

	const isSeen = (box: Edges, within: PageElement | null): boolean => {
		if (
			box.right <= box.left ||
			box.bottom <= box.top ||
			!across(box, picture) ||
			!down(box, picture)
		)
			return false;
		if (within && getComputedStyle(within).visibility !== 'visible') return false;
		for (let frame = within; frame; frame = frame.parentElement) {
			const { opacity, overflowX, overflowY } = getComputedStyle(frame);
			if (opacity === '0') return false;
			if (overflowX !== 'visible' && !across(box, frame.getBoundingClientRect())) return false;
			if (overflowY !== 'visible' && !down(box, frame.getBoundingClientRect())) return false;
		}
		return true;
	};

	// A password is seen as dots, and a switch has a value that nobody sees.
	const fields = ['text', 'number', 'search', 'textarea'];
	const texts: string[] = [];
	const walker = document.createTreeWalker(root);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const element = node as PageElement;
		if (node.nodeType === 3) {
			const range = document.createRange();
			range.selectNodeContents(node);
			if (node.nodeValue?.trim() && isSeen(range.getBoundingClientRect(), node.parentElement))
				texts.push(node.nodeValue);
		} else if (fields.includes(String(element.type))) {
			const text = element.value || element.placeholder;
			if (
				text &&
				element.scrollWidth <= element.clientWidth &&
				isSeen(element.getBoundingClientRect(), element)
			)
				texts.push(text);
		}
	}
	return texts;
}
