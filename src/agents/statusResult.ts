import type { SkippedFile } from '../orders/model/plan/skippedFile.ts';
import { nameList, outsideText, ownText, toolResult } from './toolResult.ts';

/** The state of a locale file's strings in one locale. Each list has the keys of strings. */
export interface TargetStatus {
  /** Relative to the workspace. */
  readonly file: string;
  readonly locale: string;
  readonly missing: readonly string[];
  /** Strings that have only a translation from the sandbox. */
  readonly simulated: readonly string[];
  readonly sameAsSource: readonly string[];
  readonly outdated: readonly string[];
  /** How far the history was searched for outdated strings. */
  readonly outdatedChecked: 'complete' | 'partial' | 'not-checked';
  /** Strings on order. */
  readonly inFlight: readonly string[];
  /** Those of `inFlight` that seem to be on order from another clone of the repository. */
  readonly fromOtherClone: readonly string[];
  /** Strings that are never ordered. */
  readonly skipped: readonly UnreadableEntry[];
  /** Entries that only the translation has and that are not read; absent without any. */
  readonly unreadInTarget?: readonly UnreadableEntry[];
  /** The number of translated strings. */
  readonly translated: number;
}

/** A string that is never ordered; `notRead`: an entry that can't be read as a string. */
interface UnreadableEntry {
  readonly key: string;
  readonly notRead?: { readonly in: 'source' | 'target'; readonly line: number };
}

/** A file or a target about which nothing can be said. */
export interface SkippedName {
  readonly file: string;
  readonly locale?: string;
  readonly reason: SkippedFile['reason'] | 'unsupported-or-unreadable';
}

/** A repository that git can't read: files that it ignores are among the files. */
export interface UnreadableRepository {
  readonly folder: string;
  /** One sentence. */
  readonly message: string;
}

export interface ProjectStatus {
  readonly sourceLocale: string;
  readonly targets: readonly TargetStatus[];
  readonly skipped: readonly SkippedName[];
  readonly unreadableRepositories: readonly UnreadableRepository[];
}

/** The members of `TargetStatus` that list open strings. */
const listNames = ['missing', 'simulated', 'sameAsSource', 'outdated', 'inFlight'] as const;

/** The maximum number of skipped files, and of repositories, in a result. */
const maxSkipped = 20;

/** Returns the status of a project's strings for the model. Targets with the most open strings are first. */
export function statusResult({ sourceLocale, targets, skipped, unreadableRepositories }: ProjectStatus): string {
  const openCount = (target: TargetStatus): number => listNames.reduce((sum, list) => sum + target[list].length, 0);
  const totalOf = (list: (typeof listNames)[number] | 'fromOtherClone'): number =>
    targets.reduce((sum, target) => sum + target[list].length, 0);
  const incomplete = targets.filter((target) => openCount(target) > 0).toSorted((a, b) => openCount(b) - openCount(a));
  const cloneCount = totalOf('fromOtherClone');
  return toolResult(
    {
      sourceLocale: outsideText(sourceLocale),
      totals: {
        translated: targets.reduce((sum, { translated }) => sum + translated, 0),
        ...Object.fromEntries(listNames.map((list) => [list, totalOf(list)])),
        neverOrdered: targets.reduce((sum, { skipped: strings }) => sum + strings.length, 0),
      },
      completeTargets: targets.length - incomplete.length,
      ...(cloneCount === 0
        ? {}
        : {
            fromOtherClone: cloneCount,
            fromOtherCloneNote: ownText(
              'These strings on order may be of another project. The order wizard asks the user about them.',
            ),
          }),
      ...notReadFacts(targets),
      ...skippedFacts(skipped, unreadableRepositories),
    },
    'targets',
    incomplete.map((target) => ({
      file: outsideText(target.file),
      locale: outsideText(target.locale),
      ...Object.fromEntries(
        listNames.filter((list) => target[list].length > 0).map((list) => [list, nameList(target[list])]),
      ),
      ...(target.fromOtherClone.length === 0 ? {} : { fromOtherClone: nameList(target.fromOtherClone) }),
      outdatedChecked: ownText(target.outdatedChecked),
    })),
  );
}

/** Names the entries that can't be read as strings, each once for its file, by key or line. */
function notReadFacts(targets: readonly TargetStatus[]) {
  const names = targets.flatMap(({ file, locale, skipped, unreadInTarget = [] }) =>
    [...skipped, ...unreadInTarget].flatMap(({ key, notRead }) => {
      if (notRead === undefined) return [];
      const fileName = notRead.in === 'source' ? file : `${file} (${locale})`;
      return [`${fileName}: ${key === '' ? `line ${notRead.line}` : key}`];
    }),
  );
  const distinctNames = [...new Set(names)];
  return distinctNames.length === 0 ? {} : { notRead: nameList(distinctNames) };
}

/** Returns the members of a result that name skipped files and targets, and repositories that git can't read. */
export function skippedFacts(skipped: readonly SkippedName[], repositories: readonly UnreadableRepository[]) {
  return { ...skippedMembers(skipped), ...repositoryMembers(repositories) };
}

function repositoryMembers(repositories: readonly UnreadableRepository[]) {
  if (repositories.length === 0) return {};
  return {
    unreadableRepositories: repositories.slice(0, maxSkipped).map(({ folder, message }) => ({
      folder: outsideText(folder),
      message: outsideText(message),
    })),
  };
}

function skippedMembers(skipped: readonly SkippedName[]) {
  if (skipped.length === 0) return {};
  return {
    skippedCount: skipped.length,
    skipped: skipped.slice(0, maxSkipped).map(({ file, locale, reason }) => ({
      file: outsideText(file),
      ...(locale === undefined ? {} : { locale: outsideText(locale) }),
      reason: ownText(reason),
    })),
  };
}
