import type { LocaleFormat, TextEdit } from './format.ts';
import { spliceEdits } from './spliceEdits.ts';

/** A row of the table of formats. */
interface FormatEntry {
  /** Whether a file is of this format; `name` is that of the file in lower case, without its folders. */
  recognises(name: string, path: string, text: string): boolean;
  /** Loads the format with its parser, which is a chunk of its own until then. Undefined: such files are not supported. */
  load(): Promise<LocaleFormat | undefined>;
}

/** The first row that recognises a file has it; a new format is a row. */
const FORMATS: readonly FormatEntry[] = [
  {
    // A browser extension's messages: read as plain JSON, their descriptions would be ordered as if they were texts.
    recognises: (_name, path) => /(?:^|[\\/])_locales[\\/][^\\/]+[\\/]messages\.json$/i.test(path),
    load: () => Promise.resolve(undefined),
  },
  {
    recognises: (name) => /^(?:package\.nls|bundle\.l10n)(?:\.[^.]+)?\.json$/.test(name),
    load: async () => (await import('./json/json.ts')).packageNls,
  },
  {
    recognises: (name) => /\.jsonc?$/.test(name),
    load: async () => (await import('./json/json.ts')).json,
  },
];

/** The format of a file, by its path and, where that leaves a doubt, its text; undefined when it is none that is supported. */
export async function formatFor(path: string, text: string): Promise<LocaleFormat | undefined> {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  return FORMATS.find((format) => format.recognises(name, path, text))?.load();
}

/** Applies edits in one pass. Throws RangeError for edits that are unsorted, overlap or reach outside the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return spliceEdits(text, edits);
}
