import { indentOf, type Peer } from '../peer.ts';
import type { Load } from '../install.ts';

interface Codec {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

interface Yaml {
  parseDocument(text: string): YamlDocument;
  visit(document: YamlDocument, visitor: { Scalar(key: unknown, node: { value: unknown }): symbol | undefined }): void;
  readonly isScalar: unknown;
}

interface YamlDocument {
  readonly errors: readonly Error[];
  toString(options?: object): string;
}

/** Loads libraries for YAML and TOML. */
export async function dataPeers(load: Load): Promise<readonly Peer[]> {
  const yaml = (await load('yaml')) as Yaml;
  const jsYaml = (await load('js-yaml')) as {
    load(text: string): unknown;
    dump(value: unknown, options: object): string;
  };
  const smol = (await load('smol-toml')) as Codec;
  const { default: iarna } = (await load('@iarna/toml')) as { readonly default: Codec };
  const patcher = (await load('@decimalturn/toml-patch')) as {
    parse(text: string): unknown;
    patch(text: string, value: unknown): string;
  };

  const documents: Peer<YamlDocument> = {
    library: 'yaml Document',
    formats: ['yaml'],
    parse: (text) => {
      const document = yaml.parseDocument(text);
      if (document.errors[0] !== undefined) throw document.errors[0];
      return document;
    },
    set: (document, from, to) => {
      let found = false;
      yaml.visit(document, {
        Scalar: (key, node) => {
          if (found || key === 'key' || typeof node.value !== 'string' || !node.value.includes(from)) return undefined;
          node.value = node.value.replace(from, () => to);
          found = true;
          return undefined;
        },
      });
      return found;
    },
    print: (document, text) => document.toString({ indent: indentOf(text).length }),
  };
  return [
    documents,
    {
      library: 'js-yaml',
      formats: ['yaml'],
      parse: (text) => jsYaml.load(text),
      print: (model, text) => jsYaml.dump(model, { indent: indentOf(text).length }),
    },
    {
      library: 'smol-toml',
      formats: ['toml'],
      parse: (text) => smol.parse(text),
      print: (model) => smol.stringify(model),
    },
    {
      library: '@iarna/toml',
      formats: ['toml'],
      parse: (text) => iarna.parse(text),
      print: (model) => iarna.stringify(model),
    },
    {
      library: '@decimalturn/toml-patch',
      formats: ['toml'],
      parse: (text) => patcher.parse(text),
      print: (model, text) => patcher.patch(text, model),
    },
  ];
}
