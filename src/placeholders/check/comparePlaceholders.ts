import { present } from '../../base/present.ts';
import {
  isAddressToInsert,
  isEncryptedAddress,
  isLocalAddress,
  isOtherPage,
  isSampleAddress,
  isSampleOfDomain,
} from './addresses.ts';
import { compareEntities } from './compareEntities.ts';
import { compareFluent } from './compareFluent.ts';
import { compareIcu } from './compareIcu.ts';
import { isAdvisedNumber, isOptionalNumber, numbersNotBroken } from './formNumbers.ts';
import { isChoiceArgument } from '../read/icu.ts';
import { compareTags, type ReadBy } from './compareTags.ts';
import {
  isBraced,
  mayFollowAnyCharacter,
  isPositional,
  isReusable,
  isStatement,
  isTerm,
  looseKey,
  numberedKeys,
  placeholderKey,
  placeholderKeyInC,
  withoutEqual,
  type Compared,
} from './placeholderKeys.ts';
import { coveredBy, overlapping } from './ranges.ts';
import { readsIntegersOfC, readsMessageFormat } from './reader.ts';
import { isQuotedBrace } from './straySyntax.ts';
import {
  isNamedWithoutScheme,
  isPercentage,
  withoutLeadingPercents,
  type Missing,
  withoutAccepted,
} from './shownOtherwise.ts';
import { separatesForms } from '../read/wikitext.ts';
import type { BracketFindings } from './unbracket.ts';
import type { Message } from '../read/readMessage.ts';
import { asWarning, errorAt, type FormNumber, type Placeholder, type Problem } from '../read/placeholder.ts';

/** Placeholders whose absence or change is at most a warning. */
interface Lenient {
  /** The counts of a plural form, see `isOptionalNumber` and `isAdvisedNumber`. */
  readonly numbers: readonly FormNumber[];
  readonly replaceableAddresses: ReadonlySet<string>;
  /** Whether an additional placeholder is a brace in apostrophes, which the program shows as a brace. */
  readonly isQuoted: (placeholder: Compared) => boolean;
}

/** The placeholders that one of the texts lacks. */
interface Difference {
  readonly missing: readonly Placeholder[];
  readonly extra: readonly Compared[];
  /** Placeholders of the translation that the search does not find, but that came back in their brackets. */
  readonly hidden: readonly Required<Compared>[];
}

/**
 * Returns errors for every placeholder, tag and entity that the translation lacks, adds or alters, and for ICU and tag
 * structure. Compares what the program will read: the placeholders found in the restored text, regardless of brackets.
 */
