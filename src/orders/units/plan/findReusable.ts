import { comparisonKey } from '../../../base/locale.ts';
import { present } from '../../../base/present.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import type { PluralCategory } from '../../../formats/format.ts';
import { pipeFamilyOf } from '../../../placeholders/pipes/pipeParts.ts';
import { restore } from '../../../placeholders/restore.ts';
import { isTableFile } from '../../../placeholders/safety/formula.ts';
import { isEqualSyntax, type ProtectedText } from '../../../placeholders/read/placeholder.ts';
import { withNumbers } from './numbersOfForm.ts';
import {
  readingOf,
  withLineFeeds,
  type Candidate,
  type FoundLocation,
  type FoundTranslation,
  type ReusableString,
  type WantedString,
} from './projectReuse.ts';
import type { WholeUnit } from '../../model/unitRef.ts';

/**
 * Finds the translations that can be written for wanted strings without errors. Strings of the plan are no candidates,
 * since their own translations are missing or outdated. Wanted strings with the same result are listed together.
 */
export async function findReusable(
  wanted: readonly WantedString[],
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<readonly ReusableString[]> {
  const slice = new TimeSlice();
  const plannedLocations = new Set<string>();
  for (const { unit } of wanted) {
    if (slice.isOver) await slice.rest();
    plannedLocations.add(locationIdentity(unit.project, unit.locale, unit.targetFile, unit.key));
  }
  const byMeaning = new Map<string, EqualValues>();
  for (const candidate of candidates) {
    if (slice.isOver) await slice.rest();
    const { project, locale, file, key } = candidate;
    if (plannedLocations.has(locationIdentity(project, locale, file, key))) continue;
    const match = matchOf(candidate);
    const values = byMeaning.get(match) ?? new Map<string, EqualValue>();
    byMeaning.set(match, addValue(values, candidate));
  }
  const translationsByString = new Map<string, readonly FoundTranslation[]>();
  const reusable = new Map<string, ReusableString & { readonly units: WholeUnit[] }>();
  for (const wantedString of wanted) {
    if (slice.isOver) await slice.rest();
    signal.throwIfAborted();
    const { unit, meaning, category, from } = wantedString;
    const match = matchOf({ ...unit, meaning, ...present({ category }) });
    const values = byMeaning.get(match);
    const reading = values === undefined ? undefined : readingOf(wantedString);
    if (values === undefined || reading === undefined) continue;
    // Equal strings of a file have equal translations, which are checked once.
    const name = JSON.stringify([match, unit.file, from.maxChars, readingIdentity(reading)]);
    const translations = translationsByString.get(name) ?? translationsFor(wantedString, reading, values);
    translationsByString.set(name, translations);
    const [first, ...others] = translations;
    if (first === undefined) continue;
    const hasValue = unit.targetHash !== undefined;
    const result = JSON.stringify([match, hasValue, translations.map(({ text }) => text)]);
    const listed = reusable.get(result);
    if (listed !== undefined) listed.units.push(unit);
    else
      reusable.set(result, {
        sourceText: from.text,
        locale: unit.locale,
        units: [unit],
        hasValue,
        translations: [first, ...others],
      });
  }
  return [...reusable.values()];
}

/** A value of strings that are read alike, with their locations. */
interface EqualValue extends Pick<Candidate, 'text' | 'reading'> {
  readonly locations: FoundLocation[];
}

type EqualValues = Map<string, EqualValue>;

function addValue(values: EqualValues, { text, reading, file, key }: Candidate): EqualValues {
  const name = JSON.stringify([text, readingIdentity(reading)]);
  const equalValue = values.get(name);
  if (equalValue === undefined) return values.set(name, { text, reading, locations: [{ file, key }] });
  equalValue.locations.push({ file, key });
  return values;
}

/** Returns the parts of a reading by which `isReadAlike` compares. */
function readingIdentity({ text, placeholders, apostrophes, syntaxes = [] }: ProtectedText): string {
  const families = placeholders.map(({ syntax }) => syntax);
  return JSON.stringify([withLineFeeds(text), families, apostrophes ?? null, pipeFamilyOf(syntaxes) ?? null]);
}

function matchOf({
  project,
  locale,
  meaning,
  category = null,
}: Pick<Candidate, 'project' | 'locale' | 'meaning'> & { readonly category?: PluralCategory | null }): string {
  return JSON.stringify([project, comparisonKey(locale), meaning, category]);
}

function locationIdentity(project: string, locale: string, targetFile: string, key: string): string {
  return JSON.stringify([project, comparisonKey(locale), targetFile, key]);
}

/** Returns the different translations that a string can have, with their locations. */
function translationsFor(
  wanted: WantedString,
  wantedReading: ProtectedText,
  values: EqualValues,
): readonly FoundTranslation[] {
  const translations = new Map<string, FoundTranslation>();
  for (const { text: written, reading, locations } of values.values()) {
    const text = isReadAlike(wantedReading, reading, written) ? checkedText(wanted, wantedReading, written) : undefined;
    const [first, ...others] = locations;
    if (text === undefined || first === undefined) continue;
    const knownTranslation = translations.get(text);
    if (knownTranslation === undefined) translations.set(text, { text, locations: [first, ...others] });
    else translations.set(text, { text, locations: [...knownTranslation.locations, ...locations] });
  }
  return [...translations.values()];
}

/** Whether two files read a text and its translation in the same way, so that a value of one is right in the other. */
function isReadAlike(one: ProtectedText, other: ProtectedText, translation: string): boolean {
  const texts = one.source + translation;
  return (
    withLineFeeds(one.text) === withLineFeeds(other.text) &&
    one.placeholders.length === other.placeholders.length &&
    one.placeholders.every(({ syntax }, index) => isEqualSyntax(syntax, other.placeholders[index]?.syntax)) &&
    (!texts.includes("'") || one.apostrophes === other.apostrophes) &&
    (!texts.includes('|') || pipeFamilyOf(one.syntaxes ?? []) === pipeFamilyOf(other.syntaxes ?? []))
  );
}

/** Returns a translation as it would be written, with the source's line ends; undefined if the checks find errors. */
function checkedText(
  { protectedText, unit, source, from: { maxChars } }: WantedString,
  reading: ProtectedText,
  text: string,
): string | undefined {
  const restored = restore(text, protectedText ?? withNumbers(reading, [], source), {
    sourceLocale: source.locale,
    targetLocale: unit.locale,
    isCell: isTableFile(unit.targetFile),
    ...present({ maxChars }),
  });
  if (restored.problems.some(({ severity }) => severity === 'error')) return undefined;
  return restored.text;
}
