import { present } from '../../base/present.ts';
import { FormatError, type LocaleFormat, type Unit } from './localeFormat.ts';

/** How many parsed texts are kept: a write uses the target's text before and after it several times. */
const keptCount = 2;

/** A text and the file that it was parsed into. */
interface Parsed<File> {
  readonly text: string;
  /** The text of the source that a target was parsed with. */
  readonly sourceText: string | undefined;
  readonly file: File;
}

/** The source of a target that is parsed. */
export interface TargetSource<File> {
  readonly text: string;
  /** Parses it; undefined for a source that can't be read, which must not prevent reading the target. */
  readonly file: () => File | undefined;
}

/** Parses a text, or returns the file that it was parsed into shortly before. `sourceText`: of a target's source. */
export type FileOf<File> = (text: string, sourceText?: string) => File;

/**
 * A format whose `read` and `write` may parse the same text repeatedly: it is parsed once, and dropped when they
 * return. Only the source of the last write is kept, because an order writes from one source into many languages.
 */
export function keptWhileWriting<File extends object>(
  parse: (text: string, source?: TargetSource<File>) => File,
  createFormat: (parse: FileOf<File>) => LocaleFormat,
): LocaleFormat {
  let parsedFiles: readonly Parsed<File>[] = [];
  let parsedSource: Parsed<File> | undefined;
  /** The source of the targets that were read last; it may be collected at any time. */
  let recentSource: WeakRef<Parsed<File>> | undefined;
  /** The text of the source of the write that is running. */
  let writtenFrom: string | undefined;
  const fileOf: FileOf<File> = (text, sourceTextOfTarget) => {
    const sourceText = sourceTextOfTarget === text ? undefined : sourceTextOfTarget;
    const parsedBefore = [parsedSource, ...parsedFiles].find(
      (parsedFile) => parsedFile?.text === text && parsedFile.sourceText === sourceText,
    );
    if (parsedBefore !== undefined) return parsedBefore.file;
    const file =
      sourceText === undefined ? parse(text) : parse(text, { text: sourceText, file: () => sourceOf(sourceText) });
    const parsed = { text, sourceText, file };
    if (text === writtenFrom && sourceText === undefined) parsedSource = parsed;
    else parsedFiles = [parsed, ...parsedFiles.slice(0, keptCount - 1)];
    return file;
  };
  const sourceOf = (text: string): File | undefined => {
    const recent = recentSource?.deref();
    if (recent?.text === text) return recent.file;
    try {
      const file = fileOf(text);
      recentSource = new WeakRef({ text, sourceText: undefined, file });
      return file;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return undefined;
    }
  };
  const innerFormat = createFormat(fileOf);
  const runAndForget = <Result>(run: () => Result): Result => {
    try {
      return run();
    } finally {
      parsedFiles = [];
      writtenFrom = undefined;
    }
  };
  const { locales } = innerFormat;
  return {
    ...innerFormat,
    ...present({ locales: locales && ((text: string) => runAndForget(() => locales(text))) }),
    read: (...call) => runAndForget(() => innerFormat.read(...call)),
    write: (text, translations, context) =>
      runAndForget(() => {
        writtenFrom = context.sourceText;
        return innerFormat.write(text, translations, context);
      }),
  };
}

/** How many texts are remembered: as many files as are read at the same time, with their translations. */
const rememberedCount = 16;

/**
 * Returns a function that parses like `parse`, but parses a text once if it is needed again soon: a bilingual file is
 * read for its locales, its source texts and its translations. The result must not be changed. It is not kept in memory
 * for this: a result that nothing else uses may be collected at any time, and is then made again.
 */
export function parsedRecently<Result extends object>(parse: (text: string) => Result): (text: string) => Result {
  const remembered = new Map<string, WeakRef<Result>>();
  return (text) => {
    const earlierResult = remembered.get(text)?.deref();
    if (earlierResult !== undefined) return earlierResult;
    const result = parse(text);
    remembered.delete(text);
    remembered.set(text, new WeakRef(result));
    const [oldestText] = remembered.keys();
    if (remembered.size > rememberedCount && oldestText !== undefined) remembered.delete(oldestText);
    return result;
  };
}

/**
 * The documents that lists of units were read from, so that they need not be parsed again when the units are written. As
 * with `parsedRecently`, they are not kept in memory for this: the units of a project live as long as its window.
 */
export class DocumentsOfUnits<Document extends object> {
  readonly #byFirstUnit = new WeakMap<Unit, WeakRef<Document>>();

  add([firstUnit]: readonly Unit[], document: Document): void {
    if (firstUnit !== undefined) this.#byFirstUnit.set(firstUnit, new WeakRef(document));
  }

  /** Returns the document that units were read from; undefined if it is no longer in memory. */
  of(units: ReadonlyMap<string, Unit>): Document | undefined {
    const [firstUnit] = units.values();
    return firstUnit && this.#byFirstUnit.get(firstUnit)?.deref();
  }
}
