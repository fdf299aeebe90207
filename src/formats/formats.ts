import { FormatError, holdsSeveralLocales, type LocaleFormat, type TextEdit } from './format.ts';
import { csvKind } from './csv/csvKind.ts';
import { isQtText } from './qt/isQtText.ts';
import {
  hasPluralSets,
  hasPluralSetsByPath,
  isAngularJson,
  isChromeMessages,
  isFormatjs,
} from './json/recognizeJson.ts';
import { isArrayFile, isPropertyList, isTextModule, namesLocales } from './recognize.ts';
import { spliceEdits } from './kit/spliceEdits.ts';
import { conflictOffset, firstVersion } from './reasons/conflictMarkers.ts';

/** How much of a text is examined if its name is ambiguous, in UTF-16 units. */
const beginning = 8000;

/** A row of the table of formats. */
interface FormatEntry {
  readonly id: string;
  /**
   * Whether a file is of this format; `name` is its lowercase file name without folders. Cheap: reads only as much of
   * the text as is needed to distinguish formats with the same file extension.
   */
  recognizes(name: string, path: string, text: string): boolean;
  /** Loads the format and its parser, which are a separate chunk. */
  load(): Promise<LocaleFormat>;
}

/** The first row that recognizes a file applies. To add a format, add a row. */
const formats: readonly FormatEntry[] = [
  {
    id: 'chrome',
    recognizes: (_name, path) => isChromeMessages(path),
    load: async () => (await import('./json/chrome.ts')).chrome,
  },
  {
    id: 'package-nls',
    recognizes: (name) => /^(?:package\.nls|bundle\.l10n)(?:\.[^.]+)?\.json$/.test(name),
    load: async () => (await import('./json/json.ts')).packageNls,
  },
  {
    id: 'angular-json',
    recognizes: (name, _path, text) => name.endsWith('.json') && isAngularJson(text),
    load: async () => (await import('./json/json.ts')).angularJson,
  },
  {
    id: 'formatjs',
    recognizes: (name, _path, text) => name.endsWith('.json') && isFormatjs(text),
    load: async () => (await import('./json/formatjs.ts')).formatjs,
  },
  {
    id: 'json-plurals',
    recognizes: (_name, path) => hasPluralSetsByPath(path),
    load: async () => (await import('./json/json.ts')).jsonPlurals,
  },
  { id: 'json', recognizes: (name) => /\.jsonc?$/.test(name), load: async () => (await import('./json/json.ts')).json },
  {
    id: 'json5',
    recognizes: (name) => name.endsWith('.json5'),
    load: async () => (await import('./json5/json5.ts')).json5,
  },
  { id: 'arb', recognizes: (name) => name.endsWith('.arb'), load: async () => (await import('./arb/arb.ts')).arb },
  {
    id: 'xcstrings',
    recognizes: (name) => name.endsWith('.xcstrings'),
    load: async () => (await import('./xcstrings/xcstrings.ts')).xcstrings,
  },
  {
    id: 'strings',
    recognizes: (name, _path, text) => name.endsWith('.strings') && !isPropertyList(text),
    load: async () => (await import('./strings/appleStrings.ts')).strings,
  },
  {
    id: 'stringsdict',
    recognizes: (name) => name.endsWith('.stringsdict'),
    load: async () => (await import('./stringsdict/stringsdict.ts')).stringsdict,
  },
  {
    id: 'android-xml',
    recognizes: (name, _path, text) => name.endsWith('.xml') && /<resources[\s>]/.test(text.slice(0, beginning)),
    load: async () => (await import('./android/android.ts')).androidXml,
  },
  { id: 'yaml', recognizes: (name) => /\.ya?ml$/.test(name), load: async () => (await import('./yaml/yaml.ts')).yaml },
  { id: 'toml', recognizes: (name) => name.endsWith('.toml'), load: async () => (await import('./toml/toml.ts')).toml },
  { id: 'po', recognizes: (name) => /\.pot?$/.test(name), load: async () => (await import('./po/po.ts')).po },
  {
    id: 'xliff',
    recognizes: (name) => /\.(?:xlf|xliff)$/.test(name),
    load: async () => (await import('./xliff/xliff.ts')).xliff,
  },
  {
    id: 'resx',
    recognizes: (name) => /\.res[xw]$/.test(name),
    load: async () => (await import('./resx/resx.ts')).resx,
  },
  {
    id: 'properties',
    recognizes: (name) => name.endsWith('.properties'),
    load: async () => (await import('./properties/properties.ts')).properties,
  },
  {
    id: 'fluent',
    recognizes: (name) => name.endsWith('.ftl'),
    load: async () => (await import('./fluent/fluent.ts')).fluent,
  },
  {
    id: 'php',
    recognizes: (name, _path, text) => name.endsWith('.php') && isArrayFile(text),
    load: async () => (await import('./php/php.ts')).php,
  },
  {
    id: 'qt',
    recognizes: (name, _path, text) => name.endsWith('.ts') && isQtText(text),
    load: async () => (await import('./qt/qt.ts')).qt,
  },
  {
    id: 'typescript',
    recognizes: (name, path, text) => /\.[cm]?ts$/.test(name) && isTextModule(path, text),
    load: async () => (await import('./module/module.ts')).typescript,
  },
  {
    id: 'javascript',
    recognizes: (name, path, text) => /\.[cm]?js$/.test(name) && isTextModule(path, text),
    load: async () => (await import('./module/module.ts')).javascript,
  },
  {
    id: 'markdown',
    recognizes: (name) => /\.(?:md|markdown)$/.test(name),
    load: async () => (await import('./markdown/markdown.ts')).markdown,
  },
  {
    id: 'mdx',
    recognizes: (name) => name.endsWith('.mdx'),
    load: async () => (await import('./markdown/markdown.ts')).mdx,
  },
  {
    id: 'html',
    recognizes: (name) => /\.x?html?$/.test(name),
    load: async () => (await import('./html/html.ts')).html,
  },
  {
    id: 'ini',
    recognizes: (name) => name.endsWith('.ini'),
    load: async () => (await import('./ini/ini.ts')).ini,
  },
  {
    id: 'vue',
    recognizes: (name, _path, text) => name.endsWith('.vue') && /^[ \t]*<i18n[\s>]/m.test(text),
    load: async () => (await import('./vue/vue.ts')).vue,
  },
  {
    id: 'csv',
    recognizes: (name, _path, text) => isTable(name) && csvKind(text) === 'csv',
    load: async () => (await import('./csv/csv.ts')).csv,
  },
  {
    id: 'csv-texts',
    recognizes: (name, _path, text) => isTable(name) && csvKind(text) === 'csv-texts',
    load: async () => (await import('./csv/csv.ts')).csvTexts,
  },
  {
    id: 'srt',
    recognizes: (name) => name.endsWith('.srt'),
    load: async () => (await import('./subtitles/subtitles.ts')).srt,
  },
  {
    id: 'vtt',
    recognizes: (name) => name.endsWith('.vtt'),
    load: async () => (await import('./subtitles/subtitles.ts')).vtt,
  },
  {
    id: 'play',
    recognizes: (_name, path) => isPlayMessages(path),
    load: async () => (await import('./play/play.ts')).play,
  },
];

