import type { Unit } from '../../../formats/format.ts';
import { joinIcu } from '../../../placeholders/icu/icuBranches.ts';
import type { PipeLocales } from '../../../placeholders/pipes/formSelector.ts';
import { pipeFamilyOf, readParts, readPlural } from '../../../placeholders/pipes/pipeParts.ts';
import { formCounts } from '../../../placeholders/pipes/pipeRules.ts';
import { joinPipes, pipesOfIds, splitPipes, type OrderedPipes } from '../../../placeholders/pipes/splitPipes.ts';
import type { PipeFamily } from '../../../placeholders/read/placeholder.ts';
import type { SourceFile, TargetFile } from './localeFile.ts';
import { messageRulesOf, splitIcuMessage, type MessageSource } from './splitIcuMessage.ts';
import type { MessageBranch } from '../../model/unitName.ts';

/** A message split into the branches that the target locale needs. */
export interface SplitText {
  readonly branches: readonly MessageBranch[];
  /** Joins translations, by branch id; undefined if they would break the message's syntax. */
  readonly join: (texts: ReadonlyMap<string, string>) => string | undefined;
}

/** The file in which messages are written. */
export interface MessageTarget {
  readonly locale: string;
  readonly source: MessageSource & Pick<SourceFile, 'locale'>;
}

/**
 * Returns a unit's text in branches: the forms of a plural with bars (`apple | apples`), or the branches of an ICU
 * message. Returns undefined for a text that is ordered as a whole. `pipeCount`: the number of forms, if it is known.
 */
export function splitMessage(
  unit: Unit,
  source: Pick<SourceFile, 'apostrophesOf' | 'locale' | 'plurals' | 'syntaxesOf' | 'units'>,
  target: Pick<TargetFile, 'locale' | 'units'>,
  pipeCount?: number,
): SplitText | undefined {
  const families = source.syntaxesOf(unit);
  const family = unit.plural === undefined ? pipeFamilyOf(families) : undefined;
  if (family !== undefined && unit.text.includes('|')) {
    const locales = { source: source.locale, target: target.locale };
    const count = pipeCount ?? usualFormCount(unit.text, family, source, target);
    const plural = splitBarPlural(unit.text, locales, { family, count });
    if (plural !== undefined) return plural;
  }
  return families.includes('icu') ? splitChoices(unit, target.locale, source) : undefined;
}

/** Returns the ways in which a message may have been split when branches with these ids were ordered. */
export function splitsOfOrder(
  unit: Unit,
  { locale, source }: MessageTarget,
  ids: Iterable<string>,
): readonly SplitText[] {
  // A plural with bars can have been ordered in another number of forms than today.
  const orderedPipes = pipesOfIds(ids);
  const locales = { source: source.locale, target: locale };
  const splits =
    orderedPipes.length === 0
      ? [splitChoices(unit, locale, source)]
      : orderedPipes.map((pipes) => splitBarPlural(unit.text, locales, pipes));
  return splits.filter((split) => split !== undefined);
}

/** Splits an ICU message. */
function splitChoices(unit: Unit, targetLocale: string, source: MessageSource): SplitText | undefined {
  const split = splitIcuMessage(unit.text, targetLocale, messageRulesOf(source, unit));
  if (split === undefined) return undefined;
  return { branches: split.branches, join: (texts) => joinIcu(split, texts) };
}

/** Splits a plural with bars. */
function splitBarPlural(text: string, locales: PipeLocales, { family, count }: OrderedPipes): SplitText | undefined {
  const split = splitPipes(text, family, locales, count);
  if (split === undefined) return undefined;
  return {
    branches: split.branches.map(({ name, numbers, ...branch }) => ({ ...branch, form: { name, numbers } })),
    join: (texts) => joinPipes(split, texts),
  };
}

/**
 * How many plurals of a target have how many forms, by the number of forms in the source: `2 → { 3 → 40, 2 → 1 }` says
 * that of the sources with two forms, 40 translations have three and one has two.
 */
type FormCounts = ReadonlyMap<number, ReadonlyMap<number, number>>;

const countsOfTargets = new WeakMap<TargetFile['units'], FormCounts>();

/**
 * Returns how many forms the target's plurals have for sources with as many forms as this text. Only vue-i18n's rules
 * can be replaced by the project, so only there the target's file shows them; otherwise undefined.
 */
function usualFormCount(
  text: string,
  family: PipeFamily,
  source: Pick<SourceFile, 'locale' | 'units'>,
  target: Pick<TargetFile, 'locale' | 'units'>,
): number | undefined {
  if (family !== 'vue-plural' || target.units.size === 0) return undefined;
  const countsBySource = countsOfTargets.get(target.units) ?? countForms(family, source, target);
  countsOfTargets.set(target.units, countsBySource);
  const sourceCount = readParts(text, family).length;
  const targetCounts = [...(countsBySource.get(sourceCount) ?? [])];
  const [mostFrequent] = targetCounts.sort(([, frequency], [, otherFrequency]) => otherFrequency - frequency);
  return mostFrequent?.[0];
}

function countForms(
  family: PipeFamily,
  source: Pick<SourceFile, 'locale' | 'units'>,
  target: Pick<TargetFile, 'locale' | 'units'>,
): FormCounts {
  const counts = new Map<number, Map<number, number>>();
  for (const { id, text } of source.units) {
    const sourceCount = readPlural(text, family, source.locale)?.length;
    const translation = target.units.get(id)?.text ?? '';
    if (sourceCount === undefined || translation === '') continue;
    const targetCount = readParts(translation, family).length;
    const isPossible = formCounts(family, target.locale, sourceCount).includes(targetCount);
    if (!isPossible) continue;
    const frequencies = counts.get(sourceCount) ?? new Map<number, number>();
    counts.set(sourceCount, frequencies.set(targetCount, (frequencies.get(targetCount) ?? 0) + 1));
  }
  return counts;
}