export function comparePlaceholders(
  source: Message,
  translation: Message,
  { proven, surplus, altered: alteredRuns }: BracketFindings,
  readBy: ReadBy,
): readonly Problem[] {
  const { syntaxes } = readBy;
  const fluent = syntaxes.includes('fluent') ? compareFluent(source, translation, readBy.targetLocale) : undefined;
  const icu = compareIcu(source, translation, readBy);
  // `Hallo` for `Hello {name}` is no broken message, but lacks an argument.
  const hasBranchesOrBraces = (source.icu?.skeleton.length ?? 0) > 0 || /[{}]/u.test(translation.text);
  const isIcu = source.icu !== undefined && (translation.icu !== undefined || hasBranchesOrBraces);
  const isIcuBroken = isIcu && icu === undefined;
  // Tags, entities, the other syntax of ICU and Fluent's choices have comparisons of their own.
  const isCompared = ({ syntax, text }: Placeholder): boolean => {
    const isComparedByIcu = isIcu && syntax === 'icu' && !isChoiceArgument(text);
    const isComparedByFluent = fluent !== undefined && syntax === 'fluent';
    return syntax !== 'tag' && syntax !== 'entity' && !isComparedByIcu && !isComparedByFluent;
  };
  const inSource = source.placeholders.filter(isCompared);
  let inTranslation = translation.placeholders.filter(isCompared);
  if (isIcuBroken) {
    // Pieces of a broken ICU message look like placeholders of other families, so only one problem is reported.
    const sourceTexts = new Set(inSource.map(({ text }) => text));
    inTranslation = inTranslation.filter((placeholder) => !isBraced(placeholder) || sourceTexts.has(placeholder.text));
  }

  const keyOf = readsIntegersOfC(syntaxes) ? placeholderKeyInC : placeholderKey;
  const keysByNumber = numberedKeys(inSource, inTranslation, syntaxes);
  const unequal = unequalPlaceholders(
    { ...source, placeholders: inSource },
    { ...translation, placeholders: inTranslation },
    (placeholder) => keysByNumber?.get(placeholder) ?? keyOf(placeholder),
  );
  const different = withoutProven(unequal, proven, translation);
  const altered = withoutOtherSpellings(alteredRuns, translation, [...different.extra, ...(icu?.extra ?? [])]);
  // `50 %-ig`, which is neither extra nor in another order.
  const percentages = new Set(different.extra.filter((placeholder) => isPercentage(placeholder, source, translation)));
  const notShownOtherwise = withoutShownOtherwise(different.missing, source, translation);
  const allMissing: Missing[] = [
    ...notShownOtherwise.map(({ text, start, syntax }) => ({ text, syntax, sourceStart: start })),
    ...missingInIcu(icu?.missing ?? [], source),
  ];
  const isShown = (placeholder: Compared): boolean => percentages.has(placeholder) || separatesForms(placeholder);
  const allExtra: Compared[] = [
    ...different.extra.filter((placeholder) => !isShown(placeholder) && !isNamedWithoutScheme(placeholder, source)),
    ...hiddenAmong(surplus, translation),
    ...(icu?.extra ?? []).map(({ text, start }): Compared => ({ text, start, syntax: 'icu' })),
  ];
  const withoutPercents = withoutLeadingPercents(allMissing, allExtra, { source, translation, syntaxes });
  const { missing, extra, warnings } = withoutAccepted(withoutPercents.missing, withoutPercents.extra, {
    source,
    translation,
    syntaxes,
  });

  const problems: Problem[] = [];
  if (isIcuBroken) problems.push(errorAt('icu-broken', translation.text, 0));
  problems.push(...altered.map(({ start, text }) => errorAt('changed-placeholder', text, start)));
  const lenient = {
    numbers: numbersNotBroken(source.numbers ?? [], translation.text),
    replaceableAddresses: replaceableAmong(missing, source, translation),
    isQuoted: ({ start }: Compared) => readsMessageFormat(syntaxes) && isQuotedBrace(translation.text, start),
  };
  problems.push(...differences(withoutAltered(missing, altered), outsideAltered(extra, altered), readBy, lenient));
  // If they were compared by their numbers (`%2$s %1$s` for `%s %s`), arguments may have any order.
  if (problems.length === 0 && keysByNumber === undefined) {
    const presentInSource = withoutEqual<Placeholder, Pick<Missing, 'text'>>(inSource, missing, ({ text }) => text);
    const withoutPercentages = inTranslation.filter((placeholder) => !percentages.has(placeholder));
    const presentInTranslation = [...withoutPercentages, ...different.hidden].sort((a, b) => a.start - b.start);
    problems.push(...orderProblems(presentInSource, presentInTranslation, keyOf));
  }
  const advisedNumbers = icu?.advised ?? [];
  const addedPlurals = icu?.addedPlurals ?? [];
  return [
    ...problems,
    ...warnings,
    ...addedPlurals.map(({ text, start }) => asWarning(errorAt('extra-placeholder', text, start))),
    ...(fluent ?? []),
    ...advisedNumbers.map((text): Problem => ({ kind: 'missing-placeholder', severity: 'warning', text })),
    ...compareEntities(source, translation, syntaxes),
    ...compareTags(source, translation, readBy, lenient.numbers),
  ];
}

/** Returns the placeholders of either text that the other one lacks; names may be used any number of times. */
function unequalPlaceholders(
  source: Message,
  translation: Message,
  keyOf: (placeholder: Compared) => string,
): Omit<Difference, 'hidden'> {
  const [inSource, inTranslation] = [source.placeholders, translation.placeholders];
  const sourceKeys = new Set(inSource.map(keyOf));
  const translationKeys = new Set(inTranslation.map(keyOf));
  const missing = withoutEqual(inSource, inTranslation, keyOf);
  const extra = withoutEqual(inTranslation, inSource, keyOf);
  const repetitions = new Set(
    inTranslation.filter((placeholder, index) => isRepetition(placeholder, inTranslation[index - 1], translation.text)),
  );
  // Where `{{0}}` is an escape, an additional `{0}` may be a remainder of it.
  const hasEscapes = source.text.includes('{{');
  /** Whether a placeholder may be used any number of times, and is used in the text with these keys. */
  const isEnoughIn = (keys: ReadonlySet<string>, placeholder: Compared): boolean => {
    const isAnyNumberAllowed = isReusable(placeholder) && !(placeholder.syntax === 'dotnet' && hasEscapes);
    return isAnyNumberAllowed && keys.has(keyOf(placeholder));
  };
  return {
    missing: missing.filter((placeholder) => !isEnoughIn(translationKeys, placeholder)),
    extra: extra.filter((placeholder) => !isEnoughIn(sourceKeys, placeholder) || repetitions.has(placeholder)),
  };
}

