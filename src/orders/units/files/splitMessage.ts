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

/** Returns a unit's text in branches; undefined for a text that is ordered as a whole. */
export function splitMessage(
  unit: Unit,
  source: Pick<SourceFile, 'apostrophesOf' | 'locale' | 'plurals' | 'syntaxesOf' | 'units'>,
  target: Pick<TargetFile, 'locale' | 'units'>,
  pipeCount?: number,
): SplitText | undefined {
  const families = source.syntaxesOf(unit);
  const pipes = unit.plural === undefined ? pipeFamilyOf(families) : undefined;
  const locales = { source: source.locale, target: target.locale };
  return (
    (pipes === undefined || !unit.text.includes('|')
      ? undefined
      : splitPlural(unit.text, locales, {
          family: pipes,
          count: pipeCount ?? usualFormCount(unit.text, pipes, source, target),
        })) ?? (families.includes('icu') ? splitChoices(unit, target.locale, source) : undefined)
  );
}

/**
 * Returns the ways in which a message may have been split when branches with these ids were ordered: a plural with bars
 * can have been ordered in another number of forms.
 */
export function splitsOfOrder(
  unit: Unit,
  { locale, source }: MessageTarget,
  ids: Iterable<string>,
): readonly SplitText[] {
  const pipes = pipesOfIds(ids);
  const splits =
    pipes.length === 0
      ? [splitChoices(unit, locale, source)]
      : pipes.map((ordered) => splitPlural(unit.text, { source: source.locale, target: locale }, ordered));
  return splits.filter((split) => split !== undefined);
}

function splitChoices(unit: Unit, targetLocale: string, source: MessageSource): SplitText | undefined {
  const split = splitIcuMessage(unit.text, targetLocale, messageRulesOf(source, unit));
  if (split === undefined) return undefined;
  return { branches: split.branches, join: (texts) => joinIcu(split, texts) };
}

function splitPlural(text: string, locales: PipeLocales, { family, count }: OrderedPipes): SplitText | undefined {
  const split = splitPipes(text, family, locales, count);
  if (split === undefined) return undefined;
  return {
    branches: split.branches.map(({ id, text: words, isWordless, name, numbers }) => ({
      id,
      text: words,
      isWordless,
      form: { name, numbers },
    })),
    join: (texts) => joinPipes(split, texts),
  };
}

/** How many plurals of a target have so many forms, by the number of forms in the source. */
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
  const countsByOwn = countsOfTargets.get(target.units) ?? countForms(family, source, target);
  countsOfTargets.set(target.units, countsByOwn);
  const ownCount = readParts(text, family).length;
  return [...(countsByOwn.get(ownCount) ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function countForms(
  family: PipeFamily,
  source: Pick<SourceFile, 'locale' | 'units'>,
  target: Pick<TargetFile, 'locale' | 'units'>,
): FormCounts {
  const counts = new Map<number, Map<number, number>>();
  for (const { id, text } of source.units) {
    const ownCount = readPlural(text, family, source.locale)?.length;
    const translation = target.units.get(id)?.text ?? '';
    if (ownCount === undefined || translation === '') continue;
    const { length } = readParts(translation, family);
    if (!formCounts(family, target.locale, ownCount).includes(length)) continue;
    const ofSource = counts.get(ownCount) ?? new Map<number, number>();
    counts.set(ownCount, ofSource.set(length, (ofSource.get(length) ?? 0) + 1));
  }
  return counts;
}
