import { SaxesParser } from 'saxes';
import { formatErrorAt } from '../kit/textPlace.ts';

/** Deeper nesting is no locale file, and would exhaust the stack of whoever walks it. */
export const MAX_XML_DEPTH = 500;

/** What stands in an element beside its text. Offsets are UTF-16, ends exclusive. */
export type XmlNode = XmlElement | XmlComment | XmlCData | XmlInstruction;

export interface XmlElement {
  readonly kind: 'element';
  /** As written, prefix and all. */
  readonly name: string;
  /** Values decoded. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  /** What is between the tags; `innerStart === innerEnd === end` for `<a/>`. */
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
  readonly selfClosing: boolean;
  /** In the file's order. Text is what lies between them. */
  readonly children: readonly XmlNode[];
}

export interface XmlComment {
  readonly kind: 'comment';
  /** Without its marks, as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface XmlCData {
  readonly kind: 'cdata';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface XmlInstruction {
  readonly kind: 'instruction';
  readonly start: number;
  readonly end: number;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** Comments and instructions before the root. */
  readonly prolog: readonly XmlNode[];
  /** General entities that the document type declares itself, name to text as declared. */
  readonly entities: ReadonlyMap<string, string>;
  /** Where the document type declaration stands. */
  readonly doctype?: { readonly start: number; readonly end: number };
  /** There are declarations outside this file too, so that an entity that is not known may be declared there. */
  readonly declaresElsewhere?: true;
}

type Growing<T> = { -readonly [Key in keyof T]: T[Key] };
type GrowingElement = Omit<Growing<XmlElement>, 'children'> & { children: XmlNode[] };

/** Most elements hold text alone, and share this. */
const NO_CHILDREN: XmlNode[] = [];

const predefined = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };

/**
 * Parses XML 1.0 into a tree of offsets; namespaces are not resolved. Entities are those of XML, of the document's own
 * type declaration and of `known`; nothing is ever fetched. When a part of the declaration stands elsewhere, entities that are
 * not known may be declared there, and are left as written. Throws FormatError for what is not well-formed and for nesting
 * beyond MAX_XML_DEPTH.
 */
export function parseXml(text: string, known?: ReadonlyMap<string, string>): XmlDocument {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const prolog: XmlNode[] = [];
  const open: GrowingElement[] = [];
  const entities = new Map<string, string>();
  // Without a prototype: an entity named like one of its members is not known.
  parser.ENTITIES = Object.assign(
    Object.create(null),
    predefined,
    known === undefined ? {} : Object.fromEntries(known),
  ) as Record<string, string>;
  const declared: Growing<Pick<XmlDocument, 'doctype' | 'declaresElsewhere'>> = {};
  let root: GrowingElement | undefined;
  let start = 0;
  /** Behind the last markup. Up to the next there is character data alone, so that the next `<` begins it. */
  let position = 0;

  const begin = (): number => text.indexOf('<', position);
  const behind = (rest = 0): number => (position = parser.position + rest);

  const add = (node: XmlNode): void => {
    const parent = open.at(-1);
    if (parent?.children === NO_CHILDREN) parent.children = [node];
    else if (parent !== undefined) parent.children.push(node);
    else if (root === undefined) prolog.push(node);
  };

  // All handlers, always in this order: the parser is several times slower for objects of changing shape.
  parser.on('error', (error) => {
    if (declared.declaresElsewhere === true && error.message.endsWith('undefined entity.')) return;
    throw formatErrorAt(text, Math.min(parser.position, text.length), sentence(error.message));
  });
  parser.on('xmldecl', () => {
    behind();
  });
  parser.on('doctype', (doctype) => {
    declared.doctype = { start: begin(), end: behind() };
    if (hasExternalPart(doctype)) declared.declaresElsewhere = true;
    for (const [name, value] of entitiesIn(doctype)) {
      entities.set(name, value);
      parser.ENTITIES[name] = value;
    }
  });
  parser.on('opentagstart', () => {
    start = begin();
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const innerStart = behind();
    if (open.length >= MAX_XML_DEPTH)
      throw formatErrorAt(text, start, `Elements are nested more than ${MAX_XML_DEPTH} levels deep here.`);
    const element: GrowingElement = {
      kind: 'element',
      name,
      attributes,
      start,
      innerStart,
      innerEnd: innerStart,
      end: innerStart,
      selfClosing: isSelfClosing,
      children: NO_CHILDREN,
    };
    root ??= element;
    add(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined || element.selfClosing) return;
    element.innerEnd = begin();
    element.end = behind();
  });
  parser.on('cdata', (cdata) => {
    add({ kind: 'cdata', text: cdata, start: begin(), end: behind() });
  });
  parser.on('comment', (comment) => {
    // It is told before its `>`.
    add({ kind: 'comment', text: comment, start: begin(), end: behind(1) });
  });
  parser.on('processinginstruction', () => {
    add({ kind: 'instruction', start: begin(), end: behind() });
  });
  parser.write(text).close();
  if (root === undefined) throw formatErrorAt(text, 0, 'This is no XML: it has no element.');
  return { root, prolog, entities, ...declared };
}

export function isElement(node: XmlNode): node is XmlElement {
  return node.kind === 'element';
}

/** The children that are elements, of one name if it is given. */
export function elementsOf(element: XmlElement, name?: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child.kind === 'element' && (name === undefined || child.name === name),
  );
}

/** The first child of a name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child): child is XmlElement => child.kind === 'element' && child.name === name);
}

/** The place of an attribute in the opening tag: the whole of `name="value"`, and the value between its quotes. */
export interface AttributePlace {
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Where an element's attribute is written; undefined when it has none of that name. */
export function attributePlace(text: string, element: XmlElement, name: string): AttributePlace | undefined {
  const attribute = /([^\s=/<>"']+)(\s*=\s*)(?:"[^"]*"|'[^']*')/gy;
  attribute.lastIndex = element.start + 1 + element.name.length;
  for (;;) {
    attribute.lastIndex += /^\s*/.exec(text.slice(attribute.lastIndex, element.innerStart))?.[0].length ?? 0;
    const found = attribute.exec(text);
    if (found === null || found.index >= element.innerStart) return undefined;
    const [whole, own = '', equals = ''] = found;
    const end = found.index + whole.length;
    if (own === name)
      return { start: found.index, end, valueStart: found.index + own.length + equals.length + 1, valueEnd: end - 1 };
  }
}

const comments = /<!--.*?-->/gs;

/** `<!ENTITY name "value">` of an internal subset, the first of a name; parameter and external entities are nobody's text. */
function entitiesIn(doctype: string): ReadonlyMap<string, string> {
  const found = doctype.replace(comments, '').matchAll(/<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g);
  const entities = new Map<string, string>();
  for (const [, name = '', double, single] of found) {
    if (!entities.has(name)) entities.set(name, double ?? single ?? '');
  }
  return entities;
}

/** Whether declarations stand in another file: that of the document type, or one that a parameter entity stands for. */
function hasExternalPart(doctype: string): boolean {
  const own = doctype.replace(comments, '');
  return (
    /^\s*[^\s[]+\s+(?:SYSTEM|PUBLIC)\s/.test(own) ||
    /%[^\s%;"'<>]+;/.test(own.replace(/"[^"]*"|'[^']*'/g, '')) ||
    /<!ENTITY\s+[^\s%]+\s+(?:SYSTEM|PUBLIC)\s/.test(own)
  );
}

/** The parser's message, without its own line and column. */
function sentence(message: string): string {
  const words = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
