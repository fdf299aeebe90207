import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { uriOf } from '../editor/projectUri.ts';
import { diagnostic } from '../editor/shown/inEditors.ts';
import { findProject } from '../editor/workspace/projects.ts';
import { FormatError, type Unit } from '../formats/format.ts';
import { rangeInLiteral, type ReturnedErrors } from '../orders/deliver/returnedErrors.ts';
import { targetUnitOf } from '../formats/targetUnit.ts';
import { keySpan } from '../formats/touchedUnits.ts';
import { hashText } from '../orders/model/hash.ts';
import type { Project } from '../orders/model/project.ts';
import { sourceUnitOf } from '../orders/model/sourceUnit.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import type { UnitFormat } from '../orders/model/unitFormat.ts';
import { localeName } from '../words/formatting.ts';
import { problemSentence } from '../words/problemSentences.ts';
import { words } from '../words/words.ts';
import { positionsIn } from '../base/text/textPositions.ts';

/** A diagnostic and the job that it is about. */
export interface FoundError {
  readonly diagnostic: vscode.Diagnostic;
  readonly job: TrackedJob;
}

/** Returns the errors of a file's strings: of delivered values that are unchanged, and of strings of a source. */
export async function findErrors(uri: vscode.Uri, values: readonly ReturnedErrors[]): Promise<readonly FoundError[]> {
  const errors: FoundError[] = [];
  // The strings of one file may have several sources and several locales.
  const groups = Map.groupBy(values, ({ unit, job, valueHash }) =>
    JSON.stringify([unit.file, unit.locale, job.sourceLocale, valueHash === undefined]),
  );
  for (const valuesOfGroup of groups.values()) {
    const [firstValue] = valuesOfGroup;
    if (firstValue === undefined) continue;
    const project = findProject(firstValue.unit.project);
    if (project === undefined) continue;
    const source = await readSource(project, firstValue);
    // Only a delivered value has a hash.
    const isDelivered = firstValue.valueHash !== undefined;
    if (isDelivered) errors.push(...(await errorsAtValues(uri, valuesOfGroup, project, source)));
    else errors.push(...valuesOfGroup.flatMap((value) => errorsAtKey(value, source)));
  }
  return errors;
}

/** Returns the errors of delivered values of one file and locale, each at its part of the value. */
async function errorsAtValues(
  uri: vscode.Uri,
  values: readonly ReturnedErrors[],
  project: Project,
  source: SourceStrings | undefined,
): Promise<readonly FoundError[]> {
  const [firstValue] = values;
  if (firstValue === undefined) return [];
  const { targetFile, locale } = firstValue.unit;
  const text = await project.read(targetFile);
  if (text === undefined) return [];
  const format = source?.format ?? (await project.format(targetFile, text));
  const unitsOfFile = (await format?.read(text, locale)) ?? [];
  const unitsById = new Map(unitsOfFile.map((unit) => [unit.id, unit]));
  const rangeOf = rangesIn(text);
  return values.flatMap(({ unit: { key }, job, valueHash, problems }) => {
    const unit = targetUnitOf(unitsById, key);
    if (unit === undefined || hashText(unit.text) !== valueHash) return [];
    const origin = source?.locationOf(key) ?? new vscode.Location(uri, rangeOf(unit).start);
    return problems.map((problem): FoundError => {
      // Offsets in the literal, that is, in the value as the file spells it; undefined if the problem has no location.
      const part = rangeInLiteral(text.slice(unit.start, unit.end), problem, job);
      const range = rangeOf(part ? { start: unit.start + part.start, end: unit.start + part.end } : unit);
      const related = words(l10n.t('The source, translated into {0} as job {1}'), localeName(job.targetLocale), job.id);
      const sentence = problemSentence(problem);
      const error = diagnostic(range, sentence, vscode.DiagnosticSeverity.Error, [[origin, related]]);
      error.code = problem.kind;
      return { diagnostic: error, job };
    });
  });
}

/** Returns the errors of a translation that is not in its file, at the source's key. */
function errorsAtKey(
  { unit, job, problems }: ReturnedErrors,
  source: SourceStrings | undefined,
): readonly FoundError[] {
  const range = source?.keyRangeOf(unit.key);
  if (range === undefined) return [];
  return problems.map((problem): FoundError => {
    const sentence = words(
      l10n.t('The translation into {0}: {1}'),
      localeName(job.targetLocale),
      problemSentence(problem),
    );
    const error = diagnostic(range, sentence, vscode.DiagnosticSeverity.Error, []);
    error.code = problem.kind;
    return { diagnostic: error, job };
  });
}

/** The strings of a source file. */
interface SourceStrings {
  readonly format: UnitFormat;
  locationOf(key: string): vscode.Location | undefined;
  keyRangeOf(key: string): vscode.Range | undefined;
}

/** Returns a source's format and the locations of its strings; undefined if it no longer exists or can't be read. */
async function readSource(project: Project, { unit, job }: ReturnedErrors): Promise<SourceStrings | undefined> {
  const text = await project.read(unit.file).catch(() => undefined);
  const uri = uriOf(project.id, unit.file);
  const format = text === undefined ? undefined : await project.format(unit.file, text);
  if (text === undefined || uri === undefined || format === undefined) return undefined;
  let units: ReadonlyMap<string, Unit>;
  try {
    const hasSeveralLocales = (await format.locales(text)) !== undefined;
    const unitsOfFile = await format.read(text, hasSeveralLocales ? undefined : job.sourceLocale);
    units = new Map(unitsOfFile.map((unitOfFile) => [unitOfFile.id, unitOfFile]));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    // Without the strings of an invalid file, its format is still known.
    units = new Map();
  }
  const rangeOf = rangesIn(text);
  const findUnit = (key: string): Unit | undefined => sourceUnitOf(units, key);
  return {
    format,
    locationOf: (key) => {
      const unitOfKey = findUnit(key);
      return unitOfKey === undefined ? undefined : new vscode.Location(uri, rangeOf(unitOfKey));
    },
    keyRangeOf: (key) => {
      const unitOfKey = findUnit(key);
      return unitOfKey === undefined ? undefined : rangeOf(keySpan(text, unitOfKey));
    },
  };
}

/** Returns a function that converts UTF-16 offsets in a text to ranges. */
function rangesIn(text: string): (span: { readonly start: number; readonly end: number }) => vscode.Range {
  const positionOf = positionsIn(text);
  return (span) => {
    const [start, end] = [positionOf(span.start), positionOf(span.end)];
    return new vscode.Range(start.line, start.character, end.line, end.character);
  };
}
