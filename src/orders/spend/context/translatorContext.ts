import { present } from '../../../base/present.ts';
import type { Unit } from '../../../formats/format.ts';
import { readableId } from '../../../formats/kit/unitId.ts';
import {
  usageKey,
  type CodeUsages,
  type KeyMatch,
  keySearch,
  keyScope,
  isGeneratedCode,
  isLocalePath,
} from './keyUsage.ts';
import type { SourceFile, TargetFile } from '../../units/files/localeFile.ts';
import { elementLine } from './elementKind.ts';
import { placeholderLines } from './placeholderLines.ts';
import { plainLine } from '../../model/plainLine.ts';
import { privateParts } from '../check/privateText.ts';
import { pluralSetOf, sourceUnitOf } from '../../model/sourceUnit.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import type { Plan, PlannedJob } from '../../model/plan/plan.ts';

/** The surroundings of a plan's strings. */
export interface ContextInputs {
  /** Absent for a passage: text selected in the editor, which has no key and no neighboring strings. */
  readonly source?: Pick<SourceFile, 'units'> & Partial<Pick<SourceFile, 'path'>>;
  readonly targets: readonly Pick<TargetFile, 'locale' | 'units'>[];
  readonly usages: CodeUsages;
}

/** Maximum number of neighboring strings before the string, and as many after it. */
const maxNeighbors = 2;
/** The distance, in units of the file, within which neighboring strings are searched. */
const neighborDistance = 12;
const maxUsages = 3;
const maxOtherKeys = 3;
/** The longest quoted parts, in UTF-16 units. */
const longestKey = 120;
const longestNeighbor = 120;
const longestTranslation = 1000;

/**
 * Returns the plan with context for translators appended to each job's note: the earlier translation of a changed
 * string, the meaning of its placeholders, the strings around it, other keys with the same text, and its usages in
 * code. The least helpful part is last, because a comment that is too long is cut from its end. Text from files only
 * appears as a quoted part of a line, and text that looks private is skipped.
 */
export function withContext(plan: Plan, inputs: ContextInputs): Plan {
  const contextOf = contextIn(inputs);
  return { ...plan, jobs: plan.jobs.map((job) => (job.document === undefined ? contextOf(job) : job)) };
}

function contextIn({ source, targets, usages }: ContextInputs): (job: PlannedJob) => PlannedJob {
  const isPrivate = privacyCheck();
  const sourceUnits = source?.units ?? [];
  const sourceUnitsById = new Map(sourceUnits.map((unit) => [unit.id, unit]));
  const findNeighbors = neighborFinder(sourceUnits, isPrivate);
  const translatableUnits = sourceUnits.filter(({ translatable }) => translatable !== false);
  const sourceUnitsByText = Map.groupBy(translatableUnits, ({ text }) => text);
  const targetsByLocale = new Map(targets.map((target) => [target.locale, target]));
  return (job) => {
    // All units of a job have the same source text, so the first one is described.
    const key = job.units[0]?.key;
    const sourceUnit = key === undefined ? undefined : sourceUnitOf(sourceUnitsById, key);
    const codeUsage = usageLines(job, usages, isPrivate);
    const clues = sourceUnit && { ...sourceUnit, path: source?.path, code: codeOf(job, usages) };
    const blocks = [
      [job.note ?? '', (clues && elementLine(clues)) ?? ''].filter((part) => part !== '').join('\n'),
      earlierLine(job, sourceUnit, targetsByLocale.get(job.targetLocale), isPrivate),
      titledList('Placeholders:', placeholderLines(job.protectedText, job.note)),
      sourceUnit === undefined ? '' : neighborsBlock(sourceUnit, job, findNeighbors),
      sourceUnit === undefined ? '' : sameTextLine(sourceUnit, job, sourceUnitsByText),
      titledList('Where it is used in the code:', codeUsage.lines),
    ];
    const note = blocks.filter((block) => block !== '').join('\n\n');
    if (note === (job.note ?? '')) return job;
    return { ...job, note, ...present({ codeDisclosure: codeUsage.disclosed }) };
  };
}

