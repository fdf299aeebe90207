import { because, type Reason } from '../reasons/reason.ts';

/** Reasons for the rule ids of errors of the MDX extensions of micromark and mdast. */
const reasonsByRule: Readonly<Record<string, Reason>> = {
  'unexpected-eof': because('mdx-end'),
  'unexpected-character': because('mdx-character'),
  'unexpected-lazy': because('mdx-unindented-line'),
  'unexpected-closing-slash': because('mdx-closing-tag'),
  'unexpected-attribute': because('mdx-closing-tag-name'),
  'unexpected-self-closing-slash': because('mdx-closing-tag-name'),
  'end-tag-mismatch': because('mdx-tag-mismatch'),
};

/** Returns the reason for an error of the parser; other errors are those of an exhausted stack. */
export function mdxReason(error: unknown): Reason {
  if (!(error instanceof Error) || !('reason' in error) || typeof error.reason !== 'string')
    return because('parser-limit');
  const rule = 'ruleId' in error && typeof error.ruleId === 'string' ? error.ruleId : '';
  return reasonsByRule[rule] ?? because('markdown-invalid', error.reason);
}