/** The Play framework's messages: `conf/messages` and `conf/messages.fr`. */
function isPlayMessages(path: string): boolean {
  return /(?:^|[\\/])conf[\\/]messages(?:\.[A-Za-z]{2,3}(?:[-_][\w-]+)?)?$/.test(path);
}

function isTable(name: string): boolean {
  return /\.[ct]sv$/.test(name);
}

/**
 * Returns the format of a file, by its path and, if that is ambiguous, its text; undefined if no supported format
 * matches. `dependencies` returns the project's libraries, which decide what an object in JSON is. A file with conflict
 * markers has the format that it would have without them; reading it throws FormatError.
 */
export async function formatFor(
  path: string,
  text: string,
  dependencies?: () => Promise<readonly string[]>,
): Promise<LocaleFormat | undefined> {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  const recognized = firstVersion(text);
  const found = formats.find((format) => format.recognizes(name, path, recognized));
  if (found?.id === 'json' && hasPluralSets((await dependencies?.()) ?? [])) return formatById('json-plurals');
  return found?.load();
}

/**
 * Whether a file holds all locales, as only its text shows: a table with columns for locales, or a module or PHP file
 * with keys for them. False for a broken file. One with conflict markers is looked at without them.
 */
export async function holdsAllLocales(path: string, content: string): Promise<boolean> {
  const text = firstVersion(content);
  if (!isTable(path.toLowerCase()) && !namesLocales(text, 2)) return false;
  const format = await formatFor(path, text);
  try {
    const held = format?.locales?.(text);
    return format !== undefined && held !== undefined && holdsSeveralLocales(held, format.read(text));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** Whether a file of any kind has conflict markers, in ASCII or in UTF-16. */
export function hasConflictMarkers(bytes: Uint8Array): boolean {
  return conflictOffset(Buffer.from(bytes).toString('latin1').replaceAll('\0', '')) >= 0;
}

/** Returns a format by its id. */
export async function formatById(id: string): Promise<LocaleFormat | undefined> {
  return formats.find((format) => format.id === id)?.load();
}

/** Applies edits in one pass. Throws RangeError for edits that are unsorted, overlap or reach outside the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return spliceEdits(text, edits);
}
