import { tokenize, type Token } from '@humanwhocodes/momoa';
import type { FormatError } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { treeBuilder, type JsonContainer, type TreeBuilder } from '../json/jsonTree.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { decodeLiteral } from './decodeLiteral.ts';

/** The tokens of a larger file would take too much memory, and no locale file is that large. */
const maxJson5Size = 8 * 1024 * 1024;

/** The tokens that are allowed next. */
type Expected = 'value' | 'value or end' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/** What the parser has read so far. */
interface ParserState {
  readonly text: string;
  readonly tree: TreeBuilder;
  /** The containers that are open. */
  readonly openContainers: ('object' | 'array')[];
  expected: Expected;
}

/**
 * Parses JSON5 (https://spec.json5.org) into a tree like that of JSON. Throws FormatError for a text that is not JSON5,
 * for a root that is neither an object nor an array, for excessive nesting and for a text over 8 MiB.
 */
export function parseJson5(text: string): JsonContainer {
  if (text.length > maxJson5Size) throw refusal(because('json5-too-large', maxJson5Size / 1024 / 1024));
  const state: ParserState = { text, tree: treeBuilder(text), openContainers: [], expected: 'value' };
  for (const token of tokensOf(text)) addToken(token, state);
  if (state.expected !== 'nothing') {
    if (text.trim() === '') throw formatErrorAt(text, text.length, because('json5-empty'));
    throw unexpected(state, text.length);
  }
  return state.tree.root();
}

/** Why another token is an error. */
const reasonOf: Readonly<Record<Expected, Reason>> = {
  value: because('value-expected'),
  'value or end': because('json5-element-expected'),
  'key or end': because('json5-key-expected'),
  colon: because('colon-expected'),
  'comma or end': because('json5-comma-expected'),
  nothing: because('file-end-expected'),
};

function tokensOf(text: string): readonly Token[] {
  try {
    // Momoa does not terminate if the last character is a backslash in a quoted text, unless a line end follows.
    return tokenize(text.endsWith('\\') ? `${text}\n` : text, { mode: 'json5', ranges: true });
  } catch (error) {
    const { offset = 0 } = error as { readonly offset?: number };
    const errorOffset = Math.min(Math.max(offset, 0), text.length);
    // At the end, a quote or a comment is not closed.
    if (errorOffset >= text.length - 1) throw formatErrorAt(text, errorOffset, because('json5-open'));
    throw formatErrorAt(text, errorOffset, because('json5-syntax'));
  }
}

function addToken(token: Token, state: ParserState): void {
  const { text, tree, expected } = state;
  const start = token.loc.start.offset;
  const end = token.loc.end.offset;
  switch (token.type) {
    case 'LineComment':
    case 'BlockComment':
      tree.comment(start, end - start);
      return;
    case 'LBrace':
      beginContainer('object', start, state);
      return;
    case 'LBracket':
      beginContainer('array', start, state);
      return;
    case 'RBrace':
      finishContainer('object', start, state);
      return;
    case 'RBracket':
      finishContainer('array', start, state);
      return;
    case 'Colon':
      if (expected !== 'colon') throw unexpected(state, start);
      state.expected = 'value';
      return;
    case 'Comma':
      if (expected !== 'comma or end') throw unexpected(state, start);
      tree.comma(start);
      expectMember(state);
      return;
    case 'String':
    case 'Number':
    case 'Boolean':
    case 'Null':
    case 'NaN':
    case 'Infinity':
    case 'Identifier':
      addWord(token, text.slice(start, end), start, state);
  }
}

function beginContainer(kind: JsonContainer['kind'], start: number, state: ParserState): void {
  expectValue(state, start);
  state.tree.begin(kind, start);
  state.openContainers.push(kind);
  expectMember(state);
}

function finishContainer(kind: JsonContainer['kind'], start: number, state: ParserState): void {
  if (!state.expected.endsWith('or end') || state.openContainers.at(-1) !== kind) throw unexpected(state, start);
  state.tree.finish(start, 1);
  state.openContainers.pop();
  expectSeparator(state);
}

/** Adds a key, or a value that is not a container. */
function addWord({ type }: Token, literal: string, start: number, state: ParserState): void {
  const { text, tree, expected } = state;
  const end = start + literal.length;
  if (expected === 'key or end') {
    // `NaN` and `Infinity` may be keys.
    if (type === 'Number' && !/^[A-Z]/.test(literal)) throw formatErrorAt(text, start, because('json5-number-key'));
    const name = type === 'String' ? decodeLiteral(text, start, end) : decodeName(literal);
    tree.property(name, start, literal.length);
    state.expected = 'colon';
    return;
  }
  expectValue(state, start);
  if (type === 'Identifier') throw formatErrorAt(text, start, because('json5-unquoted'));
  if (type === 'String') tree.value({ kind: 'string', start, end, value: decodeLiteral(text, start, end) });
  else {
    // `Number`, `NaN` and `Infinity` remain.
    const number = type === 'Null' || type === 'Boolean' ? undefined : Number(literal);
    tree.value({ kind: 'scalar', start, end, isNull: type === 'Null', number });
  }
  expectSeparator(state);
}

/** Sets what may follow an opening bracket or a comma. */
function expectMember(state: ParserState): void {
  if (state.openContainers.at(-1) === 'object') state.expected = 'key or end';
  else state.expected = 'value or end';
}

/** Sets what may follow a value. */
function expectSeparator(state: ParserState): void {
  if (state.openContainers.length === 0) state.expected = 'nothing';
  else state.expected = 'comma or end';
}

function expectValue(state: ParserState, start: number): void {
  if (state.expected !== 'value' && state.expected !== 'value or end') throw unexpected(state, start);
}

function unexpected({ text, expected }: ParserState, start: number): FormatError {
  return formatErrorAt(text, start, reasonOf[expected]);
}

/** Decodes the escapes in a key without quotes: `caf\u00e9` → `café`. */
function decodeName(name: string): string {
  return name.replace(/\\u([\dA-Fa-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
