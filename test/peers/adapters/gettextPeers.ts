import type { Peer } from '../peer.ts';
import type { Load } from '../install.ts';

interface GettextParser {
  readonly po: { parse(text: string): GettextTable; compile(table: GettextTable): Uint8Array };
}

interface GettextTable {
  readonly translations: Readonly<Record<string, Readonly<Record<string, { readonly msgstr: string[] }>>>>;
}

interface PoFile {
  readonly items: readonly { readonly msgstr: string[] }[];
  toString(): string;
}

interface GettextConverter {
  po2i18next(text: string): Record<string, unknown>;
  i18next2po(locale: string, model: unknown): string;
}

/** Loads libraries for PO files. Only translations are replaced, because a msgid may have the same text. */
export async function gettextPeers(load: Load): Promise<readonly Peer[]> {
  const { default: pofile } = (await load('pofile')) as { readonly default: { parse(text: string): PoFile } };
  const pofileTs = (await load('pofile-ts')) as { parsePo(text: string): PoFile; stringifyPo(file: PoFile): string };
  const { default: converter } = (await load('gettext-converter')) as { readonly default: GettextConverter };

  const parser = async (name: string, library: string): Promise<Peer<GettextTable>> => {
    const { default: gettext } = (await load(name)) as { readonly default: GettextParser };
    return {
      library,
      formats: ['po'],
      parse: (text) => gettext.po.parse(text),
      set: ({ translations }, from, to) =>
        setIn(
          Object.values(translations).flatMap((context) => Object.values(context)),
          from,
          to,
        ),
      print: (table) => new TextDecoder().decode(gettext.po.compile(table)),
    };
  };
  const files = (library: string, parse: (text: string) => PoFile, print: (file: PoFile) => string): Peer<PoFile> => ({
    library,
    formats: ['po'],
    parse,
    set: ({ items }, from, to) => setIn(items, from, to),
    print,
  });
  return [
    await parser('gettext-parser', 'gettext-parser 10'),
    await parser('gettext-parser-8', 'gettext-parser 8'),
    files(
      'pofile',
      (text) => pofile.parse(text),
      (file) => file.toString(),
    ),
    files(
      'pofile-ts',
      (text) => pofileTs.parsePo(text),
      (file) => pofileTs.stringifyPo(file),
    ),
    {
      library: 'gettext-converter',
      formats: ['po'],
      parse: (text) => converter.po2i18next(text),
      print: (model, text) => converter.i18next2po(languageOf(text), model),
    },
  ];
}

function setIn(entries: readonly { readonly msgstr: string[] }[], from: string, to: string): boolean {
  for (const { msgstr } of entries) {
    const at = msgstr.findIndex((text) => text.includes(from));
    if (at < 0) continue;
    msgstr[at] = (msgstr[at] ?? '').replace(from, () => to);
    return true;
  }
  return false;
}

function languageOf(text: string): string {
  return /^"Language: *([\w-]+)/m.exec(text)?.[1] ?? 'en';
}
