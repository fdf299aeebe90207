import { UnreadableDocumentError } from './rewriteTexts.ts';

const maxDepth = 1000;

/** What may begin with `<` in XML, and such a sign that begins nothing. */
const markup = new RegExp(
  [
    /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<![^<>[]*(?:\[[^\]]*\])?[^<>]*>/u,
    /<(?<slash>\/?)(?<name>[\p{L}_][\p{L}\p{N}_.:-]*)(?=[\s/>])(?:"[^"<]*"|'[^'<]*'|[^<>"'])*?(?<empty>\/?)>/u,
    /</u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** Throws UnreadableDocumentError unless a text is XML whose elements are closed, with one root. */
export function checkXml(text: string): void {
  const open: string[] = [];
  let roots = 0;
  for (const { 0: source, groups = {} } of text.matchAll(markup)) {
    const { name, slash, empty } = groups;
    if (source === '<') throw notXml();
    if (name === undefined) continue;
    if (slash === '/') {
      if (open.pop() !== name) throw notXml();
      continue;
    }
    if (open.length === 0) roots += 1;
    if (empty !== '/') open.push(name);
    if (open.length > maxDepth) throw new UnreadableDocumentError('it is nested too deeply');
  }
  if (open.length > 0 || roots !== 1) throw notXml();
}

function notXml(): UnreadableDocumentError {
  return new UnreadableDocumentError('it is not well-formed XML');
}