/** Whether a placeholder follows an equal one, with nothing but spaces between: no language needs that. */
function isRepetition({ text, start }: Placeholder, previous: Placeholder | undefined, wholeText: string): boolean {
  return previous?.text === text && wholeText.slice(previous.end, start).trim() === '';
}

/** Removes altered runs of placeholders that are accepted, as `:Name` for `:name`, or compared elsewhere: addresses. */
function withoutOtherSpellings(
  altered: BracketFindings['altered'],
  { placeholders }: Message,
  extra: readonly Pick<Compared, 'start'>[],
): BracketFindings['altered'] {
  const extraStarts = new Set(extra.map(({ start }) => start));
  return altered.filter(({ start, text }) => {
    const placeholdersInRun = overlapping(placeholders, start, start + text.length);
    let remainingText = text;
    for (const placeholder of placeholdersInRun) remainingText = remainingText.replace(placeholder.text, '');
    // Something in the run is no placeholder.
    if (remainingText.trim() !== '') return true;
    return placeholdersInRun.some(({ syntax, start: itsStart }) => syntax !== 'url' && extraStarts.has(itsStart));
  });
}

/** Removes the placeholders of runs that came back altered: one problem reports them. */
function withoutAltered(missing: readonly Missing[], altered: BracketFindings['altered']): readonly Missing[] {
  const reported = altered.flatMap(({ run }) => run.placeholders);
  return withoutEqual<Missing, Pick<Missing, 'text'>>(missing, reported, ({ text }) => text);
}

/** Removes placeholders within runs that came back altered. */
function outsideAltered(extra: readonly Compared[], altered: BracketFindings['altered']): readonly Compared[] {
  const isInside = coveredBy(altered);
  return extra.filter(({ start }) => !isInside(start));
}

/** Pairs missing placeholders with extra ones that replace them, and reports these changes and all others. */
function differences(
  missing: readonly Missing[],
  extra: readonly Compared[],
  readBy: ReadBy,
  { numbers, replaceableAddresses, isQuoted }: Lenient,
): readonly Problem[] {
  const problems: Problem[] = [];
  // `{Name}` replaces `{name}`, which has the same loose key, and an address the next missing address. Reversed, so
  // that the last item of a list is the first one in the text.
  const missingByLooseKey = Map.groupBy(missing.toReversed(), ({ text }) => looseKey(text));
  const missingAddresses = missing.filter(({ syntax }) => syntax === 'url').reverse();
  const paired = new Set<Missing>();
  for (const added of extra) {
    const original =
      takeOther(missingByLooseKey.get(looseKey(added.text)), added) ?? addressFor(added, missingAddresses, paired);
    if (original === undefined) {
      problems.push(isQuoted(added) ? asWarning(extraProblem(added)) : extraProblem(added));
      continue;
    }
    paired.add(original);
    if (original.syntax === 'url' && added.syntax === 'url')
      problems.push(...addressProblems(original, added, readBy, replaceableAddresses));
    else problems.push(errorAt('changed-placeholder', added.text, added.start));
  }
  const optionalNumbers = new Set(numbers.filter(isOptionalNumber).map(({ text }) => text));
  const advisedNumbers = new Set(numbers.filter(isAdvisedNumber).map(({ text }) => text));
  for (const missingPlaceholder of missing) {
    const { text, sourceStart } = missingPlaceholder;
    if (paired.has(missingPlaceholder) || optionalNumbers.has(text)) continue;
    const severity = advisedNumbers.has(text) || replaceableAddresses.has(text) ? 'warning' : 'error';
    problems.push({ kind: 'missing-placeholder', severity, text, ...present({ sourceStart }) });
  }
  return problems;
}

/** Removes and returns the last of the candidates that has another text. */
function takeOther(candidates: Missing[] | undefined, { text }: Compared): Missing | undefined {
  const index = candidates?.findLastIndex((placeholder) => placeholder.text !== text) ?? -1;
  if (index >= 0) return candidates?.splice(index, 1)[0];
  return undefined;
}

