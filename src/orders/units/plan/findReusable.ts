import { comparisonKey } from '../../../base/locale.ts';
import { present } from '../../../base/present.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import { pipeFamilyOf } from '../../../placeholders/pipes/pipeParts.ts';
import { restore } from '../../../placeholders/restore.ts';
import { fileFacts } from '../../../placeholders/project/fileFacts.ts';
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
 * since their own translations are missing or outdated, except for those that the file kept when a string was obsolete. Wanted strings with the same result are listed together.
 */
export async function findReusable(
  wantedStrings: readonly WantedString[],
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<readonly ReusableString[]> {
  const slice = new TimeSlice();
  const plannedLocations = new Set<string>();
  for (const { unit } of wantedStrings) {
    if (slice.isOver) await slice.rest();
    plannedLocations.add(locationIdentity(unit.project, unit.locale, unit.targetFile, unit.key));
  }
  const valuesByMeaning = new Map<string, EqualValues>();
  for (const candidate of candidates) {
    if (slice.isOver) await slice.rest();
    const { project, locale, file, key, isObsolete } = candidate;
    if (isObsolete !== true && plannedLocations.has(locationIdentity(project, locale, file, key))) continue;
    const meaningKey = meaningIdentity(candidate);
    const values = valuesByMeaning.get(meaningKey) ?? new Map<string, EqualValue>();
    valuesByMeaning.set(meaningKey, addValue(values, candidate));
  }

  const translationsByString = new Map<string, readonly FoundTranslation[]>();
  const reusable = new Map<string, ReusableString & { readonly units: WholeUnit[] }>();
  for (const wantedString of wantedStrings) {
    if (slice.isOver) await slice.rest();
    signal.throwIfAborted();
    const { unit, meaning, category, sourceUnit } = wantedString;
    const meaningKey = meaningIdentity({ ...unit, meaning, ...present({ category }) });
    const values = valuesByMeaning.get(meaningKey);
    const reading = values === undefined ? undefined : readingOf(wantedString);
    if (values === undefined || reading === undefined) continue;
    // Equal strings of a file have equal translations, which are checked once.
    const stringKey = JSON.stringify([meaningKey, unit.file, sourceUnit.maxChars, readingIdentity(reading)]);
    const translations = translationsByString.get(stringKey) ?? translationsFor(wantedString, reading, values);
    translationsByString.set(stringKey, translations);

    const [first, ...others] = translations;
    if (first === undefined) continue;
    const hasValue = unit.targetHash !== undefined;
    const resultKey = JSON.stringify([meaningKey, hasValue, translations.map(({ text }) => text)]);
    const listed = reusable.get(resultKey);
    if (listed !== undefined) listed.units.push(unit);
    else
      reusable.set(resultKey, {
        sourceText: sourceUnit.text,
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

/** By text and reading. */
type EqualValues = Map<string, EqualValue>;

function addValue(values: EqualValues, { text, reading, file, key }: Candidate): EqualValues {
  const valueKey = JSON.stringify([text, readingIdentity(reading)]);
  const equalValue = values.get(valueKey);
  if (equalValue === undefined) return values.set(valueKey, { text, reading, locations: [{ file, key }] });
  equalValue.locations.push({ file, key });
  return values;
}

/** Returns the parts of a reading by which `isReadAlike` compares. */
function readingIdentity({ text, placeholders, apostrophes, syntaxes = [] }: ProtectedText): string {
  const families = placeholders.map(({ syntax }) => syntax);
  return JSON.stringify([withLineFeeds(text), families, apostrophes ?? null, pipeFamilyOf(syntaxes) ?? null]);
}

/** Returns what a candidate must have in common with a wanted string: project, locale, meaning and plural form. */
function meaningIdentity(string: Pick<Candidate, 'project' | 'locale' | 'meaning' | 'category'>): string {
  const { project, locale, meaning, category = null } = string;
  return JSON.stringify([project, comparisonKey(locale), meaning, category]);
}

function locationIdentity(project: string, locale: string, targetFile: string, key: string): string {
  return JSON.stringify([project, comparisonKey(locale), targetFile, key]);
}

/** Returns the different translations that a string can have, with their locations. */
function translationsFor(
  wantedString: WantedString,
  wantedReading: ProtectedText,
  values: EqualValues,
): readonly FoundTranslation[] {
  const translations = new Map<string, FoundTranslation>();
  for (const { text: value, reading, locations } of values.values()) {
    if (!isReadAlike(wantedReading, reading, value)) continue;
    const text = checkedText(wantedString, wantedReading, value);
    const [first, ...others] = locations;
    if (text === undefined || first === undefined) continue;
    const sameTranslation = translations.get(text);
    if (sameTranslation === undefined) translations.set(text, { text, locations: [first, ...others] });
    else translations.set(text, { text, locations: [...sameTranslation.locations, ...locations] });
  }
  return [...translations.values()];
}

/**
 * Whether two files read a text and its translation in the same way, so that a value of one is right in the other. How
 * they read apostrophes and bars matters only if there are any.
 */
function isReadAlike(wantedReading: ProtectedText, candidateReading: ProtectedText, translation: string): boolean {
  const { placeholders } = wantedReading;
  if (withLineFeeds(wantedReading.text) !== withLineFeeds(candidateReading.text)) return false;
  if (placeholders.length !== candidateReading.placeholders.length) return false;
  const haveEqualSyntax = placeholders.every(({ syntax }, index) =>
    isEqualSyntax(syntax, candidateReading.placeholders[index]?.syntax),
  );
  if (!haveEqualSyntax) return false;

  const bothTexts = wantedReading.source + translation;
  if (bothTexts.includes("'") && wantedReading.apostrophes !== candidateReading.apostrophes) return false;
  return (
    !bothTexts.includes('|') ||
    pipeFamilyOf(wantedReading.syntaxes ?? []) === pipeFamilyOf(candidateReading.syntaxes ?? [])
  );
}

/** Returns a translation as it would be written, with the source's line ends; undefined if the checks find errors. */
function checkedText(
  { protectedText, unit, source, sourceUnit: { maxChars } }: WantedString,
  reading: ProtectedText,
  text: string,
): string | undefined {
  const restored = restore(text, protectedText ?? withNumbers(reading, [], source), {
    sourceLocale: source.locale,
    targetLocale: unit.locale,
    ...fileFacts(unit.targetFile),
    ...present({ maxChars }),
  });
  if (restored.problems.some(({ severity }) => severity === 'error')) return undefined;
  return restored.text;
}
