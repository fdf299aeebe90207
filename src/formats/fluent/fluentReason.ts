import type { Annotation } from '@fluent/syntax';
import { because, type Reason } from '../reasons/reason.ts';

/** Reasons for the error codes of `@fluent/syntax` that have no arguments. */
const reasonsByCode: Readonly<Record<string, Reason>> = {
  E0002: because('fluent-entry'),
  E0008: because('fluent-callee'),
  E0009: because('fluent-argument-name'),
  E0010: because('fluent-default-missing'),
  E0011: because('fluent-variant-missing'),
  E0012: because('value-expected'),
  E0013: because('fluent-variant-key'),
  E0014: because('fluent-expression-missing'),
  E0015: because('fluent-default-twice'),
  E0016: because('fluent-selector'),
  E0017: because('fluent-selector'),
  E0018: because('fluent-selector'),
  E0019: because('fluent-term-attribute'),
  E0020: because('quote-open'),
  E0021: because('fluent-argument-order'),
  E0022: because('fluent-argument-twice'),
  E0025: because('escape-unknown'),
  E0026: because('escape-unknown'),
  E0027: because('fluent-closing-brace'),
  E0028: because('fluent-expression-missing'),
  E0029: because('fluent-selector'),
};

/** The parser's name for a line end: U+2424. */
const lineEndToken = '\u2424';

/** Returns the reason for an error code whose argument is a token, a range of characters or a name. */
function reasonWithArgument(code: string, argument: string): Reason | undefined {
  switch (code) {
    case 'E0003':
      if (argument === lineEndToken) return because('line-end-expected');
      return because('expected-here', argument);
    case 'E0004':
      return because('fluent-character', argument);
    case 'E0005':
      return because('fluent-message-empty', argument);
    case 'E0006':
      return because('fluent-term-empty', argument);
    default:
      return undefined;
  }
}

/** Returns the reason for an error of the parser; for an unknown code, with its message. */
export function fluentReason(annotation: ParserError | undefined): Reason {
  if (annotation === undefined) return because('fluent-entry');
  const { code, message } = annotation;
  const argument = String(annotation.arguments[0]);
  return reasonsByCode[code] ?? reasonWithArgument(code, argument) ?? because('fluent-invalid', message);
}

/** The members of an error of the parser that are read. */
type ParserError = Pick<Annotation, 'code' | 'arguments' | 'message'>;
