import { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textPlace.ts';

/**
 * Faults that a compiler has to tell and that leave no doubt about what the file says: names, and what only strict code
 * forbids.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'VarRedeclaration',
  'DuplicateExport',
  'DuplicateDefaultExport',
  'ModuleExportUndefined',
  'IllegalReturn',
  'DuplicateProto',
  'StrictNumericEscape',
  'StrictOctalLiteral',
  'StrictWith',
  'StrictDelete',
  'StrictEvalArguments',
  'StrictEvalArgumentsBinding',
  'UnexpectedReservedWord',
  'AwaitNotInAsyncContext',
  'ImportBindingIsArguments',
]);

/** Throws FormatError for the first fault from which Babel recovered by guessing. */
export function refuseErrors(text: string, errors: readonly unknown[]): void {
  for (const error of errors) {
    if (!HARMLESS.has((error as { readonly reasonCode?: string }).reasonCode ?? '')) throw moduleError(text, error);
  }
}

/** The error for what Babel throws: its own SyntaxError with a place, or an exhausted stack. */
export function moduleError(text: string, error: unknown): FormatError {
  if (error instanceof FormatError) return error;
  if (error instanceof RangeError) return formatErrorAt(text, 0, 'The code is nested too deep to be read.');
  const { pos, message } = error as { readonly pos?: unknown; readonly message?: unknown };
  const words =
    typeof message === 'string'
      ? message
          .replace(/\s*\(\d+:\d+\)$/, '')
          .split('\n', 1)[0]
          ?.slice(0, 200)
      : '';
  const sentence = words === undefined || words === '' ? 'it cannot be read' : words.replace(/\.$/, '');
  return formatErrorAt(
    text,
    typeof pos === 'number' ? Math.min(pos, text.length) : 0,
    `This code is broken: ${sentence}.`,
  );
}
