import { present } from '../../../base/present.ts';
import type { Unit } from '../../../formats/format.ts';
import { readableId } from '../../../formats/kit/unitId.ts';
import { usageKey, type CodeUsages, type KeyMatch, keySearch, keyScope, isLocalePath } from './keyUsage.ts';
import type { SourceFile, TargetFile } from '../../units/files/localeFile.ts';
import { placeholderLines } from './placeholderNotes.ts';
import { plainLine } from '../../model/plainLine.ts';
import { privateParts } from '../check/privateText.ts';
import { pluralSetOf, sourceUnitOf } from '../../model/sourceUnit.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import type { Plan, PlannedJob } from '../../model/plan/plan.ts';

/** The surroundings of a plan's strings. */
export interface ContextInputs {
  /** Absent for a passage, which has no key and no neighboring strings. */
  readonly source?: Pick<SourceFile, 'units'>;
  readonly targets: readonly Pick<TargetFile, 'locale' | 'units'>[];
  readonly usages: CodeUsages;
}

/** Maximum number of neighboring strings before and after, and the distance in units within which they are searched. */
const maxNeighbors = 2;
const neighborDistance = 12;
const maxUsages = 3;
const maxOtherKeys = 3;
/** In UTF-16 units. */
const longestKey = 120;
const longestNeighbor = 120;
const longestEarlier = 1000;

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
  const sources = new Map((source?.units ?? []).map((unit) => [unit.id, unit]));
  const around = neighborFinder(source?.units ?? [], isPrivate);
  const sharing = keysByText(source?.units ?? []);
  const targetsByLocale = new Map(targets.map((target) => [target.locale, target]));
  return (job) => {
    const key = job.units[0]?.key;
    const from = key === undefined ? undefined : sourceUnitOf(sources, key);
    const used = usageLines(job, usages, isPrivate);
    const blocks = [
      earlierLine(job, from, targetsByLocale.get(job.targetLocale), isPrivate),
      listed('Placeholders:', placeholderLines(job.protectedText, job.note)),
      from === undefined ? '' : aroundBlock(from, job, around),
      from === undefined ? '' : elsewhereLine(from, job, sharing),
      listed('Where it is used in the code:', used.lines),
    ].filter((block) => block !== '');
    if (blocks.length === 0) return job;
    const note = [...(job.note === undefined || job.note === '' ? [] : [job.note]), ...blocks].join('\n\n');
    return { ...job, note, ...present({ codeDisclosure: used.disclosed }) };
  };
}

function listed(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return [title, ...lines.map((line) => `• ${line}`)].join('\n');
}

/**
 * Returns the earlier translation of a string that has changed, or whose translation the file marks as needing work. A
 * translation that equals the source is skipped.
 */
function earlierLine(
  { reason, units: [unit] }: PlannedJob,
  from: Unit | undefined,
  target: Pick<TargetFile, 'units'> | undefined,
  isPrivate: PrivacyCheck,
): string {
  const current = unit?.key === undefined || target === undefined ? undefined : targetUnitOf(target.units, unit.key);
  if (current === undefined || current.text.trim() === '' || current.text === from?.text || isPrivate(current.text))
    return '';
  const quoted = `“${plainLine(current.text.replace(/\r\n|[\n\r]/gu, ' ⏎ '), longestEarlier)}”`;
  if (reason === 'changed') return `Translation from before the text was changed: ${quoted}`;
  if (current.needsWork === true && reason === 'missing') return `Earlier translation, which needs work: ${quoted}`;
  return '';
}

