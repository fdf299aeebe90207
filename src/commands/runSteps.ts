import type { StepPosition, StepResult } from '../editor/shown/quickInput.ts';
import type { Words } from '../words/words.ts';

/** A question of a wizard. Takes the answers so far and adds its own. */
export type Step<A> = (answers: A, position: StepPosition) => Promise<StepResult<A>>;

/** Adds the answer of a step to those so far. Any other result of the step, back or canceled, stays as it is. */
export function withAnswer<T, A>(result: StepResult<T>, add: (answer: T) => A): StepResult<A> {
  return result.kind === 'answer' ? { kind: 'answer', value: add(result.value) } : result;
}

/**
 * Runs the steps one after the other; the user can go back. If the steps depend on the answers, `steps` is a function
 * of the answers so far, which may change only later steps. Returns undefined if the user cancels.
 */
export async function runSteps<A>(
  title: Words,
  steps: readonly Step<A>[] | ((answers: A) => readonly Step<A>[]),
  start: A,
): Promise<A | undefined> {
  // The answers before each step that was taken, to which going back returns.
  const earlierAnswers: A[] = [];
  let answers = start;
  for (;;) {
    const currentSteps = typeof steps === 'function' ? steps(answers) : steps;
    const stepIndex = earlierAnswers.length;
    const step = currentSteps[stepIndex];
    if (step === undefined) return answers;
    const result = await step(answers, { title, step: stepIndex + 1, totalSteps: currentSteps.length });
    if (result.kind === 'canceled') return undefined;
    if (result.kind === 'answer') {
      earlierAnswers.push(answers);
      answers = result.value;
    } else answers = earlierAnswers.pop() ?? start;
  }
}
