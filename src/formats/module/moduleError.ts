import { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because, type Reason } from '../reasons/reason.ts';

/** Errors that do not affect how the file is read: about names, and about syntax that only strict mode forbids. */
const harmlessCodes: ReadonlySet<string> = new Set([
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

/** Throws FormatError for the first error after which Babel guessed how to continue. */
export function refuseErrors(text: string, errors: readonly unknown[]): void {
  for (const error of errors) {
    if (!harmlessCodes.has((error as BabelError).reasonCode ?? '')) throw moduleError(text, error);
  }
}

/** Returns the error for one that Babel throws: its own SyntaxError with a location, or an exhausted stack. */
export function moduleError(text: string, error: unknown): FormatError {
  if (error instanceof FormatError) return error;
  if (error instanceof RangeError) return formatErrorAt(text, 0, because('parser-limit'));
  const { pos = 0, message = '', reasonCode = '' } = error as BabelError;
  const messageWithoutPosition = message.replace(/\s*\(\d+:\d+\)$/, '');
  return formatErrorAt(text, Math.min(pos, text.length), reasonOf(reasonCode, messageWithoutPosition));
}

/** The members of Babel's errors that are read. */
interface BabelError {
  readonly pos?: number;
  readonly message?: string;
  readonly reasonCode?: string;
}

/** Returns the reason for a reason code of Babel and its message, such as `Unexpected token, expected ","`. */
function reasonOf(code: string, message: string): Reason {
  const expectedToken = /, expected "(.+)"$/.exec(message)?.[1];
  if (code === 'UnexpectedToken' && expectedToken !== undefined) return because('expected-here', expectedToken);
  return reasonsByCode[code] ?? because('module-invalid', message.split('\n', 1)[0]?.slice(0, 200) ?? '');
}

const reasonsByCode: Readonly<Record<string, Reason>> = {
  UnexpectedToken: because('unexpected-here'),
  UnterminatedString: because('quote-open'),
  UnterminatedTemplate: because('module-template-not-closed'),
  UnterminatedComment: because('comment-open'),
  InvalidEscapeSequence: because('escape-unknown'),
  InvalidEscapeSequenceTemplate: because('escape-unknown'),
};