interface Neighbors {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Returns a function that finds the strings around a unit and caches the result for the other jobs of the unit. */
function neighborFinder(units: readonly Unit[], isPrivate: PrivacyCheck): (id: string) => Neighbors {
  const indexById = new Map(units.map((unit, index) => [unit.id, index]));
  const neighborsById = new Map<string, Neighbors>();
  const lineOf = ({ id, text }: Unit): string => `${keyText(usageKey(id))}: “${plainLine(text, longestNeighbor)}”`;
  const walk = (from: number, step: 1 | -1): readonly string[] => {
    const lines: string[] = [];
    const seen = new Set([setOf(units[from])]);
    for (let at = from + step; lines.length < maxNeighbors && Math.abs(at - from) <= neighborDistance; at += step) {
      const unit = units[at];
      if (unit === undefined) break;
      // A plural set counts once, and units that are not translated are skipped.
      if (seen.has(setOf(unit)) || unit.translatable === false || unit.text.trim() === '' || isPrivate(unit.text))
        continue;
      seen.add(setOf(unit));
      lines.push(lineOf(unit));
    }
    return lines;
  };
  return (id) => {
    const cached = neighborsById.get(id);
    if (cached !== undefined) return cached;
    const index = indexById.get(id);
    const neighbors =
      index === undefined ? { before: [], after: [] } : { before: walk(index, -1).toReversed(), after: walk(index, 1) };
    neighborsById.set(id, neighbors);
    return neighbors;
  };
}

/** Returns the plural that a unit belongs to, or the unit's own id. */
function setOf(unit: Unit | undefined): string | undefined {
  if (unit === undefined) return undefined;
  return pluralSetOf(unit) ?? unit.id;
}

function aroundBlock(from: Unit, { units }: PlannedJob, around: (id: string) => Neighbors): string {
  const { before, after } = around(from.id);
  if (before.length + after.length === 0) return '';
  const title =
    units.length === 1 ? 'Around it in the file:' : `Around ${keyText(units[0]?.key ?? from.id)} in the file:`;
  return listed(title, [...before, '(this text)', ...after]);
}

/** Returns the translatable units by text. */
function keysByText(units: readonly Unit[]): ReadonlyMap<string, readonly Unit[]> {
  const byText = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.translatable === false) continue;
    const unitsOfText = byText.get(unit.text);
    if (unitsOfText === undefined) byText.set(unit.text, [unit]);
    else unitsOfText.push(unit);
  }
  return byText;
}

/** Returns a line with other keys that have the same text. The note already has the keys that the job is for. */
function elsewhereLine(from: Unit, { units }: PlannedJob, sharing: ReadonlyMap<string, readonly Unit[]>): string {
  if (units[0]?.branch !== undefined) return '';
  const unitsOfText = sharing.get(from.text) ?? [];
  if (unitsOfText.length < 2) return '';
  const ownKeys = new Set(units.map(({ key }) => usageKey(key ?? '')));
  const otherKeys = [...new Set(unitsOfText.map(({ id }) => usageKey(id)))].filter((key) => !ownKeys.has(key));
  if (otherKeys.length === 0) return '';
  const more = otherKeys.length - maxOtherKeys;
  const names = otherKeys
    .slice(0, maxOtherKeys)
    .map((key) => keyText(key))
    .join(', ');
  return `The same text also appears at ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

function usageLines(
  { units }: PlannedJob,
  usages: CodeUsages,
  isPrivate: PrivacyCheck,
): { readonly lines: readonly string[]; readonly disclosed?: 'places' | 'lines' } {
  if (usages.size === 0) return { lines: [] };
  const keys = [...new Set(units.flatMap(({ key }) => (key === undefined ? [] : [usageKey(key)])))];
  const places = keys.flatMap((key) => usages.get(key) ?? []).slice(0, maxUsages);
  let disclosed: 'places' | 'lines' = 'places';
  const lines = places.map(({ path, line, code }) => {
    const place = `${plainLine(path, longestKey)}:${line}`;
    if (code === undefined || code === '' || isPrivate(code)) return place;
    disclosed = 'lines';
    return `${place}: ${code}`;
  });
  if (lines.length === 0) return { lines };
  return { lines, disclosed };
}

function keyText(id: string): string {
  return plainLine(readableId(id), longestKey);
}

type PrivacyCheck = (text: string) => boolean;

/**
 * Returns a cached check for private data. The user did not select context for sending, so private context is skipped
 * without a question.
 */
function privacyCheck(): PrivacyCheck {
  const verdicts = new Map<string, boolean>();
  return (text) => {
    const hasPrivateData = verdicts.get(text) ?? privateParts(text.slice(0, longestEarlier * 4)).length > 0;
    verdicts.set(text, hasPrivateData);
    return hasPrivateData;
  };
}

/** Finds uses of the keys that an order takes from one file. */
export interface UsageSearch {
  readonly keyCount: number;
  /** Returns the keys in the text of a source code file. */
  readonly find: (text: string) => readonly KeyMatch[];
  /** Whether a file is a locale file of the same project, so that its keys are not uses. */
  readonly isLocaleFile: (path: string) => boolean;
}

/** Returns a search for the uses of the keys that a plan orders from a file. */
export function usageSearch(source: SourceFile, plan: Pick<Plan, 'jobs'>): UsageSearch {
  const keys = [...new Set(plan.jobs.flatMap(({ units }) => units.map(({ key = '' }) => usageKey(key))))];
  return {
    keyCount: keys.length,
    find: keySearch(keys, keyScope(source.path)),
    isLocaleFile: (path) => isLocalePath(source, path),
  };
}
