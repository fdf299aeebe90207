import { present } from '../../base/present.ts';
import type { LocaleFormat } from './localeFormat.ts';

/** How many parsed texts are kept: a write uses the target's text before and after it several times. */
const keptCount = 2;

/** A text and the file that it was parsed into. */
interface Parsed<File> {
  readonly text: string;
  readonly file: File;
}

/**
 * A format whose `read` and `write` may parse the same text repeatedly: it is parsed once, and dropped when they
 * return. Only the source of the last write is kept, because an order writes from one source into many languages.
 */
export function keptWhileWriting<File>(
  parse: (text: string) => File,
  createFormat: (parse: (text: string) => File) => LocaleFormat,
): LocaleFormat {
  let parsedFiles: readonly Parsed<File>[] = [];
  let parsedSource: Parsed<File> | undefined;
  /** The text of the source of the write that is running. */
  let sourceText: string | undefined;
  const innerFormat = createFormat((text) => {
    if (text === parsedSource?.text) return parsedSource.file;
    const parsedBefore = parsedFiles.find((parsedFile) => parsedFile.text === text);
    if (parsedBefore !== undefined) return parsedBefore.file;
    const parsed = { text, file: parse(text) };
    if (text === sourceText) parsedSource = parsed;
    else parsedFiles = [parsed, ...parsedFiles.slice(0, keptCount - 1)];
    return parsed.file;
  });
  const runAndForget = <Result>(run: () => Result): Result => {
    try {
      return run();
    } finally {
      parsedFiles = [];
      sourceText = undefined;
    }
  };
  const { locales } = innerFormat;
  return {
    ...innerFormat,
    ...present({ locales: locales && ((text: string) => runAndForget(() => locales(text))) }),
    read: (text, locale) => runAndForget(() => innerFormat.read(text, locale)),
    write: (text, translations, context) =>
      runAndForget(() => {
        ({ sourceText } = context);
        return innerFormat.write(text, translations, context);
      }),
  };
}
