import { mapLimited } from '../../base/mapLimited.ts';
import { openTargetFile, UnreadableFileError, type SourceFile, type TargetFile } from './localeFile.ts';

/** More would only wait for the disk. */
const targetsAtOnce = 8;

/** A locale that can't be ordered: the service doesn't translate into it, or its file can't be read. */
export interface FailedLocale {
  readonly locale: string;
  /** OrderError 'locale-unsupported', or UnreadableFileError. */
  readonly error: unknown;
}

/** A target file that can't be read. */
export interface UnreadableLocale extends FailedLocale {
  readonly error: UnreadableFileError;
}

/** The targets of a source file that were opened, in the order of the locales, and those that can't be read. */
export interface OpenedTargets {
  readonly opened: readonly TargetFile[];
  readonly failed: readonly UnreadableLocale[];
}

/**
 * Opens the targets of a source file. One that can't be read does not prevent the others. `known` returns targets that
 * have been read already. Rejects with the signal's reason.
 */
export async function openTargets(
  source: SourceFile,
  locales: readonly string[],
  signal: AbortSignal,
  known?: (locale: string) => TargetFile | undefined,
): Promise<OpenedTargets> {
  const failed: UnreadableLocale[] = [];
  const opened = await mapLimited(locales, targetsAtOnce, async (locale) => {
    try {
      return known?.(locale) ?? (await openTargetFile(source, locale, signal));
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      failed.push({ locale, error });
      return undefined;
    }
  });
  return { opened: opened.filter((target) => target !== undefined), failed };
}
