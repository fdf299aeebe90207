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

/** Reasons for the error codes whose argument is a token, a range of characters or a name. */
const reasonsWithArgument: Readonly<Record<string, (argument: string) => Reason>> = {
  E0003: (token) => (token === lineEndToken ? because('line-end-expected') : because('expected-here', token)),
  E0004: (range) => because('fluent-character', range),
  E0005: (id) => because('fluent-message-empty', id),
  E0006: (id) => because('fluent-term-empty', id),
};

/** Returns the reason for an error of the parser; for an unknown code, with its message. */
export function fluentReason(annotation: Pick<Annotation, 'code' | 'arguments' | 'message'> | undefined): Reason {
  if (annotation === undefined) return because('fluent-entry');
  const {
    code,
    arguments: [argument],
    message,
  } = annotation;
  return reasonsByCode[code] ?? reasonsWithArgument[code]?.(String(argument)) ?? because('fluent-invalid', message);
}
