import type { Placeholder } from './placeholder.ts';
import type { Span } from '../pattern/compileUserPattern.ts';

/**
 * The syntax of MediaWiki's messages (mediawiki.org, "Help:System message"): parameters, the functions that choose one
 * of several words, with the bars between these, and the targets of links. A first form may have a number: `0=none`.
 */
const wikitextSyntax = new RegExp(
  [
    // `{{PLURAL:$1|`, `}}`, and `{{` of other templates
    String.raw`(?<opening>\{\{(?:plural|gender):[^{}|\r\n]{0,100}(?:\|\d{1,9}=|\|)+)`,
    String.raw`(?<closing>\}\})`,
    String.raw`(?<template>\{\{)`,
    // The target of `[[target|words]]`, and the brackets
    String.raw`(?<target>(?<=\[\[)[^[\]|{}\r\n]{1,300}(?=\|))`,
    String.raw`(?<link>\[\[)|(?<linkEnd>\]\])`,
    // `|`, `|0=`; and `$1`
    String.raw`(?<bar>(?:\|\d{1,9}=|\|)+)`,
    String.raw`\$\d{1,2}(?!\d)`,
  ].join('|'),
  'giu',
);

/** A function `{{PLURAL:…}}`, another template `{{…}}` or a link `[[…]]` that is being read. */
interface OpenPart {
  readonly kind: 'function' | 'template' | 'link';
  /** The function's syntax so far, which is text if the function is never closed. */
  readonly pieces: Span[];
}

/** Whether a text between double braces is a function whose words are to be translated. */
export const wordFunction = /^\{\{(?:plural|gender):/iu;

/** Whether a placeholder only separates forms, of which each language has as many as it needs. */
export function separatesForms({ text, syntax }: Pick<Placeholder, 'text'> & Partial<Placeholder>): boolean {
  return syntax === 'wikitext' && /^\|+$/u.test(text);
}

/** Returns the syntax of MediaWiki in a text, in order; the words in `{{PLURAL:$1|page|pages}}` are not part of it. */
export function wikitext(text: string): readonly Span[] {
  const spans: Span[] = [];
  const openParts: OpenPart[] = [];
  for (const { 0: match, index: start, groups = {} } of text.matchAll(wikitextSyntax)) {
    const span = { start, end: start + match.length };
    const innermost = openParts.at(-1);
    if (groups['opening'] !== undefined) openParts.push({ kind: 'function', pieces: [span] });
    else if (groups['template'] !== undefined) openParts.push({ kind: 'template', pieces: [] });
    else if (groups['link'] !== undefined) openParts.push({ kind: 'link', pieces: [] });
    else if (groups['linkEnd'] !== undefined) {
      if (innermost?.kind === 'link') openParts.pop();
    } else if (groups['closing'] !== undefined) {
      if (innermost === undefined || innermost.kind === 'link') continue;
      openParts.pop();
      if (innermost.kind === 'function') spans.push(...innermost.pieces, span);
    } else if (groups['bar'] !== undefined) {
      if (innermost?.kind === 'function') innermost.pieces.push(span);
    } else {
      // The target of a link, or `$1`.
      spans.push(span);
    }
  }
  // `{{PLURAL:$1|` that is never closed is text, but `$1` in it is a parameter.
  for (const { pieces } of openParts) {
    for (const { start, end } of pieces) spans.push(...parametersIn(text, start, end));
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** Returns the parameters in a range of a text: `$1`. */
function parametersIn(text: string, start: number, end: number): readonly Span[] {
  const matches = [...text.slice(start, end).matchAll(/\$\d{1,2}(?!\d)/gu)];
  return matches.map((match) => ({ start: start + match.index, end: start + match.index + match[0].length }));
}