/** Removes and returns the last missing address that is not paired yet, as the counterpart of an extra address. */
function addressFor(added: Compared, addresses: Missing[], paired: ReadonlySet<Missing>): Missing | undefined {
  if (added.syntax !== 'url') return undefined;
  let address = addresses.pop();
  while (address !== undefined && paired.has(address)) address = addresses.pop();
  return address;
}

function extraProblem({ text, start, syntax }: Compared): Problem {
  return { ...errorAt('extra-placeholder', text, start), severity: isTerm(syntax) ? 'warning' : 'error' };
}

/** An ending that a language adds to an address: `https://example.com-ban`, `https://example.com(으)`. */
const addressEnding = /^(?:-\p{L}{1,20}|\((?![A-Za-z])\p{L}{1,20}\))$/u;

/** Reports an address that is neither the source's one with an ending, nor its page in the target language. */
function addressProblems(
  original: Missing,
  translated: Compared,
  { targetLocale }: ReadBy,
  replaceable: ReadonlySet<string>,
): readonly Problem[] {
  const textAfterOriginal = translated.text.slice(original.text.length);
  const hasEnding = translated.text.startsWith(original.text) && addressEnding.test(textAfterOriginal);
  const isLocal = targetLocale !== undefined && isLocalAddress(original.text, translated.text, targetLocale);
  if (hasEnding || isLocal || isEncryptedAddress(original.text, translated.text)) return [];
  const severity = replaceable.has(original.text) ? 'warning' : 'error';
  return [{ ...errorAt('changed-placeholder', translated.text, translated.start), severity }];
}

/**
 * Returns the missing addresses that a translation may replace: samples, such as `user@example.com`, if it has any
 * address, or another one of the same domain, and a link that is the whole text, such as the one of a forum in the
 * user's language.
 */
function replaceableAmong(missing: readonly Missing[], source: Message, translation: Message): ReadonlySet<string> {
  if (!missing.some(({ syntax }) => syntax === 'url')) return new Set();
  const looseText = looseKey(translation.text);
  const addressesOf = ({ placeholders }: Message): readonly string[] =>
    placeholders.filter(({ syntax }) => syntax === 'url').map(({ text }) => text);
  const sourceAddresses = new Set(addressesOf(source));
  const added = addressesOf(translation).filter((address) => !sourceAddresses.has(address));
  // Samples are few, and each is compared with each.
  const isFew = missing.length * added.length <= 100;
  const replaceable = missing.filter(({ text, syntax, sourceStart: start }) => {
    if (syntax !== 'url' || start === undefined) return false;
    if (source.text.trim() === text && isOtherPage(text, translation.text.trim())) return true;
    // `Example.com` for `example.com` is not replaced but broken.
    const isBroken = looseText.includes(looseKey(text));
    const sample = { text: source.text, start };
    if (isBroken) return false;
    if (isFew && added.length > 0 && added.every((one) => isSampleOfDomain(text, one, sample))) return true;
    if (isFew && added.length > 0 && added.every((one) => isAddressToInsert(text, one))) return true;
    if (!isSampleAddress(text, sample)) return false;
    const anyAddress = text.includes('://') ? /:\/\/\S/u : /\S@[^\s@]+\.[^\s@]/u;
    return anyAddress.test(translation.text);
  });
  return new Set(replaceable.map(({ text }) => text));
}

/**
 * Removes what a translation shows although the search does not find it: names of Laravel, which are replaced wherever
 * they are (`ID:name`), an address that remains in a link, a line break, and a percent sign of another script.
 */
