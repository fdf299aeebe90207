import { type UnwritableUnit, unwritableText } from './unwritableUnit.ts';
import { OrderError } from '../orderError.ts';
import { describeReason } from '../../../base/codedReason.ts';

/**
 * Why a job's translation can't be written. `unwritable`: the format can't represent units, each with its error.
 * `invalid-message`: the branches would not make a valid message; the value is the job's title.
 */
export type UndeliverableReason =
  | { readonly code: 'unwritable'; readonly values: readonly UnwritableUnit[] }
  | { readonly code: 'invalid-message'; readonly values: readonly [string] };

/** A translation that can't be written. `subject` names the reason for the log. */
export class UndeliverableError extends OrderError {
  readonly because: UndeliverableReason;

  constructor(because: UndeliverableReason) {
    super('not-delivered', undeliverableText(because));
    this.because = because;
  }
}

function undeliverableText({ code, values }: UndeliverableReason): string {
  return code === 'unwritable' ? values.map(unwritableText).join('\n') : describeReason({ code, values });
}
