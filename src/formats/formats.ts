import type { LocaleFormat, TextEdit } from './format.ts';
import { csvKind } from './csv/csvKind.ts';
import { isQtText } from './qt/isQtText.ts';
import { isAngularJson, isChromeMessages, isFormatjs } from './json/recognizeJson.ts';
import { isArrayFile, isPropertyList, isTextModule } from './kit/recognize.ts';
import { spliceEdits } from './kit/spliceEdits.ts';

/** How much of a text is looked at, in UTF-16 units, where its name alone leaves a doubt. */
const beginning = 8000;

/** A row of the table of formats. */
interface FormatEntry {
  readonly id: string;
  /** Whether a file is of this format; `name` is that of the file in lower case, without its folders. Cheap: it reads no more of the text than tells formats of one name apart. */
  recognises(name: string, path: string, text: string): boolean;
  /** Loads the format with its parser, which is a chunk of its own until then. */
  load(): Promise<LocaleFormat>;
}

/** The first row that recognises a file has it; a new format is a row. */
const FORMATS: readonly FormatEntry[] = [
  {
    id: 'chrome',
    recognises: (_name, path) => isChromeMessages(path),
    load: async () => (await import('./json/chrome.ts')).chrome,
  },
  {
    id: 'package-nls',
    recognises: (name) => /^(?:package\.nls|bundle\.l10n)(?:\.[^.]+)?\.json$/.test(name),
    load: async () => (await import('./json/json.ts')).packageNls,
  },
  {
    id: 'angular-json',
    recognises: (name, _path, text) => name.endsWith('.json') && isAngularJson(text),
    load: async () => (await import('./json/json.ts')).angularJson,
  },
  {
    id: 'formatjs',
    recognises: (name, _path, text) => name.endsWith('.json') && isFormatjs(text),
    load: async () => (await import('./json/formatjs.ts')).formatjs,
  },
  { id: 'json', recognises: (name) => /\.jsonc?$/.test(name), load: async () => (await import('./json/json.ts')).json },
  {
    id: 'json5',
    recognises: (name) => name.endsWith('.json5'),
    load: async () => (await import('./json5/json5.ts')).json5,
  },
  { id: 'arb', recognises: (name) => name.endsWith('.arb'), load: async () => (await import('./arb/arb.ts')).arb },
  {
    id: 'xcstrings',
    recognises: (name) => name.endsWith('.xcstrings'),
    load: async () => (await import('./xcstrings/xcstrings.ts')).xcstrings,
  },
  {
    id: 'strings',
    recognises: (name, _path, text) => name.endsWith('.strings') && !isPropertyList(text),
    load: async () => (await import('./strings/appleStrings.ts')).strings,
  },
  {
    id: 'stringsdict',
    recognises: (name) => name.endsWith('.stringsdict'),
    load: async () => (await import('./stringsdict/stringsdict.ts')).stringsdict,
  },
  {
    id: 'android-xml',
    recognises: (name, _path, text) => name.endsWith('.xml') && /<resources[\s>]/.test(text.slice(0, beginning)),
    load: async () => (await import('./android/android.ts')).androidXml,
  },
  { id: 'yaml', recognises: (name) => /\.ya?ml$/.test(name), load: async () => (await import('./yaml/yaml.ts')).yaml },
  { id: 'toml', recognises: (name) => name.endsWith('.toml'), load: async () => (await import('./toml/toml.ts')).toml },
  { id: 'po', recognises: (name) => /\.pot?$/.test(name), load: async () => (await import('./po/po.ts')).po },
  {
    id: 'xliff',
    recognises: (name) => /\.(?:xlf|xliff)$/.test(name),
    load: async () => (await import('./xliff/xliff.ts')).xliff,
  },
  {
    id: 'resx',
    recognises: (name) => /\.res[xw]$/.test(name),
    load: async () => (await import('./resx/resx.ts')).resx,
  },
  {
    id: 'properties',
    recognises: (name) => name.endsWith('.properties'),
    load: async () => (await import('./properties/properties.ts')).properties,
  },
  {
    id: 'fluent',
    recognises: (name) => name.endsWith('.ftl'),
    load: async () => (await import('./fluent/fluent.ts')).fluent,
  },
  {
    id: 'php',
    recognises: (name, _path, text) => name.endsWith('.php') && isArrayFile(text),
    load: async () => (await import('./php/php.ts')).php,
  },
  {
    id: 'qt',
    recognises: (name, _path, text) => name.endsWith('.ts') && isQtText(text),
    load: async () => (await import('./qt/qt.ts')).qt,
  },
  {
    id: 'typescript',
    recognises: (name, path, text) => /\.[cm]?ts$/.test(name) && isTextModule(path, text),
    load: async () => (await import('./module/module.ts')).typescript,
  },
  {
    id: 'javascript',
    recognises: (name, path, text) => /\.[cm]?js$/.test(name) && isTextModule(path, text),
    load: async () => (await import('./module/module.ts')).javascript,
  },
  {
    id: 'markdown',
    recognises: (name) => /\.(?:md|markdown)$/.test(name),
    load: async () => (await import('./markdown/markdown.ts')).markdown,
  },
  {
    id: 'mdx',
    recognises: (name) => name.endsWith('.mdx'),
    load: async () => (await import('./markdown/markdown.ts')).mdx,
  },
  {
    id: 'html',
    recognises: (name) => /\.x?html?$/.test(name),
    load: async () => (await import('./html/html.ts')).html,
  },
  {
    id: 'csv',
    recognises: (name, _path, text) => isTable(name) && csvKind(text) === 'csv',
    load: async () => (await import('./csv/csv.ts')).csv,
  },
  {
    id: 'csv-texts',
    recognises: (name, _path, text) => isTable(name) && csvKind(text) === 'csv-texts',
    load: async () => (await import('./csv/csv.ts')).csvTexts,
  },
  {
    id: 'srt',
    recognises: (name) => name.endsWith('.srt'),
    load: async () => (await import('./subtitles/subtitles.ts')).srt,
  },
  {
    id: 'vtt',
    recognises: (name) => name.endsWith('.vtt'),
    load: async () => (await import('./subtitles/subtitles.ts')).vtt,
  },
];

function isTable(name: string): boolean {
  return /\.[ct]sv$/.test(name);
}

/** The format of a file, by its path and, where that leaves a doubt, its text; undefined when it is none that is supported. */
export async function formatFor(path: string, text: string): Promise<LocaleFormat | undefined> {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  return FORMATS.find((format) => format.recognises(name, path, text))?.load();
}

/** A format by its id. */
export async function formatById(id: string): Promise<LocaleFormat | undefined> {
  return FORMATS.find((format) => format.id === id)?.load();
}

/** Applies edits in one pass. Throws RangeError for edits that are unsorted, overlap or reach outside the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return spliceEdits(text, edits);
}