/** Returns a title with a list of lines below it; '' if there are no lines. */
function titledList(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return [title, ...lines.map((line) => `• ${line}`)].join('\n');
}

/**
 * Returns a line with the earlier translation of a string that has changed, or whose translation the file marks as
 * needing work; '' otherwise. A translation that equals the source is skipped.
 */
function earlierLine(
  { reason, units: [unit] }: PlannedJob,
  sourceUnit: Unit | undefined,
  target: Pick<TargetFile, 'units'> | undefined,
  isPrivate: PrivacyCheck,
): string {
  if (unit?.key === undefined || target === undefined) return '';
  const current = targetUnitOf(target.units, unit.key);
  if (current === undefined || current.text.trim() === '') return '';
  if (current.text === sourceUnit?.text || isPrivate(current.text)) return '';
  const onOneLine = current.text.replace(/\r\n|[\n\r]/gu, ' ⏎ ');
  const quoted = `“${plainLine(onOneLine, longestTranslation)}”`;
  if (reason === 'changed') return `Translation from before the text was changed: ${quoted}`;
  if (current.needsWork === true && reason === 'missing') return `Earlier translation, which needs work: ${quoted}`;
  return '';
}

/** The strings around a unit, in the order of the file, as lines `key: “text”`. */
interface Neighbors {
  readonly linesBefore: readonly string[];
  readonly linesAfter: readonly string[];
}

/** Returns a function that finds the strings around a unit and caches the result for the other jobs of the unit. */
function neighborFinder(units: readonly Unit[], isPrivate: PrivacyCheck): (id: string) => Neighbors {
  const indexById = new Map(units.map((unit, index) => [unit.id, index]));
  const neighborsById = new Map<string, Neighbors>();
  const lineOf = ({ id, text }: Unit): string => `${keyText(usageKey(id))}: “${plainLine(text, longestNeighbor)}”`;
  /** Walks from the unit at `origin` to the end (`step` is 1) or to the beginning (`step` is -1) of the file. */
  const walk = (origin: number, step: 1 | -1): readonly string[] => {
    const lines: string[] = [];
    const seen = new Set([pluralOrUnitId(units[origin])]);
    for (let distance = 1; lines.length < maxNeighbors && distance <= neighborDistance; distance += 1) {
      const unit = units[origin + step * distance];
      if (unit === undefined) break;
      // A plural set counts once, and units that are not translated are skipped.
      const id = pluralOrUnitId(unit);
      if (seen.has(id) || unit.translatable === false || unit.text.trim() === '' || isPrivate(unit.text)) continue;
      seen.add(id);
      lines.push(lineOf(unit));
    }
    return lines;
  };
  return (id) => {
    const cached = neighborsById.get(id);
    if (cached !== undefined) return cached;
    const index = indexById.get(id);
    if (index === undefined) return { linesBefore: [], linesAfter: [] };
    const neighbors = { linesBefore: walk(index, -1).toReversed(), linesAfter: walk(index, 1) };
    neighborsById.set(id, neighbors);
    return neighbors;
  };
}

/** Returns the id of the plural that a unit belongs to, or the unit's own id. */
function pluralOrUnitId(unit: Unit | undefined): string | undefined {
  if (unit === undefined) return undefined;
  return pluralSetOf(unit) ?? unit.id;
}

function neighborsBlock(sourceUnit: Unit, { units }: PlannedJob, findNeighbors: (unitId: string) => Neighbors): string {
  const { linesBefore, linesAfter } = findNeighbors(sourceUnit.id);
  if (linesBefore.length + linesAfter.length === 0) return '';
  // A job with several units is one text under several keys.
  const title =
    units.length === 1 ? 'Around it in the file:' : `Around ${keyText(units[0]?.key ?? sourceUnit.id)} in the file:`;
  return titledList(title, [...linesBefore, '(this text)', ...linesAfter]);
}

