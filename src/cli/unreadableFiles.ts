import * as l10n from '@vscode/l10n';
import { targetPath } from '../locales/layout.ts';
import type { SkippedFile } from '../orders/model/plan/skippedFile.ts';
import { RefusedFileError } from '../orders/model/errors/refusedFileError.ts';
import type { TargetGaps } from '../orders/units/gaps/translationGaps.ts';
import type { FailedTarget } from '../orders/units/gaps/planDrafts.ts';
import { plain } from '../words/plain.ts';
import { fromOutside, words, type Words } from '../words/words.ts';
import { linkSentence } from '../words/errorSentence.ts';
import { cliErrorSentence } from './language/cliSentences.ts';
import type { CliProject, CliProjects } from './openProjects.ts';
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

/** Says that outdated strings may be missing from the result, because the history could not be read completely. */
export function warnAboutHistory(terminal: Terminal, targets: readonly TargetGaps[]): void {
  if (targets.some(({ outdatedChecked }) => outdatedChecked !== 'complete'))
    terminal.message(
      words(l10n.t('The history of the repository could not be read completely, so outdated strings may be missing.')),
    );
}