function withoutShownOtherwise(
  missing: readonly Placeholder[],
  source: Message,
  { text, placeholders }: Message,
): readonly Placeholder[] {
  if (missing.length === 0) return missing;
  const laravelKeyOf = (name: string): string => placeholderKey({ text: name, start: 0, syntax: 'laravel' });
  const laravelKeys = new Set(text.match(/:\w+/gu)?.map(laravelKeyOf));
  const tags = placeholders.filter(({ syntax }) => syntax === 'tag');
  // `<a href="https://example.com">` has the parts `a`, `href` and `https://example.com`.
  const partsOfTags = new Set(tags.flatMap((tag) => tag.text.match(/[^\s"'=<>]+/gu) ?? []));
  const hasOtherPercent = /(?<![٪％﹪])[٪％﹪](?![٪％﹪])/u.test(text);
  return missing.filter((placeholder) => {
    if (placeholder.syntax === 'laravel') return !laravelKeys.has(placeholderKey(placeholder));
    // A real line break may replace a `\n`, which is missing unless there are more breaks and no remaining backslash.
    if (placeholder.syntax === 'line-break')
      return countBreaks(text) <= countBreaks(source.text) || text.includes('\\');
    if (placeholder.syntax === 'url') return !partsOfTags.has(placeholder.text);
    return placeholder.text !== '%%' || !hasOtherPercent;
  });
}

function countBreaks(text: string): number {
  return text.match(/\r\n|[\r\n]/gu)?.length ?? 0;
}

/** Locates missing parts of an ICU message: whole arguments, or heads of plurals, with which placeholders begin. */
function missingInIcu(parts: readonly string[], { text, placeholders }: Message): readonly Missing[] {
  if (parts.length === 0) return [];
  const inIcu = placeholders.filter(({ syntax }) => syntax === 'icu');
  const starts = new Map(inIcu.toReversed().map((placeholder) => [placeholder.text, placeholder.start]));
  return parts.map((part) => {
    const sourceStart = starts.get(part) ?? inIcu.find(({ start }) => text.startsWith(part, start))?.start;
    return { text: part, ...present({ sourceStart }) };
  });
}

/** Returns extra placeholders that the search does not find: after a digit, or a plural's `#` outside the plural. */
function hiddenAmong(surplus: BracketFindings['surplus'], { placeholders }: Message): readonly Compared[] {
  return surplus.filter(({ start, text }) => overlapping(placeholders, start, start + text.length).length === 0);
}

/** Returns the placeholders of runs with their locations in the translation. */
function locatePlaceholders(runs: BracketFindings['proven']): readonly Required<Compared>[] {
  // `start` and `run.start` are offsets in the source.
  return runs.flatMap(({ start: runStart, run }) =>
    run.placeholders.map(({ text, start, syntax }) => ({ text, start: runStart + start - run.start, syntax })),
  );
}

/** An ending that a language adds to a word: the end of `https://example.com-ban`. */
const wordEnding = /^[-\p{L}\p{M}]{1,20}$/u;

/**
 * Accepts a placeholder that came back in its brackets even if adjacent characters now hide it from the search, as in
 * `50%s`, unless the search finds another placeholder there. A URL ends where its brackets ended.
 */
function withoutProven(
  { missing, extra }: Omit<Difference, 'hidden'>,
  proven: BracketFindings['proven'],
  { placeholders }: Message,
): Difference {
  if (missing.length === 0) return { missing, extra, hidden: [] };
  const isHidden = ({ text, start, syntax }: Required<Compared>): boolean => {
    if (!mayFollowAnyCharacter({ text, syntax })) return false;
    const foundThere = overlapping(placeholders, start, start + text.length);
    const isUrlWithEnding = (found: Placeholder): boolean =>
      found.start === start && found.syntax === 'url' && wordEnding.test(found.text.slice(text.length));
    return foundThere.length === 0 || (syntax === 'url' && foundThere.every(isUrlWithEnding));
  };
  // Reversed, so that `pop` returns the first one.
  const hiddenByText = Map.groupBy([...locatePlaceholders(proven)].reverse().filter(isHidden), ({ text }) => text);
  const hidden: Required<Compared>[] = [];
  const stillMissing = missing.filter(({ text }) => {
    const found = hiddenByText.get(text)?.pop();
    if (found !== undefined) hidden.push(found);
    return found === undefined;
  });
  const hiddenStarts = new Set(hidden.map(({ start }) => start));
  return {
    missing: stillMissing,
    extra: extra.filter(({ syntax, start }) => syntax !== 'url' || !hiddenStarts.has(start)),
    hidden,
  };
}

/** Reports positional placeholders and template statements in another order, which changes their meaning. */
function orderProblems(
  inSource: readonly Placeholder[],
  inTranslation: readonly Required<Compared>[],
  keyOf: (placeholder: Compared) => string,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const isOrdered of [isPositional, isStatement]) {
    const sourceOrder = inSource.filter(isOrdered);
    const sourceKeys = sourceOrder.map(keyOf);
    const moved = inTranslation
      .filter(isOrdered)
      .find((placeholder, index) => keyOf(placeholder) !== sourceKeys[index]);
    if (moved !== undefined) problems.push(errorAt('order-changed', moved.text, moved.start));
  }
  return problems;
}
