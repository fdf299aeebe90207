import { FormatError } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { parseXml, type XmlElement } from './xmlTree.ts';

const noEntities: ReadonlyMap<string, string> = new Map();
const openingTag = '<x>';
const closingTag = '</x>';

/** Markup to be written inside an element. */
export interface Markup {
  /** The parent of its children; all offsets are those of `text`. */
  readonly root: XmlElement;
  readonly text: string;
}

/**
 * Parses a translation as the content of an element, with the entities of the document that will contain it. Throws
 * FormatError for markup that would not be well-formed there.
 */
export function parseMarkup(markup: string, entities = noEntities): Markup {
  const text = openingTag + markup + closingTag;
  const root = parseContent(markup, text, entities);
  // A closing tag in the markup (`a</x>b`) ends the root early.
  if (root.end !== text.length) throw refusal(because('xml-markup-closing-tag'));
  return { root, text };
}

/** Throws FormatError for a translation that is not well-formed as the content of an element. */
export function refuseBadMarkup(markup: string, entities = noEntities): void {
  // Only these characters can make it ill-formed; parsing takes long.
  const canBeBad = /[<&]|\]\]>|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(markup);
  if (canBeBad) parseMarkup(markup, entities);
}

/** The namespace prefixes in markup that it does not declare itself: `<xliff:g id="1">` → `xliff`. */
export function prefixesOf({ root }: Markup): ReadonlySet<string> {
  const prefixes = new Set<string>();
  collectPrefixes(root, new Set(['xml', 'xmlns']), prefixes);
  return prefixes;
}

function collectPrefixes(element: XmlElement, declaredAround: ReadonlySet<string>, prefixes: Set<string>): void {
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    const names = Object.keys(child.attributes);
    const declared = new Set(declaredAround);
    for (const name of names) if (name.startsWith('xmlns:')) declared.add(name.slice('xmlns:'.length));
    for (const name of [child.name, ...names]) {
      const colon = name.indexOf(':');
      if (colon > 0 && !declared.has(name.slice(0, colon))) prefixes.add(name.slice(0, colon));
    }
    collectPrefixes(child, declared, prefixes);
  }
}

function parseContent(markup: string, text: string, entities: ReadonlyMap<string, string>): XmlElement {
  try {
    return parseXml(text, entities).root;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw refusal(because('xml-markup', wordsAround(markup, error), error.reason));
  }
}

/** The words around an error, to help a person find it. */
function wordsAround(markup: string, { line, column }: FormatError): string {
  // The parsed text begins with an opening tag that is not in `markup`.
  const offsetInLine = column - 1 - (line === 1 ? openingTag.length : 0);
  const lineText = markup.split(/\r\n|\n|\r/)[line - 1] ?? '';
  return lineText.slice(Math.max(0, offsetInLine - 20), offsetInLine + 10).toWellFormed();
}
