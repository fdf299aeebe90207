import { SaxesParser } from 'saxes';
import type { TextRange } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { xmlReason } from './xmlReason.ts';

/** Deeper nesting does not occur in locale files, and would exhaust the stack of recursive functions. */
export const maxXmlDepth = 500;

/** The content of an element other than text. Offsets are in UTF-16 units, ends exclusive. */
export type XmlNode = XmlElement | XmlComment | XmlCData | XmlInstruction;

export interface XmlElement {
  readonly kind: 'element';
  /** As written, including the prefix. */
  readonly name: string;
  /** Decoded values. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  /** The content between the tags; `innerStart === innerEnd === end` for `<a/>`. */
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
  readonly selfClosing: boolean;
  /** In the file's order, with text between them. */
  readonly children: readonly XmlNode[];
}

export interface XmlComment extends TextRange {
  readonly kind: 'comment';
  /** As written, without its delimiters. */
  readonly text: string;
}

export interface XmlCData extends TextRange {
  readonly kind: 'cdata';
  readonly text: string;
}

export interface XmlInstruction extends TextRange {
  readonly kind: 'instruction';
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** Comments and instructions before the root. */
  readonly prolog: readonly XmlNode[];
  /** General entities that the document type declares itself, name to text as declared. */
  readonly entities: ReadonlyMap<string, string>;
  /** The document type declaration. */
  readonly doctype?: TextRange;
  /** There are also declarations outside this file, so an unknown entity may be declared there. */
  readonly declaresElsewhere?: true;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** An element that is still being read. */
type OpenElement = Omit<Mutable<XmlElement>, 'children'> & { children: XmlNode[] };

/** Most elements contain only text, and share this array. */
const noChildren: XmlNode[] = [];

const predefinedEntities = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };

/**
 * Parses XML 1.0 into a tree of offsets; namespaces are not resolved. Entities are those of XML, of the document's own
 * type declaration and `outerEntities`; nothing is ever fetched. If part of the declaration is in another file, unknown
 * entities may be declared there, and stay as written. Throws FormatError for XML that is not well-formed and for
 * nesting beyond `maxXmlDepth`.
 */
export function parseXml(text: string, outerEntities: ReadonlyMap<string, string> = new Map()): XmlDocument {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const prolog: XmlNode[] = [];
  const openElements: OpenElement[] = [];
  const entities = new Map<string, string>();
  // Without a prototype, so that `&constructor;` is unknown.
  const noEntities = Object.create(null) as Record<string, string>;
  parser.ENTITIES = Object.assign(noEntities, predefinedEntities, Object.fromEntries(outerEntities));
  const declarations: Mutable<Pick<XmlDocument, 'doctype' | 'declaresElsewhere'>> = {};
  let root: OpenElement | undefined;
  let tagStart = 0;
  /** Only character data is between this offset and the next `<`, which therefore begins the next markup. */
  let lastMarkupEnd = 0;

  const markupStart = (): number => text.indexOf('<', lastMarkupEnd);
  /** Stores the end of the markup that was read, and returns it. `unread`: the length that is yet to be read. */
  const storeMarkupEnd = (unread = 0): number => (lastMarkupEnd = parser.position + unread);

  const add = (node: XmlNode): void => {
    const parent = openElements.at(-1);
    if (parent?.children === noChildren) parent.children = [node];
    else if (parent !== undefined) parent.children.push(node);
    // The root itself and what follows it are not in the prolog.
    else if (root === undefined) prolog.push(node);
  };

  // All handlers, always in this order: the parser is several times slower for objects of changing shape.
  parser.on('error', (error) => {
    if (declarations.declaresElsewhere === true && error.message.endsWith('undefined entity.')) return;
    throw formatErrorAt(text, Math.min(parser.position, text.length), xmlReason(error.message));
  });
  parser.on('xmldecl', () => {
    storeMarkupEnd();
  });
  parser.on('doctype', (doctype) => {
    declarations.doctype = { start: markupStart(), end: storeMarkupEnd() };
    if (hasExternalPart(doctype)) declarations.declaresElsewhere = true;
    for (const [name, value] of entitiesIn(doctype)) {
      entities.set(name, value);
      parser.ENTITIES[name] = value;
    }
  });
  parser.on('opentagstart', () => {
    tagStart = markupStart();
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const innerStart = storeMarkupEnd();
    if (openElements.length >= maxXmlDepth)
      throw formatErrorAt(text, tagStart, because('nested-too-deeply', maxXmlDepth));
    const element: OpenElement = {
      kind: 'element',
      name,
      attributes,
      start: tagStart,
      innerStart,
      innerEnd: innerStart,
      end: innerStart,
      selfClosing: isSelfClosing,
      children: noChildren,
    };
    root ??= element;
    add(element);
    openElements.push(element);
  });
  parser.on('closetag', () => {
    const element = openElements.pop();
    if (element === undefined || element.selfClosing) return;
    element.innerEnd = markupStart();
    element.end = storeMarkupEnd();
  });
  parser.on('cdata', (cdata) => {
    add({ kind: 'cdata', text: cdata, start: markupStart(), end: storeMarkupEnd() });
  });
  parser.on('comment', (comment) => {
    // The parser emits it before its `>`.
    add({ kind: 'comment', text: comment, start: markupStart(), end: storeMarkupEnd(1) });
  });
  parser.on('processinginstruction', () => {
    add({ kind: 'instruction', start: markupStart(), end: storeMarkupEnd() });
  });
  parser.write(text).close();
  if (root === undefined) throw formatErrorAt(text, 0, because('xml-root-missing'));
  return { root, prolog, entities, ...declarations };
}

