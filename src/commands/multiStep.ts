import type { StepPosition, StepResult } from '../editor/shown/quickInput.ts';
import type { Words } from '../words/words.ts';

/** A question of a wizard. Takes the answers so far and adds its own. */
export type Step<A> = (answers: A, position: StepPosition) => Promise<StepResult<A>>;

/** Runs the steps one after the other; the user can go back. Returns undefined if the user cancels. */
export async function runSteps<A>(title: Words, steps: readonly Step<A>[], start: A): Promise<A | undefined> {
  const history: A[] = [start];
  while (history.length <= steps.length) {
    const index = history.length - 1;
    const answers = history[index];
    const step = steps[index];
    if (answers === undefined || step === undefined) return undefined;
    const result = await step(answers, { title, step: index + 1, totalSteps: steps.length });
    if (result.kind === 'canceled') return undefined;
    if (result.kind === 'answer') history.push(result.value);
    else if (history.length > 1) history.pop();
  }
  return history.at(-1);
}
