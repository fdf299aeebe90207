import { hasWords } from '../../base/text/hasWords.ts';
import type { OmittedEntry } from '../kit/localeFormat.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { findBranch, type Branch } from './codeBranches.ts';
import type { CodeMember } from './codeTree.ts';
import { idIn, localePath, type CodeFile, type UnitRules } from './codeUnits.ts';

/** Returns the entries of a locale whose texts the program takes from elsewhere: constants, calls, included objects. */
export function omittedIn(file: CodeFile, locale: string | undefined, rules: UnitRules): readonly OmittedEntry[] {
  const branch = findBranch(file.root, localePath(file, locale));
  return branch === undefined ? [] : [...omittedBelow(branch, '', { text: file.tree.text, rules })];
}

interface Search {
  readonly text: string;
  readonly rules: UnitRules;
}

function* omittedBelow(branch: Branch, prefix: string, search: Search): Iterable<OmittedEntry> {
  const { text, rules } = search;
  for (const member of branch.containers.flatMap(({ members }) => members))
    if (member.key === undefined) yield* omittedWithoutKey(member, prefix, text);
  const identifier = branch.containers[0]?.identity?.identifier;
  for (const [key, { member, branch: childBranch }] of branch.entries) {
    if (key === identifier) continue;
    if (childBranch !== undefined) yield* omittedBelow(childBranch, `${prefix}${escapeKey(key)}.`, search);
    if (childBranch !== undefined || member === undefined) continue;
    const { id } = idIn(branch, key, prefix, rules);
    const { value, start } = member;
    if (value.kind === 'text') {
      if (id === '' && hasWords(value.value)) yield { start, reason: because('entry-no-key') };
    } else if (value.kind === 'other' && value.shown === undefined && isReference(text.slice(value.start, value.end)))
      yield { start, reason: because('code-computed'), ...(id !== '' && { key: id }) };
  }
}

/** Returns the entry for a spread, `{ name }`, or a container under a computed key; methods have no texts. */
function* omittedWithoutKey({ start, end, value }: CodeMember, prefix: string, text: string): Iterable<OmittedEntry> {
  // A field with the locale's name, whose key was taken away.
  if (value.kind !== 'other') return;
  const written = text.slice(start, end);
  if (written.startsWith('...')) yield { start, reason: because('entry-merged') };
  else if (/^[\p{L}_$][\p{L}\d_$]*$/u.test(written))
    yield { key: prefix + escapeKey(written), start, reason: because('code-computed') };
  else if (/^\[[^\]]*\]\s*:\s*[[{]/.test(written)) yield { start, reason: because('code-key-computed') };
}

/** Matches what may stand for a text: `TITLE`, `Foo::TITLE`, `texts.title`, `__('title')`, `$base['title']`. */
const reference = /^(?:\\?[\p{L}_$][\p{L}\d_$\\]*)(?:\s*(?:::|->|\?\.|\.)\s*[\p{L}_$][\p{L}\d_$]*)*\s*(?:$|\[|\()/u;

/** Matches `(count) => …` and `count => …`, also after `async`. */
const arrowFunction = /^[^()]*(?:\([^()]*\))?\s*=>/;

/** Words of code that are no names, and values that are no texts. */
const otherWords: ReadonlySet<string> = new Set(
  (
    'true false null undefined nan infinity function fn async class new void typeof await yield static isset empty array ' +
    'intval floatval boolval number boolean parseint parsefloat bigint symbol date math'
  ).split(' '),
);

/** Whether an expression is a name of something else, or a call, that may be a text. */
function isReference(expression: string): boolean {
  if (!reference.test(expression)) return false;
  const [firstWord = ''] = /[\p{L}_$][\p{L}\d_$]*/u.exec(expression) ?? [];
  // PHP's own constants are numbers and signs.
  return !otherWords.has(firstWord.toLowerCase()) && !firstWord.startsWith('PHP_') && !arrowFunction.test(expression);
}
