import { blockSyntax, type Dialect } from '../../src/formats/markdown/markdownSyntax.ts';

/** The minimal work of a reader with offsets, with which our reading is compared. */
export interface BareParser {
  readonly name: string;
  /**
   * `tree`: a library's syntax tree; our reading should take at most 1.5 times as long. `pass`: one pass over the
   * characters, a lower bound without a target.
   */
  readonly kind: 'tree' | 'pass';
  load(): Promise<(text: string) => unknown>;
}

const jsonTree: BareParser = {
  name: 'jsonc-parser parseTree',
  kind: 'tree',
  load: async () => {
    const { parseTree } = await import('jsonc-parser');
    return (text) => parseTree(text);
  },
};

const saxes: BareParser = { name: 'saxes, a tree of offsets', kind: 'tree', load: xmlTree };
const characters: BareParser = {
  name: 'a pass over the characters',
  kind: 'pass',
  load: () => Promise.resolve(countLines),
};

/** Parsers by the id of the format. */
export const bareParsers: Readonly<Record<string, BareParser>> = {
  json: jsonTree,
  'angular-json': jsonTree,
  formatjs: jsonTree,
  chrome: jsonTree,
  'package-nls': jsonTree,
  arb: jsonTree,
  xcstrings: jsonTree,
  json5: {
    name: 'momoa parse',
    kind: 'tree',
    load: async () => {
      const { parse } = await import('@humanwhocodes/momoa');
      return (text) => parse(text, { mode: 'json5', ranges: true });
    },
  },
  yaml: {
    name: 'yaml parseDocument',
    kind: 'tree',
    load: async () => {
      const { parseDocument } = await import('yaml');
      return (text) =>
        parseDocument(text, {
          version: '1.1',
          schema: 'failsafe',
          uniqueKeys: false,
          prettyErrors: false,
          logLevel: 'silent',
        });
    },
  },
  toml: {
    name: 'toml-eslint-parser',
    kind: 'tree',
    load: async () => {
      const { parseTOML } = await import('toml-eslint-parser');
      return (text) => parseTOML(text, { tomlVersion: '1.1' });
    },
  },
  'android-xml': saxes,
  resx: saxes,
  xliff: saxes,
  qt: saxes,
  stringsdict: saxes,
  properties: {
    name: 'properties-file, its tree by key',
    kind: 'tree',
    load: async () => {
      const { Properties } = await import('properties-file/parser');
      return (text) => {
        const tree = new Properties(text);
        // The tree contains overridden duplicates, too. Every reader has to know which property counts.
        return { tree, values: tree.toObject() };
      };
    },
  },
  fluent: {
    name: '@fluent/syntax parse',
    kind: 'tree',
    load: async () => {
      const { parse } = await import('@fluent/syntax');
      return (text) => parse(text, { withSpans: true });
    },
  },
  php: {
    name: 'php-parser',
    kind: 'tree',
    load: async () => {
      const { default: parser } = await import('php-parser');
      return (text) =>
        new parser.Engine({
          parser: { extractDoc: false, suppressErrors: false },
          ast: { withPositions: true },
          lexer: { short_tags: false, asp_tags: false },
        }).parseCode(text, '');
    },
  },
  javascript: babel([]),
  typescript: babel(['typescript']),
  markdown: markdownTree('markdown'),
  mdx: markdownTree('mdx'),
  html: {
    name: 'htmlparser2 parseDocument',
    kind: 'tree',
    load: async () => {
      const { parseDocument } = await import('htmlparser2');
      return (text) => parseDocument(text, { withStartIndices: true, withEndIndices: true });
    },
  },
  po: characters,
  strings: characters,
  csv: characters,
  'csv-texts': characters,
  srt: characters,
  vtt: characters,
};

function babel(plugins: ['typescript'] | []): BareParser {
  return {
    name: '@babel/parser',
    kind: 'tree',
    load: async () => {
      const { parse } = await import('@babel/parser');
      return (text) => parse(text, { sourceType: 'module', errorRecovery: true, attachComment: false, plugins });
    },
  };
}

/** Parses Markdown with the same extensions as our reader, and like it only down to blocks. */
function markdownTree(dialect: Dialect): BareParser {
  return {
    name: 'mdast fromMarkdown, blocks only',
    kind: 'tree',
    load: async () => {
      const { fromMarkdown } = await import('mdast-util-from-markdown');
      return (text) => fromMarkdown(text, { extensions: blockSyntax(dialect, text) });
    },
  };
}

interface Element {
  readonly name: string;
  readonly attributes: unknown;
  readonly start: number;
  end: number;
  readonly children: (Element | string)[];
}

/** Builds a tree of elements with attributes, texts and offsets from the events of saxes. */
async function xmlTree(): Promise<(text: string) => unknown> {
  const { SaxesParser } = await import('saxes');
  return (text) => {
    const parser = new SaxesParser({ xmlns: false, position: false });
    const root: Element = { name: '', attributes: {}, start: 0, end: text.length, children: [] };
    const open = [root];
    parser.on('opentag', ({ name, attributes }) => {
      const element: Element = { name, attributes, start: parser.position, end: 0, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    });
    parser.on('text', (words) => {
      open.at(-1)?.children.push(words);
    });
    parser.on('closetag', () => {
      const element = open.pop();
      if (element !== undefined) element.end = parser.position;
    });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(text).close();
    return root;
  };
}

/** Reads each character once, and only counts line ends. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 0x0a) lines += 1;
  return lines;
}
