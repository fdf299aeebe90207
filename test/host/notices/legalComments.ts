import { parse } from '@babel/parser';

/** Matches comments that name a license, an owner or an origin. */
const legalWords = /copyright|\blicen[sc]ed?\b|@preserve|^!|\b(?:adapted|extracted|ported) from\b/iu;

/**
 * Returns the text of the comments in JavaScript that name a license, an owner or the origin of code. Bundles contain
 * no comments, and a package's license text often omits code from other sources.
 */
export function legalComments(code: string): readonly string[] {
  if (!new RegExp(legalWords.source.replace('^!', String.raw`\/[*/]!`), 'iu').test(code)) return [];
  const { comments } = parse(code, { sourceType: 'unambiguous', errorRecovery: true, attachComment: false });
  const blocks: { text: string; endLine: number; isLine: boolean }[] = [];
  for (const { type, value, loc } of comments ?? []) {
    if (loc === undefined) continue;
    const isLine = type === 'CommentLine';
    const before = blocks.at(-1);
    if (isLine && before?.isLine === true && before.endLine + 1 === loc.start.line) {
      before.text += `\n${value}`;
      before.endLine = loc.end.line;
    } else {
      blocks.push({ text: value, endLine: loc.end.line, isLine });
    }
  }
  return blocks.filter(({ text }) => legalWords.test(text)).map(({ text }) => withoutDecoration(text));
}

/** Returns the text of a comment, without the asterisks at the beginning of its lines. */
function withoutDecoration(comment: string): string {
  const lines = comment
    .replace(/^!/u, '')
    .split(/\r?\n/u)
    .map((line) => line.replace(/^[ \t]*\*?[ \t]?/u, '').trimEnd());
  return lines
    .join('\n')
    .replace(/^-{3,}\n|\n-{3,}$/gu, '')
    .trim();
}
