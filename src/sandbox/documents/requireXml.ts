import { UnreadableDocumentError } from './rewriteTexts.ts';

const maxDepth = 1000;

/** Everything in XML that begins with `<`; a `<` that begins nothing is matched alone, by the last pattern. */
const markup = new RegExp(
  [
    // Comments, character data, processing instructions, and declarations.
    /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<![^<>[]*(?:\[[^\]]*\])?[^<>]*>/u,
    // `<name a="b">`, `<name/>`, `</name>`.
    /<(?<slash>\/?)(?<name>[\p{L}_][\p{L}\p{N}_.:-]*)(?=[\s/>])(?:"[^"<]*"|'[^'<]*'|[^<>"'])*?(?<empty>\/?)>/u,
    /</u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** Throws UnreadableDocumentError unless a text is XML whose elements are closed, with one root. */
export function requireXml(text: string): void {
  const openElements: string[] = [];
  let roots = 0;
  for (const { 0: source, groups = {} } of text.matchAll(markup)) {
    const { name, slash, empty } = groups;
    if (source === '<') throw notXml();
    if (name === undefined) continue;
    if (slash === '/') {
      if (openElements.pop() !== name) throw notXml();
      continue;
    }
    if (openElements.length === 0) roots += 1;
    if (empty !== '/') openElements.push(name);
    if (openElements.length > maxDepth) throw new UnreadableDocumentError('it is nested too deeply');
  }
  if (openElements.length > 0 || roots !== 1) throw notXml();
}

function notXml(): UnreadableDocumentError {
  return new UnreadableDocumentError('it is not well-formed XML');
}
