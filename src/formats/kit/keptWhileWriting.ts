import { present } from '../../base/present.ts';
import type { LocaleFormat } from './localeFormat.ts';

/** The target's and the source's: one write uses both several times, and parsing is slow. */
const keptCount = 2;

/**
 * A format whose `read` and `write` may parse the same text repeatedly: it is parsed once, and dropped when they
 * return.
 */
export function keptWhileWriting<File>(
  parse: (text: string) => File,
  format: (parse: (text: string) => File) => LocaleFormat,
): LocaleFormat {
  let kept: readonly { readonly text: string; readonly file: File }[] = [];
  const own = format((text) => {
    const known = kept.find((each) => each.text === text);
    if (known !== undefined) return known.file;
    const file = parse(text);
    kept = [{ text, file }, ...kept.slice(0, keptCount - 1)];
    return file;
  });
  const forgetting = <Result>(run: () => Result): Result => {
    try {
      return run();
    } finally {
      kept = [];
    }
  };
  const { locales } = own;
  return {
    ...own,
    ...present({
      locales: locales === undefined ? undefined : (text: string) => forgetting(() => locales(text)),
    }),
    read: (text, locale) => forgetting(() => own.read(text, locale)),
    write: (text, translations, context) => forgetting(() => own.write(text, translations, context)),
  };
}