export function isElement(node: XmlNode): node is XmlElement {
  return node.kind === 'element';
}

/** The children that are elements, or those with a given name. */
export function elementsOf(element: XmlElement, name?: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child.kind === 'element' && (name === undefined || child.name === name),
  );
}

/** The first child element with a name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child): child is XmlElement => child.kind === 'element' && child.name === name);
}

/** The range of an attribute in the opening tag: the whole of `name="value"`, and the value between its quotes. */
export interface AttributeRange extends TextRange {
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Locates an attribute of an element; undefined if it has none of that name. */
export function attributeRange(text: string, element: XmlElement, name: string): AttributeRange | undefined {
  // `name`, ` = ` and `"value"`.
  const attributePattern = /([^\s=/<>"']+)(\s*=\s*)(?:"[^"]*"|'[^']*')/gy;
  attributePattern.lastIndex = element.start + '<'.length + element.name.length;
  for (;;) {
    const remainingTag = text.slice(attributePattern.lastIndex, element.innerStart);
    attributePattern.lastIndex += /^\s*/.exec(remainingTag)?.[0].length ?? 0;
    const match = attributePattern.exec(text);
    if (match === null || match.index >= element.innerStart) return undefined;
    const { 0: attribute, 1: key = '', 2: equals = '', index: start } = match;
    const end = start + attribute.length;
    // The value is between the quotes.
    if (key === name) return { start, end, valueStart: start + key.length + equals.length + 1, valueEnd: end - 1 };
  }
}

const xmlComments = /<!--.*?-->/gs;

/** Reads `<!ENTITY name "value">`, the first with each name; parameter and external entities are ignored. */
function entitiesIn(doctype: string): ReadonlyMap<string, string> {
  const declaration = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
  const entities = new Map<string, string>();
  for (const [, name = '', inDouble, inSingle] of doctype.replace(xmlComments, '').matchAll(declaration))
    if (!entities.has(name)) entities.set(name, inDouble ?? inSingle ?? '');
  return entities;
}

/** Whether another file contains declarations or texts of entities: the document type or an entity names one. */
function hasExternalPart(doctype: string): boolean {
  const declarations = doctype.replace(xmlComments, '');
  // `TS SYSTEM "ts.dtd"`
  const namesFile = /^\s*[^\s[]+\s+(?:SYSTEM|PUBLIC)\s/.test(declarations);
  // `%declarations;`
  const hasParameterEntity = /%[^\s%;"'<>]+;/.test(declarations.replace(/"[^"]*"|'[^']*'/g, ''));
  // `<!ENTITY name SYSTEM "name.txt">`
  const hasExternalEntity = /<!ENTITY\s+[^\s%]+\s+(?:SYSTEM|PUBLIC)\s/.test(declarations);
  return namesFile || hasParameterEntity || hasExternalEntity;
}
