import * as l10n from '@vscode/l10n';
import { present } from '../base/present.ts';
import { targetPath } from '../locales/layout.ts';
import { findMistakenNames, mistakenNamesIn, type MistakenName } from '../locales/names/mistakenNames.ts';
import type { SkippedFile } from '../orders/model/plan/skippedFile.ts';
import { RefusedFileError } from '../orders/model/errors/refusedFileError.ts';
import type { TargetGaps } from '../orders/units/gaps/translationGaps.ts';
import type { FailedTarget } from '../orders/units/gaps/planDrafts.ts';
import { findUnusedNames, type UnusedName } from '../locales/names/unusedNames.ts';
import { mistakenNameSentence, unusedNameSentence } from '../words/languageNames.ts';
import { plain } from '../words/plain.ts';
import { andMoreLine } from '../words/truncatedList.ts';
import { fromOutside, words, type Words } from '../words/words.ts';
import { sourceSentence, type FileWithoutSource } from '../words/reasonSentences.ts';
import { linkSentence } from '../words/errorSentence.ts';
import { cliErrorSentence } from './language/cliSentences.ts';
import type { CliProject, CliProjects } from './openProjects.ts';
import type { SourceGroup } from './openScope.ts';
import type { Terminal } from './terminal.ts';
import { UnreadableFileError } from '../orders/model/errors/unreadableFileError.ts';

/** The maximum number of characters of a path that are shown. */
export const maxFileCharacters = 1000;

/** A file that can't be read, with the reason. `file` and `message` are members of the JSON document. */
export interface UnreadableFile {
  readonly file: string;
  readonly message: string;
  readonly sentence: Words;
}

/** Describes sources and targets that can't be read, each file once. */
export function unreadableFiles(
  projects: CliProjects,
  sources: readonly (SkippedFile & { readonly reason: 'unreadable' })[],
  targets: readonly FailedTarget[],
): readonly UnreadableFile[] {
  const descriptions = [
    ...sources.map(({ file, error }) => describe(projects.nameOf(file.project, file.path), error)),
    ...targets.map(({ source, locale, error }) =>
      describe(projects.nameOf(source.project.id, targetPath(source.layout, locale)), error),
    ),
  ];
  return [...new Map(descriptions.map((description) => [description.file, description])).values()];
}

function describe(file: string, error: unknown): UnreadableFile {
  const reason = cliErrorSentence(error);
  // The sentences of these errors name the file already.
  const namesFile = error instanceof UnreadableFileError || (error instanceof RefusedFileError && error.path === file);
  const sentence = namesFile ? reason : words(l10n.t('{0}: {1}'), fromOutside(file, maxFileCharacters), reason);
  return { file, message: plain(reason), sentence };
}

/** The maximum number of files without a source that are named for people; the JSON document has all of them. */
const maxSentences = 20;

/** A file that is not the source of its strings, or not of all, as the JSON document has it. */
export interface FileWithoutSourceRow {
  readonly file: string;
  readonly reason: FileWithoutSource['reason'];
  /** How many strings it concerns, if that is known. */
  readonly strings?: number;
  readonly message: string;
}

/** Describes files that are not the source of their strings: the members of the JSON document, and the sentences. */
export function describeWithoutSource(
  projects: CliProjects,
  files: readonly FileWithoutSource[],
): { readonly rows: readonly FileWithoutSourceRow[]; readonly sentences: readonly Words[] } {
  const described = files.map((skipped) => {
    const { project, path } = skipped.file;
    const nameOf = (name: string): Words => fromOutside(projects.nameOf(project, name), maxFileCharacters);
    const sentence = sourceSentence(skipped, nameOf);
    let strings: number | undefined;
    if (skipped.reason === 'source-unknown') strings = skipped.stringCount;
    else if (skipped.reason === 'second-source') strings = skipped.keys.length;
    const file = projects.nameOf(project, path);
    return { sentence, row: { file, reason: skipped.reason, ...present({ strings }), message: plain(sentence) } };
  });
  const sentences = described.slice(0, maxSentences).map(({ sentence }) => sentence);
  const hiddenCount = described.length - sentences.length;
  return {
    rows: described.map(({ row }) => row),
    sentences: hiddenCount === 0 ? sentences : [...sentences, andMoreLine(hiddenCount)],
  };
}

/** Returns the repositories that git can't read, for the JSON document. Files that they ignore may have been counted. */
export function unreadableRepositories(
  projects: CliProjects,
): readonly { readonly folder: string; readonly message: string }[] {
  return projects.gitErrors.map((error) => ({ folder: error.repository, message: plain(cliErrorSentence(error)) }));
}

/** A link to locale files that is not followed, as the JSON document has it. */
export interface SkippedLink {
  readonly link: string;
  readonly target: string;
}

/** Names the links to locale files and manifests of the projects that are not followed, each once. */
export async function skippedLinks(projects: CliProjects, terminal: Terminal): Promise<readonly SkippedLink[]> {
  const linksOf = async ({ project }: CliProject) =>
    (await project.links()).map(({ path, target }) => ({ link: projects.nameOf(project.id, path), target }));
  const links = (await Promise.all(projects.all.map(linksOf))).flat();
  for (const { link, target } of links) terminal.message(linkSentence({ path: link, target }));
  return links;
}

/** Says that outdated strings may be missing from the result, because no history or only a part of it could be read. */
export function warnAboutHistory(terminal: Terminal, targets: readonly TargetGaps[]): void {
  if (targets.every(({ outdatedChecked }) => outdatedChecked === 'complete')) return;
  const isPartial = targets.some(({ outdatedChecked }) => outdatedChecked === 'partial');
  const sentence = isPartial
    ? words(l10n.t('The history of the repository could not be read completely, so outdated strings may be missing.'))
    : words(l10n.t('No history of the files could be read, so outdated strings may be missing.'));
  terminal.message(sentence);
}

/**
 * A name in place of a locale that means none, or probably another one, or the same as the name of other files, with the
 * sentence that says so.
 */
export interface NamedMistake {
  readonly member: Omit<MistakenName, 'files'> &
    Partial<Pick<UnusedName, 'usedName'>> & { readonly files: readonly string[] };
  readonly sentence: Words;
}

/** Finds the mistaken names among the files of the projects, next to the files of the groups. */
export async function mistakenNames(
  projects: CliProjects,
  groups: readonly SourceGroup[],
): Promise<readonly NamedMistake[]> {
  const sources = groups.flatMap((group) => group.sources);
  const namesIn = async ({ project }: CliProject): Promise<readonly NamedMistake[]> => {
    const ofProject = sources.filter((source) => source.project.id === project.id);
    const patterns = ofProject.map(({ layout }) => layout.pattern);
    const nameOf = (file: string): string => projects.nameOf(project.id, file);
    const files = await project.possibleFiles();
    const inFiles = ofProject.flatMap(({ path, otherNames = [], locale, targetLocales }) =>
      mistakenNamesIn(path, otherNames, [locale, ...targetLocales]),
    );
    const mistakes = [...findMistakenNames({ patterns, files }), ...inFiles].map((mistake) => ({
      member: { ...mistake, files: mistake.files.map(nameOf) },
      sentence: mistakenNameSentence(mistake, nameOf),
    }));
    const layouts = ofProject.map(({ layout }) => layout);
    const unused = findUnusedNames(layouts, new Set(files)).map((name) => ({
      member: { ...name, files: name.files.map(nameOf), isLocale: false },
      sentence: unusedNameSentence(name, nameOf),
    }));
    return [...mistakes, ...unused];
  };
  return (await Promise.all(projects.all.map(namesIn))).flat();
}
