import type { Peer } from '../peer.ts';
import type { Load } from '../install.ts';

interface Properties {
  parse(text: string): unknown;
  stringify(model: unknown): string;
}

interface DotProperties {
  parseLines(text: string): unknown;
  stringify(lines: unknown): string;
}

interface Editor {
  toObject(): Readonly<Record<string, string>>;
  update(key: string, options: { readonly newValue: string }): void;
  format(): string;
}

interface Papa {
  parse(text: string): { readonly data: unknown; readonly meta: { readonly delimiter: string } };
  unparse(rows: unknown, options: object): string;
}

interface Cues {
  parseSync(text: string): unknown;
  stringifySync(model: unknown, options: { readonly format: string }): string;
}

interface WebVtt {
  parse(text: string, options: object): unknown;
  compile(model: unknown): string;
}

/** Loads libraries for properties, Apple strings, Fluent, PHP arrays, tables and subtitles. */
export async function linePeers(load: Load): Promise<readonly Peer[]> {
  return [
    ...(await propertiesPeers(load)),
    ...(await syntaxPeers(load)),
    ...(await tablePeers(load)),
    ...(await subtitlePeers(load)),
  ];
}

async function propertiesPeers(load: Load): Promise<readonly Peer[]> {
  const formats = ['properties'];
  const { default: properties } = (await load('properties')) as { readonly default: Properties };
  const { default: dot } = (await load('dot-properties')) as { readonly default: DotProperties };
  const { PropertiesEditor } = (await load('properties-file/editor')) as {
    readonly PropertiesEditor: new (text: string) => Editor;
  };
  const editor: Peer<Editor> = {
    library: 'properties-file editor',
    formats,
    parse: (text) => new PropertiesEditor(text),
    set: (model, from, to) => {
      const found = Object.entries(model.toObject()).find(([, value]) => value.includes(from));
      if (found === undefined) return false;
      model.update(found[0], { newValue: found[1].replace(from, () => to) });
      return true;
    },
    print: (model) => model.format(),
  };
  return [
    {
      library: 'properties',
      formats,
      parse: (text) => properties.parse(text),
      print: (model) => properties.stringify(model),
    },
    {
      library: 'dot-properties',
      formats,
      parse: (text) => dot.parseLines(text),
      print: (model) => dot.stringify(model),
    },
    editor,
  ];
}

async function syntaxPeers(load: Load): Promise<readonly Peer[]> {
  const { default: stringsFile } = (await load('strings-file')) as {
    readonly default: { parse(text: string, withComments: boolean): unknown; compile(model: unknown): string };
  };
  const fluent = (await load('@fluent/syntax')) as {
    parse(text: string, options: object): unknown;
    serialize(model: unknown, options: object): string;
  };
  const { default: phpReader } = (await load('php-array-reader')) as {
    readonly default: { fromString(text: string): unknown };
  };
  const { default: phpWriter } = (await load('phparr')) as { readonly default: (model: unknown) => string };
  return [
    {
      library: 'strings-file',
      formats: ['strings'],
      parse: (text) => stringsFile.parse(text, true),
      print: (model) => stringsFile.compile(model),
    },
    {
      library: '@fluent/syntax serialize',
      formats: ['fluent'],
      parse: (text) => fluent.parse(text, {}),
      print: (model) => fluent.serialize(model, { withJunk: true }),
    },
    {
      library: 'php-array-reader, phparr',
      formats: ['php'],
      parse: (text) => phpReader.fromString(text),
      print: (model) => `<?php\n\nreturn ${phpWriter(model)};\n`,
    },
  ];
}

async function tablePeers(load: Load): Promise<readonly Peer[]> {
  const formats = ['csv', 'csv-texts'];
  const { default: papa } = (await load('papaparse')) as { readonly default: Papa };
  const reader = (await load('csv-parse/sync')) as { parse(text: string, options: object): unknown };
  const writer = (await load('csv-stringify/sync')) as { stringify(rows: unknown, options: object): string };
  const delimiterOf = (text: string): string => papa.parse(text).meta.delimiter;
  return [
    {
      library: 'papaparse',
      formats,
      parse: (text) => papa.parse(text).data,
      print: (rows, text) => papa.unparse(rows, { delimiter: delimiterOf(text) }),
    },
    {
      library: 'csv-parse, csv-stringify',
      formats,
      parse: (text) =>
        reader.parse(text, { delimiter: delimiterOf(text), relax_column_count: true, relax_quotes: true }),
      print: (rows, text) => writer.stringify(rows, { delimiter: delimiterOf(text) }),
    },
  ];
}

async function subtitlePeers(load: Load): Promise<readonly Peer[]> {
  const { default: subtitle } = (await load('subtitle')) as { readonly default: Cues };
  const { default: webvtt } = (await load('node-webvtt')) as { readonly default: WebVtt };
  return [
    {
      library: 'subtitle',
      formats: ['srt'],
      parse: (text) => subtitle.parseSync(text),
      print: (model) => subtitle.stringifySync(model, { format: 'SRT' }),
    },
    {
      library: 'subtitle',
      formats: ['vtt'],
      parse: (text) => subtitle.parseSync(text),
      print: (model) => subtitle.stringifySync(model, { format: 'WebVTT' }),
    },
    {
      library: 'node-webvtt',
      formats: ['vtt'],
      parse: (text) => webvtt.parse(text, { meta: true, strict: false }),
      print: (model) => webvtt.compile(model),
    },
  ];
}
