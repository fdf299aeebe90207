import { isSameLocale } from '../../../base/locale.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import { LayoutPatternError } from '../../../locales/layoutPatternError.ts';
import { PlaceholderSettingError } from '../../../placeholders/pattern/settingError.ts';
import { OrderError } from '../../model/orderError.ts';
import type { Project } from '../../model/project.ts';
import { locateSource, type LocatedSource, type SourceFile } from './localeFile.ts';
import type { FileRef, SkippedFile } from './skippedFile.ts';
import type { LayoutSettings } from '../../model/layoutSettings.ts';

/** A file to order: a source, or a translation, from which its source is ordered. */
export interface ChosenFile {
  readonly project: Project;
  readonly path: string;
  readonly settings: LayoutSettings;
  /** Whether the user selected this very file, so that it is reported if it is not a locale file. */
  readonly isSelected: boolean;
}

/** The sources of an order of several files. */
export interface OpenedSources {
  /** In the order of the projects, by path; all in one source locale. */
  readonly sources: readonly SourceFile[];
  /** The locales of the chosen translations, if no source was chosen. */
  readonly into: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

export interface OpenProgress {
  readonly signal: AbortSignal;
  readonly onProgress?: (opened: number, total: number) => void;
}

/** More would only wait for the disk. */
const filesAtOnce = 8;

/**
 * Opens the sources of files, each once. A file that can't be read is skipped, and so are files in another source
 * locale than the one with the most translations. Rejects with LayoutPatternError and PlaceholderSettingError for
 * invalid settings, which affect all files, and with the signal's reason.
 */
export async function openSources(files: readonly ChosenFile[], progress: OpenProgress): Promise<OpenedSources> {
  const { signal, onProgress } = progress;
  const found = await locateAll(files, signal);
  let opened = 0;
  const results = await mapLimited(found, filesAtOnce, async (group) => {
    signal.throwIfAborted();
    const result = await tryToOpen(group, signal);
    onProgress?.((opened += 1), found.length);
    return result;
  });
  const sources = results.flatMap((result) => (result !== undefined && 'format' in result ? [result] : []));
  const skipped = results.flatMap((result) => (result !== undefined && 'reason' in result ? [result] : []));
  const locale = mainLocale(sources);
  const others = sources.filter((source) => !isSameLocale(source.locale, locale));
  return {
    sources: inFileOrder(sources.filter((source) => !others.includes(source))),
    into: found.some(({ isSource }) => isSource) ? [] : [...new Set(found.flatMap(({ into }) => into))],
    skipped: [
      ...skipped,
      ...others.map((source) => ({ file: refOf(source), reason: 'other-source' as const, locale: source.locale })),
    ],
  };
}

/** A source, and what the chosen files say about it. */
interface FoundSource {
  readonly project: Project;
  readonly located: LocatedSource;
  isSelected: boolean;
  isSource: boolean;
  readonly into: string[];
}

async function locateAll(files: readonly ChosenFile[], signal: AbortSignal): Promise<readonly FoundSource[]> {
  const all = await mapLimited(files, filesAtOnce, async (file) => {
    signal.throwIfAborted();
    return { file, located: await locateSource(file.project, file.path, file.settings) };
  });
  const sources = new Map<string, FoundSource>();
  for (const { file, located } of all) {
    const name = JSON.stringify([file.project.id, located.path]);
    const found = sources.get(name) ?? { project: file.project, located, isSelected: false, isSource: false, into: [] };
    sources.set(name, found);
    if (file.isSelected) found.isSelected = true;
    if (located.into === undefined) found.isSource = true;
    else found.into.push(located.into);
  }
  return [...sources.values()];
}

/** Returns undefined for a file that only looks like a locale file, unless the user selected it. */
async function tryToOpen(
  { project, located, isSelected }: FoundSource,
  signal: AbortSignal,
): Promise<SourceFile | SkippedFile | undefined> {
  try {
    return await located.open(signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LayoutPatternError || error instanceof PlaceholderSettingError) throw error;
    if (error instanceof OrderError && error.reason === 'not-a-locale-file' && !isSelected) return undefined;
    return { file: { project: project.id, path: located.path }, reason: 'unreadable', error };
  }
}

/**
 * Returns the source locale with the most translations. A few files that exist in some other language only, such as the
 * legal texts of a country, are not what a project is translated from.
 */
function mainLocale(sources: readonly SourceFile[]): string {
  let [best, most] = ['', 0];
  for (const { locale } of sources) {
    const count = sources
      .filter((source) => isSameLocale(source.locale, locale))
      .reduce((sum, { targetLocales }) => sum + 1 + targetLocales.length, 0);
    if (count > most) [best, most] = [locale, count];
  }
  return best;
}

/** Sorts files by path. The projects keep their order. */
function inFileOrder(sources: readonly SourceFile[]): readonly SourceFile[] {
  const byProject = Map.groupBy(sources, ({ project }) => project.id);
  return [...byProject.values()].flatMap((ofProject) => ofProject.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
}

function refOf({ project, path }: SourceFile): FileRef {
  return { project: project.id, path };
}
