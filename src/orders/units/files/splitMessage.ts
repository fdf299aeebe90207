import type { Unit } from '../../../formats/format.ts';
import { joinBranches } from '../../../placeholders/icu/icuBranches.ts';
import type { PipeLocales } from '../../../placeholders/pipes/formSelector.ts';
import { pipeFamilyOf, readParts, readPlural } from '../../../placeholders/pipes/pipeParts.ts';
import { formCounts } from '../../../placeholders/pipes/pipeRules.ts';
import { joinPipes, pipesOfIds, splitPipes, type OrderedPipes } from '../../../placeholders/pipes/splitPipes.ts';
import { isVueFamily } from '../../../placeholders/pipes/vueRules.ts';
import type { PipeFamily } from '../../../placeholders/read/placeholder.ts';
import type { SourceFile, TargetFile } from './localeFile.ts';
import { splitFluentMessage } from './splitFluentMessage.ts';
import { messageRulesOf, splitIcuMessage, splitIntoEveryBranch, type MessageSource } from './splitIcuMessage.ts';
import type { SplitText } from './splitText.ts';

/** The facts about a file that determine how its messages are divided; independent of settings. */
type ChoiceSource = MessageSource & { readonly format: Pick<SourceFile['format'], 'id'> };

/** The file in which messages are written. */
export interface MessageTarget {
  readonly locale: string;
  readonly source: ChoiceSource & Pick<SourceFile, 'locale' | 'syntaxesOf'>;
}

/**
 * Returns a unit's text in branches: the forms of a plural with bars (`apple | apples`), or the branches of an ICU
 * message or a Fluent pattern. Returns undefined for a text that is ordered as a whole. `pipeCount`: the number of forms, if it is known.
 */
export function splitMessage(
  unit: Unit,
  source: Pick<SourceFile, 'apostrophesOf' | 'format' | 'locale' | 'plurals' | 'syntaxesOf' | 'units'>,
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
  const hasChoices = families.includes(source.format.id === 'fluent' ? 'fluent' : 'icu');
  return hasChoices ? splitChoices(unit, target.locale, source) : undefined;
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
  const familyNow = pipeFamilyOf(source.syntaxesOf(unit));
  const splits =
    orderedPipes.length === 0
      ? [splitChoices(unit, locale, source)]
      : // Ids name no rules of the project, and earlier orders did not follow them.
        orderedPipes.flatMap((pipes) => [
          ...(isVueFamily(familyNow) ? [splitBarPlural(unit.text, locales, { ...pipes, family: familyNow })] : []),
          splitBarPlural(unit.text, locales, pipes),
        ]);
  const splitsOfText = splits.filter((split) => split !== undefined);
  return splitsOfText.length > 0 ? splitsOfText : splitsInAttributes(unit, { locale, source });
}

/** An attribute whose value is an ICU message, as Angular describes one in the text around it: `equiv-text="{n, plural, …}"`. */
const messageInAttribute =
  /<[^<>]*=("|')(?<message>\{(?:(?!\1)[^<>])*,\s*(?:plural|select)(?:(?!\1)[^<>])*\})\1[^<>]*>/gu;

/**
 * Returns the branches in which earlier versions ordered a text whose element has a message in an attribute: each of them
 * is the whole text, and only the attribute differs. The program reads one text, so the translation of the last branch,
 * which is that of `other`, is used with the attribute of the source.
 */
function splitsInAttributes(unit: Unit, { locale, source }: MessageTarget): readonly SplitText[] {
  const [element, secondElement] = [...unit.text.matchAll(messageInAttribute)];
  const message = element?.groups?.['message'];
  if (element === undefined || message === undefined || secondElement !== undefined) return [];
  const [tag] = element;
  const rules = messageRulesOf(source, unit);
  const splits = [splitIcuMessage(message, locale, rules), splitIntoEveryBranch(message, locale, rules)];
  return splits.flatMap((split) => {
    const usedBranch = split?.branches.at(-1);
    if (split === undefined || usedBranch === undefined) return [];
    const orderedTag = tag.replace(message, () => usedBranch.text);
    return [
      {
        branches: split.branches.map((branch) => ({ ...branch, isWordless: false })),
        join: (texts: ReadonlyMap<string, string>) => texts.get(usedBranch.id)?.replace(orderedTag, () => tag),
      },
    ];
  });
}

/** Splits an ICU message or a Fluent pattern. */
function splitChoices(unit: Unit, targetLocale: string, source: ChoiceSource): SplitText | undefined {
  if (source.format.id === 'fluent') return splitFluentMessage(unit.text, targetLocale);
  const split = splitIcuMessage(unit.text, targetLocale, messageRulesOf(source, unit));
  if (split === undefined) return undefined;
  return { branches: split.branches, join: (texts) => joinBranches(split, texts) };
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
  if (!isVueFamily(family) || target.units.size === 0) return undefined;
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
