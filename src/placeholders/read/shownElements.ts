import { isHtmlElement } from './tags.ts';
import type { PlaceholderSyntax } from './placeholder.ts';

/** Elements of HTML that need no attributes, lead nowhere and load nothing. */
const plainElements = new Set(
  (
    'b strong i em u s small big mark sub sup tt code kbd samp var q cite abbr dfn del ins strike ' +
    'br wbr p ul ol li dl dt dd blockquote pre span div h1 h2 h3 h4 h5 h6'
  ).split(' '),
);

/** A tag without attributes but a direction: `<b>`, `</b>`, `<br/>`, `<p dir="rtl">`; the group is the name. */
const plainTag = /^<\/?([A-Za-z][\w.-]*)(?:\s+dir=["'](?:rtl|ltr|auto)["'])?\s*\/?>$/iu;

/** Returns the name of a tag without attributes, in the case in which it is written; undefined for any other tag. */
export function plainTagName(tag: string): string | undefined {
  return plainTag.exec(tag)?.[1];
}

/** Whether an element of HTML only formats its words. */
export function isPlainElement(name: string): boolean {
  return plainElements.has(name.toLowerCase());
}

/** What is known about the elements that a program draws although the source of a text lacks them. */
export interface DrawnElements {
  readonly draws: (name: string) => boolean;
  /** Whether an element has an end tag; colors of a chat last until the next one. */
  readonly hasEndTag: (name: string) => boolean;
}

/**
 * Returns what a program with these families draws: Android all elements that it knows, others those that their texts
 * show, and HTML where `isHtml` says that the text itself is.
 */
export function drawnElements(syntaxes: readonly PlaceholderSyntax[], isHtml: boolean): DrawnElements {
  const names = new Set(shownNames(syntaxes));
  const drawsHtml = isHtml || names.has('html') || syntaxes.includes('java-date');
  // intl-messageformat and its relatives fail if the code defines no function for a tag.
  const isRichText = syntaxes.includes('icu') && !syntaxes.includes('dotnet');
  return {
    draws: (name) => !isRichText && (isHtmlElement(name) ? drawsHtml && isPlainElement(name) : names.has(name)),
    hasEndTag: (name) => isHtmlElement(name) || names.has(`/${name}`),
  };
}

const prefix = 'elements: ';

/** Returns `html` and the names of elements that the texts of a file have, `/gui` for an end tag. */
export function shownNames(syntaxes: readonly PlaceholderSyntax[]): readonly string[] {
  return syntaxes.flatMap((syntax) =>
    typeof syntax === 'string' && syntax.startsWith(prefix) ? syntax.slice(prefix.length).split(' ') : [],
  );
}
