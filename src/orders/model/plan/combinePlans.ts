import { localeTag } from '../../../base/locale.ts';
import { present } from '../../../base/present.ts';
import type { FileRef, SkippedFile } from './skippedFile.ts';
import type { FailedLocale, Plan, PlannedJob } from './plan.ts';

/** The plan of one locale file. */
export interface FilePlan {
  readonly source: { readonly path: string; readonly project: { readonly id: string } };
  readonly plan: Plan;
}

/**
 * Combines the plans of several locale files in one source locale; the jobs keep the order of the files. Texts that
 * several files of a project share become one job, which is paid once, as within one file, but only if their formats
 * read the text in the same way: a translation that is right in one format may be an error in another. Skipped units
 * are listed with their files. Returns undefined if there are no plans.
 */
export function combinePlans(plans: readonly FilePlan[], skippedFiles: readonly SkippedFile[]): Plan | undefined {
  const [first] = plans;
  if (first === undefined) return undefined;
  const { sourceLocale, sourceLanguage, until } = first.plan;
  const sameAsSource = plans.flatMap(({ source, plan }) => withFile(source, plan.sameAsSource ?? []));
  return {
    sourceLocale,
    sourceLanguage,
    jobs: mergeSameTexts(plans.flatMap(({ plan }) => plan.jobs)),
    skipped: plans.flatMap(({ source, plan }) => withFile(source, plan.skipped)),
    skippedFiles: distinctFiles(skippedFiles),
    ...present({
      failedLocales: failedInAny(plans),
      sameAsSource: plans.every(({ plan }) => plan.sameAsSource === undefined) ? undefined : sameAsSource,
      until,
    }),
  };
}

function withFile<T extends object>(
  { project, path }: FilePlan['source'],
  listed: readonly T[],
): readonly (T & { readonly file: FileRef })[] {
  return listed.map((entry) => ({ ...entry, file: { project: project.id, path } }));
}

/** Returns each failed locale once: a language that the service lacks fails in every file. */
function failedInAny(plans: readonly FilePlan[]): readonly FailedLocale[] | undefined {
  const failed = plans.flatMap(({ plan }) => plan.failedLocales ?? []);
  if (failed.length === 0) return undefined;
  const identity = ({ locale, error }: FailedLocale): string => JSON.stringify([locale, String(error)]);
  return [...new Map(failed.map((failure) => [identity(failure), failure])).values()];
}

/** Names a file once, even if it can't be read for several locales. */
function distinctFiles(files: readonly SkippedFile[]): readonly SkippedFile[] {
  return [...new Map(files.map((skipped) => [JSON.stringify(skipped.file), skipped])).values()];
}

/** Notes of further files would not help the translator, and the length of a comment is limited. */
const maxNotes = 5;

/** Merges jobs of a project whose texts, placeholders, length limits and locales are the same. */
function mergeSameTexts(jobs: readonly PlannedJob[]): readonly PlannedJob[] {
  // A job that is never merged is grouped by its index, which no other job has.
  const jobsByText = Map.groupBy(jobs, (job, index) => textIdentity(job) ?? index);
  return [...jobsByText.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    return merge(first, others);
  });
}

/** Returns the same identity for jobs that can be merged; undefined for a job that never is. */
function textIdentity({ sameAs, units: [unit], protectedText, ...job }: PlannedJob): string | undefined {
  if (sameAs === undefined || unit === undefined) return undefined;
  return JSON.stringify([unit.project, localeTag(job.targetLocale), job.targetLanguage, sameAs, protectedText]);
}

/** Merges jobs into one, which takes its title and its reason from the first file. */
function merge(first: PlannedJob, others: readonly PlannedJob[]): PlannedJob {
  const jobs = [first, ...others];
  const allNotes = jobs.map(({ note = '' }) => note).filter((note) => note !== '');
  const notes = allNotes.slice(0, maxNotes);
  if (allNotes.length > maxNotes) notes.push(`… and in ${allNotes.length - maxNotes} more files.`);
  const disclosures = jobs.flatMap(({ codeDisclosure }) => codeDisclosure ?? []);
  return {
    ...first,
    units: jobs.flatMap(({ units }) => units),
    ...present({
      note: notes.length === 0 ? undefined : notes.join('\n\n'),
      codeDisclosure: disclosures.includes('lines') ? ('lines' as const) : disclosures[0],
    }),
  };
}
