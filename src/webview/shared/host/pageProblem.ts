import { present } from '../../../base/present.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import { problemLocation } from '../../../placeholders/problemLocation.ts';
import type { Problem } from '../../../placeholders/read/placeholder.ts';
import { plain } from '../../../words/plain.ts';
import { problemSentence } from '../../../words/problemSentences.ts';
import type { PageProblem } from '../pageSnapshot.ts';

/** Returns a problem of a job's translation as pages show it. */
export function pageProblem(problem: Problem, job: TrackedJob): PageProblem {
  const location = problemLocation(problem, job);
  return { severity: problem.severity, sentence: plain(problemSentence(problem)), ...present({ location }) };
}
