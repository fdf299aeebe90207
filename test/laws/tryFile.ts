import { AssertionError } from 'node:assert';
import { FormatError, type LocaleFormat, type Unit } from '../../src/formats/format.ts';
import {
  checkBroken,
  checkCreation,
  checkIdentity,
  checkReinsertion,
  checkReplacement,
  checkUnits,
  isWritable,
  targetUnits,
  type Outcome,
  type Subject,
} from './laws.ts';
import { checkFilling, fillingSubject } from './checkFilling.ts';
import { acceptableText } from './acceptableText.ts';
import { hostileStrings } from './hostileStrings.ts';
import { subjectsOf } from './subjects.ts';
import { variantsOf } from './variants.ts';

/** The tests that ran on a file, and their results. */
export interface FileReport {
  readonly units: number;
  readonly edits: number;
  /** Texts that the format refused, with its reason. */
  readonly refused: readonly string[];
  readonly violations: readonly string[];
  /** Units that were removed and inserted again, and how many of them came back with the same bytes. */
  readonly reinserted: number;
  readonly exact: number;
}

/**
 * Maximum number of units of a file that are written alone; fewer in large files, because each write processes the whole
 * file.
 */
export const mostSingleUnits = 24;
const fewestSingleUnits = 3;
const unitsOfText = 400_000;

/** Longest text, in UTF-16 units, in which units are removed by trying, which reads the text many times. */
const maxFilledLength = 60_000;

/**
 * Tests the laws on a file: all texts at once, single texts, removing and inserting units, a new file, an empty value
 * that is filled while others are inserted, and the truncated file. Throws FormatError for a file that cannot be read.
 */
export function tryFile(
  format: LocaleFormat,
  path: string,
  text: string,
  maxSingleUnits = mostSingleUnits,
): FileReport {
  const report = { units: 0, edits: 0, refused: [] as string[], violations: [] as string[], reinserted: 0, exact: 0 };
  report.units = format.read(text).length;
  for (const variant of variantsOf(text).slice(0, text.length > unitsOfText ? 1 : 2)) {
    for (const subject of subjectsOf(format, path, variant.text))
      trySubject(subject, `${variant.name}, ${subject.targetLocale}`, report, maxSingleUnits);
  }
  for (let part = 1; part <= 4; part += 1) {
    guard(report, 'broken input', () => {
      checkBroken(format, text.slice(0, Math.floor((text.length * part) / 5)), 'is');
    });
  }
  return report;
}

type Growing = {
  -readonly [Key in keyof FileReport]: FileReport[Key] extends readonly string[] ? string[] : FileReport[Key];
};

function trySubject(subject: Subject, name: string, report: Growing, maxSingleUnits: number): void {
  const attempt = (
    law: string,
    edits: number,
    run: () => Outcome | { readonly isExact: boolean } | undefined,
  ): void => {
    guard(report, `${name}: ${law}`, () => {
      const outcome = run();
      if (outcome === undefined) return;
      report.edits += edits;
      if ('refused' in outcome) report.refused.push(`${law}: ${outcome.refused}`);
      if ('isExact' in outcome) {
        report.reinserted += 1;
        report.exact += outcome.isExact ? 1 : 0;
      }
    });
  };
  guard(report, `${name}: reading`, () => {
    checkUnits(subject);
  });
  guard(report, `${name}: identity`, () => {
    checkIdentity(subject);
  });
  let units: readonly Unit[];
  try {
    units = targetUnits(subject).filter(isWritable);
  } catch (error) {
    if (error instanceof FormatError) return;
    throw error;
  }
  const all = new Map(
    units.map((unit, index) => [unit.id, acceptableText(subject.format, unit, changed(unit, index))]),
  );
  if (all.size > 0) attempt('all texts at once', all.size, () => checkReplacement(subject, all));
  const count = Math.min(
    units.length,
    Math.max(fewestSingleUnits, Math.min(maxSingleUnits, Math.floor(unitsOfText / (subject.text.length + 1)))),
  );
  for (let index = 0; index < count; index += 1) {
    const unit = units[Math.floor((index * units.length) / count)];
    if (unit === undefined) continue;
    attempt(`“${unit.id}” alone`, 1, () =>
      checkReplacement(
        subject,
        new Map([[unit.id, acceptableText(subject.format, unit, withHostileString(unit, index))]]),
      ),
    );
    attempt(`“${unit.id}” away and back`, 1, () => checkReinsertion(subject, unit));
  }
  const half = new Set(units.filter((_, index) => index % 2 === 0).map(({ id }) => id));
  if (all.size > 0) attempt('a new file', all.size, () => checkCreation(subject, all, half));
  if (subject.text.length > maxFilledLength) return;
  for (const position of ['second', 'middle', 'last'] as const)
    attempt(`an empty value filled, ${position}`, 1, () => {
      const filling = fillingSubject(subject, position);
      return filling && checkFilling(filling, (unit) => acceptableText(subject.format, unit, changed(unit, 0)));
    });
}

/** Another text of the same kind; markup is unchanged. */
function changed({ text, markup }: Unit, index: number): string {
  return markup === true ? `${text} é${index}` : `${text} é “${index}”`;
}

function withHostileString({ text, markup }: Unit, index: number): string {
  return markup === true ? `${text} ☃` : `${text}${hostileStrings[index % hostileStrings.length] ?? ''}☃`;
}

function guard(report: Growing, law: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    const isExpected = error instanceof AssertionError || error instanceof FormatError;
    const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const message = isExpected ? error.message : unexpected;
    report.violations.push(`${law}: ${message.split('\n', 6).join(' ').slice(0, 600)}`);
  }
}
