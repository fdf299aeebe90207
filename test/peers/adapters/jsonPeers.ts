import { indentOf, setText, type Peer } from '../peer.ts';
import type { Load } from '../install.ts';

const formats = ['json', 'angular-json', 'formatjs', 'chrome', 'package-nls', 'arb', 'xcstrings'];

interface JsoncParser {
  parseTree(text: string): JsoncNode | undefined;
  getNodePath(node: JsoncNode): readonly (string | number)[];
  modify(text: string, path: readonly (string | number)[], value: unknown, options: object): unknown;
  applyEdits(text: string, edits: unknown): string;
}

interface JsoncNode {
  readonly type: string;
  readonly value?: unknown;
  readonly children?: readonly JsoncNode[];
}

interface TextCodec {
  parse(text: string): unknown;
  stringify(value: unknown, replacer: null, indent: string): string;
}

/** Loads libraries for JSON files, including those of single ecosystems, and for JSON5. */
export async function jsonPeers(load: Load): Promise<readonly Peer[]> {
  const jsonc = (await load('jsonc-parser')) as JsoncParser;
  const commentJson = (await load('comment-json')) as TextCodec;
  const { default: json5 } = (await load('json5')) as { readonly default: TextCodec };
  const { default: catalogs } = (await load('locize-xcstrings')) as {
    readonly default: { xcstrings2locize(text: string): unknown; locize2xcstrings(model: unknown): string };
  };

  const withIndent = (library: string, codec: TextCodec, own: readonly string[]): Peer => ({
    library,
    formats: own,
    parse: (text) => codec.parse(text),
    print: (model, text) => `${codec.stringify(model, null, indentOf(text))}\n`,
  });
  const modify: Peer<{
    readonly text: string;
    value?: { readonly path: readonly (string | number)[]; readonly to: string };
  }> = {
    library: 'jsonc-parser modify',
    formats,
    parse: (text) => ({ text }),
    set: (model, from, to) => {
      const found = findNode(jsonc.parseTree(model.text), from);
      if (found === undefined) return false;
      model.value = { path: jsonc.getNodePath(found), to };
      return true;
    },
    print: ({ value }, text) => {
      const formattingOptions = {
        insertSpaces: !indentOf(text).startsWith('\t'),
        tabSize: indentOf(text).length,
        eol: text.includes('\r\n') ? '\r\n' : '\n',
      };
      return value === undefined
        ? text
        : jsonc.applyEdits(text, jsonc.modify(text, value.path, value.to, { formattingOptions }));
    },
  };
  return [
    withIndent('JSON.parse, JSON.stringify', JSON, formats),
    modify,
    withIndent('comment-json', commentJson, formats),
    withIndent('json5', json5, ['json5']),
    {
      library: 'locize-xcstrings',
      formats: ['xcstrings'],
      parse: (text) => catalogs.xcstrings2locize(text),
      set: setText,
      print: (model) => catalogs.locize2xcstrings(model),
    },
  ];
}

function findNode(node: JsoncNode | undefined, text: string): JsoncNode | undefined {
  if (node === undefined || node.value === text) return node;
  const [key, ...rest] = node.children ?? [];
  // The first child of a property is its key.
  const children = node.type === 'property' ? rest : [...(key === undefined ? [] : [key]), ...rest];
  for (const child of children) {
    const found = findNode(child, text);
    if (found !== undefined) return found;
  }
  return undefined;
}
