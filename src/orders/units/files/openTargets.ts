import { mapLimited } from '../../../base/mapLimited.ts';
import { targetPath } from '../../../locales/layout.ts';
import { RefusedFileError } from './refusedFileError.ts';
import type { FileRef } from './skippedFile.ts';
import { openTargetFile, UnreadableFileError, type SourceFile, type TargetFile } from './localeFile.ts';

/** More would only wait for the disk. */
const targetsAtOnce = 8;

/** A locale that can't be ordered: the service doesn't translate into it, or its file can't be read. */
export interface FailedLocale {
  readonly locale: string;
  /** OrderError 'locale-unsupported', UnreadableFileError, or RefusedFileError. */
  readonly error: unknown;
}

/** A locale whose target file can't be read, or may not be. */
export interface UnreadableLocale extends FailedLocale {
  readonly file: FileRef;
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
      if (!(error instanceof UnreadableFileError || error instanceof RefusedFileError)) throw error;
      failed.push({ locale, error, file: { project: source.project.id, path: targetPath(source.layout, locale) } });
      return undefined;
    }
  });
  return { opened: opened.filter((target) => target !== undefined), failed };
}
