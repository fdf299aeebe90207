import * as l10n from '@vscode/l10n';
import { comparisonKey, languageOf } from '../base/locale.ts';
import { present } from '../base/present.ts';
import { knownLanguageCodes } from '../locales/languageCode.ts';
import { noHistory } from '../orders/model/plan/planHistory.ts';
import { keysOnOrder } from '../orders/spend/place/findOnOrder.ts';
import { TranslationGaps, type TargetGaps } from '../orders/units/gaps/translationGaps.ts';
import { targetLocalesOf } from '../orders/units/gaps/planDrafts.ts';
import type { SkipReason } from '../orders/model/plan/plan.ts';
import { formatSentence } from '../words/formatSentence.ts';
import { plain } from '../words/plain.ts';
import { skippedKey, skipReason } from '../words/deliverySentences.ts';
import { truncatedList } from '../words/truncatedList.ts';
import { fromOutside, plural, words, type Words } from '../words/words.ts';
import type { CliSession } from './cliSession.ts';
import { gapPorts, type CliProjects } from './openProjects.ts';
import type { SourceGroup } from './openScope.ts';
import { maxFileCharacters } from './unreadableFiles.ts';

/** Returns what the translations of a group of files lack. Without a session, no earlier order is known. */
export async function gapsOf(
  { sources, locales }: SourceGroup,
  projects: CliProjects,
  session: CliSession | undefined,
): Promise<TranslationGaps> {
  const allLocales = [...sources.map(({ locale }) => locale), ...targetLocalesOf(sources), ...locales];
  const languages = [...new Set([...knownLanguageCodes, ...allLocales].flatMap(codesFor))];
  if (session === undefined) return new TranslationGaps(sources, { history: noHistory, languages }, gapPorts(projects));
  const { context, jobs } = session;
  const history = await session.jobs.orderHistory(sources);
  return new TranslationGaps(
    sources,
    { history, languages },
    { ...gapPorts(projects), onOrder: (targets) => keysOnOrder(context, targets, (id) => jobs.statusOf(id)) },
  );
}

/** Returns codes that count as languages of the service, so that strings are missing in any language: `pt-br`, `pt`. */
function codesFor(locale: string): readonly string[] {
  return [locale, comparisonKey(locale), languageOf(locale)].map((code) => code.toLowerCase());
}

/** A string that is never ordered, and why. */
export interface SkippedName {
  /** The source file; or, with a locale, the translation that can't be written. */
  readonly file: string;
  readonly locale?: string;
  /** '' for an entry without a key that is not read. */
  readonly key: string;
  /** The line of an entry that is not read, from 1. */
  readonly line?: number;
  readonly reason: SkipReason;
  readonly sentence: Words;
}

/** Returns the skipped strings of targets. One that is skipped because of its source is named once, with the source. */
export function skippedStrings(projects: CliProjects, targets: readonly TargetGaps[]): readonly SkippedName[] {
  const names = new Map<string, SkippedName>();
  for (const { source, target, states } of targets) {
    for (const { key, reason, detail, notRead } of [...states.skipped, ...(states.unreadInTarget ?? [])]) {
      const inTarget = reason === 'unwritable' || notRead?.in === 'target';
      const file = projects.nameOf(source.project.id, inTarget ? target.path : source.path);
      const sentence = detail === undefined ? skipReason(reason) : formatSentence(detail);
      const locale = inTarget ? target.locale : undefined;
      const skipped = { file, ...present({ locale, line: notRead?.line }), key, reason, sentence };
      names.set(JSON.stringify([file, locale ?? '', key, notRead?.line ?? 0]), skipped);
    }
  }
  return [...names.values()];
}

/** The maximum number of keys that are named in one line. */
const maxNamedKeys = 5;

/** Names skipped strings for people: a line for each file and message. */
export function skippedLines(skipped: readonly SkippedName[]): readonly Words[] {
  const byFileAndSentence = Map.groupBy(skipped, ({ file, sentence }) => JSON.stringify([file, plain(sentence)]));
  return [...byFileAndSentence.values()].flatMap((strings) => {
    const [first] = strings;
    if (first === undefined) return [];
    const keys = strings.map(({ key, line }) => skippedKey(key, line));
    const keysWithMessage = words(l10n.t('{0}: {1}'), truncatedList(keys, maxNamedKeys), first.sentence);
    return [words(l10n.t('{0}: {1}'), fromOutside(first.file, maxFileCharacters), keysWithMessage)];
  });
}

/** Returns a skipped string as the JSON documents have it. */
export function skippedMember({ sentence, key, ...name }: SkippedName) {
  return { ...name, ...present({ key: key === '' ? undefined : key }), message: plain(sentence) };
}

/** Says how many strings count as on order although they may belong to another project. */
export function otherCloneLines(count: number): readonly Words[] {
  if (count === 0) return [];
  return [
    plural(count, {
      one: l10n.t(
        '{0} string seems to be on order from another clone: its path, key, and text are the same, but the Git remotes differ. The editor asks about it when you order.',
      ),
      other: l10n.t(
        '{0} strings seem to be on order from another clone: their paths, keys, and texts are the same, but the Git remotes differ. The editor asks about them when you order.',
      ),
    }),
  ];
}
