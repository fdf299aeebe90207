import type { LocaleFormat, TextEdit } from './format.ts';
import { spliceEdits } from './spliceEdits.ts';

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
    recognises: (_name, path) => /(?:^|[\\/])_locales[\\/][^\\/]+[\\/]messages\.json$/i.test(path),
    load: async () => (await import('./json/chrome.ts')).chrome,
  },
  {
    id: 'package-nls',
    recognises: (name) => /^(?:package\.nls|bundle\.l10n)(?:\.[^.]+)?\.json$/.test(name),
    load: async () => (await import('./json/json.ts')).packageNls,
  },
  {
    id: 'arb',
    recognises: (name) => name.endsWith('.arb'),
    load: async () => (await import('./arb/arb.ts')).arb,
  },
  {
    id: 'json',
    recognises: (name) => /\.jsonc?$/.test(name),
    load: async () => (await import('./json/json.ts')).json,
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