/** Returns a line with other keys that have the same text. The note already has the keys that the job is for. */
function sameTextLine(
  sourceUnit: Unit,
  { units }: PlannedJob,
  sourceUnitsByText: ReadonlyMap<string, readonly Unit[]>,
): string {
  // A branch of a message is only a part of the unit's text.
  if (units[0]?.branch !== undefined) return '';
  const unitsOfText = sourceUnitsByText.get(sourceUnit.text) ?? [];
  if (unitsOfText.length < 2) return '';
  const keysOfJob = new Set(units.map(({ key }) => usageKey(key ?? '')));
  const otherKeys = [...new Set(unitsOfText.map(({ id }) => usageKey(id)))].filter((key) => !keysOfJob.has(key));
  if (otherKeys.length === 0) return '';
  const namedKeys = otherKeys.slice(0, maxOtherKeys).map((key) => keyText(key));
  const unnamedCount = otherKeys.length - namedKeys.length;
  return `The same text also appears at ${namedKeys.join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}.`;
}

/** Returns a line `path:line: code` for each usage, without `code` if that is private. `disclosed`: what they show. */
function usageLines(
  { units }: PlannedJob,
  usages: CodeUsages,
  isPrivate: PrivacyCheck,
): { readonly lines: readonly string[]; readonly disclosed?: 'places' | 'lines' } {
  if (usages.size === 0) return { lines: [] };
  const keys = [...new Set(units.flatMap(({ key }) => (key === undefined ? [] : [usageKey(key)])))];
  const usagesOfJob = keys.flatMap((key) => usages.get(key) ?? []).slice(0, maxUsages);
  let disclosed: 'places' | 'lines' = 'places';
  const lines = usagesOfJob.map(({ path, line, code }) => {
    const pathAndLine = `${plainLine(path, longestKey)}:${line}`;
    if (code === undefined || code === '' || isPrivate(code)) return pathAndLine;
    disclosed = 'lines';
    return `${pathAndLine}: ${code}`;
  });
  if (lines.length === 0) return { lines };
  return { lines, disclosed };
}

/** Returns the lines of code that use a job's strings, as far as translators may see them. */
function codeOf({ units }: PlannedJob, usages: CodeUsages): readonly string[] {
  const keys = units.flatMap(({ key }) => (key === undefined ? [] : [usageKey(key)]));
  return keys.flatMap((key) => usages.get(key) ?? []).flatMap(({ code }) => code ?? []);
}

function keyText(id: string): string {
  return plainLine(readableId(id), longestKey);
}

type PrivacyCheck = (text: string) => boolean;

/** Returns a cached check. The user did not select context for sending, so private context is skipped silently. */
function privacyCheck(): PrivacyCheck {
  const resultByText = new Map<string, boolean>();
  return (text) => {
    // Nothing beyond is ever quoted: `plainLine` reads at most four times as much as it returns.
    const quotablePart = text.slice(0, longestTranslation * 4);
    const hasPrivateData = resultByText.get(text) ?? privateParts(quotablePart).length > 0;
    resultByText.set(text, hasPrivateData);
    return hasPrivateData;
  };
}

/** Finds uses of the keys that an order takes from one file. */
export interface UsageSearch {
  readonly keyCount: number;
  /** Returns the keys in the text of a source code file. */
  readonly find: (text: string) => readonly KeyMatch[];
  /** Whether a file is a locale file of the same project, or generated from one, so that its keys are not uses. */
  readonly isLocaleFile: (path: string) => boolean;
}

/** Returns a search for the uses of the keys that a plan orders from a file. */
export function usageSearch(source: SourceFile, plan: Pick<Plan, 'jobs'>): UsageSearch {
  const keys = [...new Set(plan.jobs.flatMap(({ units }) => units.map(({ key = '' }) => usageKey(key))))];
  return {
    keyCount: keys.length,
    find: keySearch(keys, keyScope(source.path)),
    isLocaleFile: (path) => isLocalePath(source, path) || isGeneratedCode(path),
  };
}
