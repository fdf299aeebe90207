import { indentOf, type Peer } from '../peer.ts';
import type { Load } from '../install.ts';

const formats = ['android-xml', 'resx', 'xliff', 'qt', 'stringsdict'];

interface FastXml {
  readonly XMLParser: new (options: object) => { parse(text: string): unknown };
  readonly XMLBuilder: new (options: object) => { build(model: unknown): string };
}

interface XmlDom {
  readonly DOMParser: new () => { parseFromString(text: string, type: string): unknown };
  readonly XMLSerializer: new () => { serializeToString(node: unknown): string };
}

interface DomNode {
  readonly nodeType: number;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  data: string;
  nodeValue: string;
}

interface Xml2js {
  parseStringPromise(text: string): Promise<unknown>;
  readonly Builder: new () => { buildObject(model: unknown): string };
}

/** Functions that convert to and from plain objects. */
type Converters = Readonly<Record<string, (input: never) => Promise<unknown>>>;

/** Options that preserve most of a file: order, attributes, comments, CDATA, whitespace, and values as strings. */
const kept = {
  preserveOrder: true,
  ignoreAttributes: false,
  commentPropName: '#comment',
  cdataPropName: '#cdata',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
};

/** Loads general XML libraries and libraries for single dialects. */
export async function xmlPeers(load: Load): Promise<readonly Peer[]> {
  const fast = (await load('fast-xml-parser')) as FastXml;
  const dom = (await load('@xmldom/xmldom')) as XmlDom;
  const { default: xml2js } = (await load('xml2js')) as { readonly default: Xml2js };
  const { default: xmlJs } = (await load('xml-js')) as {
    readonly default: {
      xml2js(text: string, options: object): unknown;
      js2xml(model: unknown, options: object): string;
    };
  };

  const documents: Peer<DomNode> = {
    library: '@xmldom/xmldom',
    formats,
    parse: (text) => new dom.DOMParser().parseFromString(text, 'text/xml') as DomNode,
    set: (document, from, to) => setInNode(document, from, to),
    print: (document) => new dom.XMLSerializer().serializeToString(document),
  };
  return [
    {
      library: 'fast-xml-parser',
      formats,
      parse: (text) => new fast.XMLParser(kept).parse(text),
      print: (model) => new fast.XMLBuilder(kept).build(model),
    },
    documents,
    {
      library: 'xml2js',
      formats,
      parse: (text) => xml2js.parseStringPromise(text),
      print: (model) => `${new xml2js.Builder().buildObject(model)}\n`,
    },
    {
      library: 'xml-js',
      formats,
      parse: (text) => xmlJs.xml2js(text, { compact: false }),
      print: (model, text) => `${xmlJs.js2xml(model, { compact: false, spaces: indentOf(text) })}\n`,
    },
    ...(await dialectPeers(load)),
  ];
}

async function dialectPeers(load: Load): Promise<readonly Peer[]> {
  const xliff = await convertersOf(load, 'xliff');
  const resx = await convertersOf(load, 'resx');
  const android = await convertersOf(load, 'android-string-resource');
  const plist = (await load('plist')) as {
    parse(text: string): unknown;
    build(model: unknown, options: object): string;
  };
  const isSecond = (text: string): boolean => /<xliff[^>]*\bversion="2/.test(text);
  const print = (converted: Promise<unknown>): Promise<string> => converted.then((text) => `${String(text)}\n`);
  return [
    {
      library: 'xliff',
      formats: ['xliff'],
      parse: (text) => convert(xliff, isSecond(text) ? 'xliff2js' : 'xliff12ToJs', text),
      print: (model, text) => print(convert(xliff, isSecond(text) ? 'js2xliff' : 'jsToXliff12', model)),
    },
    {
      library: 'resx',
      formats: ['resx'],
      parse: (text) => convert(resx, 'resx2js', text),
      print: (model) => print(convert(resx, 'js2resx', model)),
    },
    {
      library: 'android-string-resource',
      formats: ['android-xml'],
      parse: (text) => convert(android, 'asr2js', text),
      print: (model) => print(convert(android, 'js2asr', model)),
    },
    {
      library: 'plist',
      formats: ['stringsdict'],
      parse: (text) => plist.parse(text),
      print: (model, text) => `${plist.build(model, { indent: indentOf(text) })}\n`,
    },
  ];
}

async function convertersOf(load: Load, name: string): Promise<Converters> {
  return ((await load(name)) as { readonly default: Converters }).default;
}

async function convert(converters: Converters, name: string, input: unknown): Promise<unknown> {
  const converter = converters[name];
  if (converter === undefined) throw new Error(`There is no ${name}.`);
  return converter(input as never);
}

function setInNode(node: DomNode, from: string, to: string): boolean {
  if ((node.nodeType === 3 || node.nodeType === 4) && node.data.includes(from)) {
    node.data = node.data.replace(from, () => to);
    node.nodeValue = node.data;
    return true;
  }
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (setInNode(child, from, to)) return true;
  return false;
}
