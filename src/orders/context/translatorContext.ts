import type { Unit } from '../../formats/format.ts';
import { readableId } from '../../formats/kit/unitId.ts';
import { usageKey, type CodeUsages } from './keyUsage.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { placeholderLines } from './placeholderNotes.ts';
import { plainLine } from '../model/plainLine.ts';
import type { Plan, PlannedJob } from '../plan/plan.ts';
import { privateParts } from '../check/privateText.ts';
import { pluralSetOf, sourceUnitOf } from '../model/sourceUnit.ts';
import { targetUnitOf } from '../files/targetUnit.ts';

/** What is around the texts of a plan. */
export interface ContextGround {
  /** Absent for a passage, which has no key and no neighbours that are texts. */
  readonly source?: Pick<SourceFile, 'units'>;
  readonly targets: readonly Pick<TargetFile, 'locale' | 'units'>[];
  readonly usages: CodeUsages;
}

/** So many texts before and after, within so many units; nearer ones say more. */
const maxNeighbours = 2;
const neighbourReach = 12;
const maxUsages = 3;
const maxOtherKeys = 3;
/** In UTF-16 units. */
const longestKey = 120;
const longestNeighbour = 120;
const longestEarlier = 1000;

/**
 * The plan with what helps a translator to get a text right, in each job's note behind what is there already: the earlier
 * translation of a text that has changed, what its placeholders are replaced by, the texts around it, where else it stands and where
 * programs use it. In this order, so that what is worth least is cut first where a comment gets too long. Every line is made here and
 * holds words of files as one quoted part; what looks private is not told at all.
 */
export function withContext(plan: Plan, ground: ContextGround): Plan {
  const contextOf = contextIn(ground);
  return { ...plan, jobs: plan.jobs.map((job) => (job.document === undefined ? contextOf(job) : job)) };
}

function contextIn({ source, targets, usages }: ContextGround): (job: PlannedJob) => PlannedJob {
  const isPrivate = privacyJudge();
  const sources = new Map((source?.units ?? []).map((unit) => [unit.id, unit]));
  const around = neighbourhoods(source?.units ?? [], isPrivate);
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
    return { ...job, note, ...(used.told === undefined ? {} : { toldCode: used.told }) };
  };
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `• ${line}`)].join('\n');
}

/** Of a text that has changed since, or whose translation the file itself says needs work. One that merely repeats the source is none. */
function earlierLine(
  { reason, units: [unit] }: PlannedJob,
  from: Unit | undefined,
  target: Pick<TargetFile, 'units'> | undefined,
  isPrivate: Judge,
): string {
  const present = unit?.key === undefined || target === undefined ? undefined : targetUnitOf(target.units, unit.key);
  if (present === undefined || present.text.trim() === '' || present.text === from?.text || isPrivate(present.text))
    return '';
  const quoted = `“${plainLine(present.text.replace(/\r\n|[\n\r]/gu, ' ⏎ '), longestEarlier)}”`;
  if (reason === 'changed') return `Translation from before the text was changed: ${quoted}`;
  return present.needsWork === true && reason === 'missing' ? `Earlier translation, which needs work: ${quoted}` : '';
}

interface Neighbourhood {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Finds the texts around a unit, once for all its jobs. */
function neighbourhoods(units: readonly Unit[], isPrivate: Judge): (id: string) => Neighbourhood {
  const places = new Map(units.map((unit, index) => [unit.id, index]));
  const known = new Map<string, Neighbourhood>();
  const lineOf = ({ id, text }: Unit): string => `${keyText(usageKey(id))}: “${plainLine(text, longestNeighbour)}”`;
  const walk = (from: number, step: 1 | -1): readonly string[] => {
    const lines: string[] = [];
    const seen = new Set([setOf(units[from])]);
    for (let at = from + step; lines.length < maxNeighbours && Math.abs(at - from) <= neighbourReach; at += step) {
      const unit = units[at];
      if (unit === undefined) break;
      // A plural counts once, and what is not translated is no text.
      if (seen.has(setOf(unit)) || unit.translatable === false || unit.text.trim() === '' || isPrivate(unit.text))
        continue;
      seen.add(setOf(unit));
      lines.push(lineOf(unit));
    }
    return lines;
  };
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const place = places.get(id);
    const found =
      place === undefined ? { before: [], after: [] } : { before: walk(place, -1).toReversed(), after: walk(place, 1) };
    known.set(id, found);
    return found;
  };
}

function setOf(unit: Unit | undefined): string | undefined {
  return unit === undefined ? undefined : (pluralSetOf(unit) ?? unit.id);
}

function aroundBlock(from: Unit, { units }: PlannedJob, around: (id: string) => Neighbourhood): string {
  const { before, after } = around(from.id);
  if (before.length + after.length === 0) return '';
  const title =
    units.length === 1 ? 'Around it in the file:' : `Around ${keyText(units[0]?.key ?? from.id)} in the file:`;
  return listed(title, [...before, '(this text)', ...after]);
}

/** Keys that have a text; those of one plural are one. */
function keysByText(units: readonly Unit[]): ReadonlyMap<string, readonly Unit[]> {
  const byText = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.translatable === false) continue;
    const same = byText.get(unit.text);
    if (same === undefined) byText.set(unit.text, [unit]);
    else same.push(unit);
  }
  return byText;
}

/** Where the text stands besides the places that the job is for, which the note names already. */
function elsewhereLine(from: Unit, { units }: PlannedJob, sharing: ReadonlyMap<string, readonly Unit[]>): string {
  if (units[0]?.branch !== undefined) return '';
  const same = sharing.get(from.text) ?? [];
  if (same.length < 2) return '';
  const told = new Set(units.map(({ key }) => usageKey(key ?? '')));
  const others = [...new Set(same.map(({ id }) => usageKey(id)))].filter((key) => !told.has(key));
  if (others.length === 0) return '';
  const more = others.length - maxOtherKeys;
  const names = others
    .slice(0, maxOtherKeys)
    .map((key) => keyText(key))
    .join(', ');
  return `The same text also stands at ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

function usageLines(
  { units }: PlannedJob,
  usages: CodeUsages,
  isPrivate: Judge,
): { readonly lines: readonly string[]; readonly told?: 'places' | 'lines' } {
  if (usages.size === 0) return { lines: [] };
  const keys = [...new Set(units.flatMap(({ key }) => (key === undefined ? [] : [usageKey(key)])))];
  const places = keys.flatMap((key) => usages.get(key) ?? []).slice(0, maxUsages);
  let told: 'places' | 'lines' = 'places';
  const lines = places.map(({ path, line, code }) => {
    const place = `${plainLine(path, longestKey)}:${line}`;
    if (code === undefined || code === '' || isPrivate(code)) return place;
    told = 'lines';
    return `${place}: ${code}`;
  });
  return lines.length === 0 ? { lines } : { lines, told };
}

function keyText(id: string): string {
  return plainLine(readableId(id), longestKey);
}

type Judge = (text: string) => boolean;

/** What nobody asked to send is left out where it looks private, and not asked about. Each text is looked at once, whatever the number of locales. */
function privacyJudge(): Judge {
  const known = new Map<string, boolean>();
  return (text) => {
    const judged = known.get(text) ?? privateParts(text.slice(0, longestEarlier * 4)).length > 0;
    known.set(text, judged);
    return judged;
  };
}
