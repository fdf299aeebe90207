import { tokenize, type Token } from '@humanwhocodes/momoa';
import type { FormatError } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { treeBuilder, type JsonContainer, type TreeBuilder } from '../json/jsonTree.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { decodeLiteral } from './decodeLiteral.ts';

/** The tokens of a larger file would take too much memory, and no locale file is that large. */
const maxJson5Size = 8 * 1024 * 1024;

/** The tokens that are allowed next. */
type Expected = 'value' | 'value or end' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

interface Parsing {
  readonly text: string;
  readonly tree: TreeBuilder;
  /** The containers that are open. */
  readonly open: ('object' | 'array')[];
  expected: Expected;
}

/**
 * Parses JSON5 (https://spec.json5.org) into a tree like that of JSON. Throws FormatError for a text that is not JSON5,
 * for a root that is neither an object nor an array, for excessive nesting and for a text over 8 MiB.
 */
export function parseJson5(text: string): JsonContainer {
  if (text.length > maxJson5Size) {
    throw refusal(because('json5-too-large', maxJson5Size / 1024 / 1024));
  }
  const parsing: Parsing = { text, tree: treeBuilder(text), open: [], expected: 'value' };
  for (const token of tokensOf(text)) addToken(token, parsing);
  if (parsing.expected !== 'nothing') {
    if (text.trim() === '') throw formatErrorAt(text, text.length, because('json5-empty'));
    throw unexpected(parsing, text.length);
  }
  return parsing.tree.root();
}

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
    const at = Math.min(Math.max(offset, 0), text.length);
    if (at >= text.length - 1) throw formatErrorAt(text, at, because('json5-open'));
    throw formatErrorAt(text, at, because('json5-syntax'));
  }
}

function addToken(token: Token, parsing: Parsing): void {
  const { text, tree, expected } = parsing;
  const start = token.loc.start.offset;
  const end = token.loc.end.offset;
  switch (token.type) {
    case 'LineComment':
    case 'BlockComment':
      tree.comment(start, end - start);
      return;
    case 'LBrace':
      beginContainer('object', start, parsing);
      return;
    case 'LBracket':
      beginContainer('array', start, parsing);
      return;
    case 'RBrace':
      finishContainer('object', start, parsing);
      return;
    case 'RBracket':
      finishContainer('array', start, parsing);
      return;
    case 'Colon':
      if (expected !== 'colon') throw unexpected(parsing, start);
      parsing.expected = 'value';
      return;
    case 'Comma':
      if (expected !== 'comma or end') throw unexpected(parsing, start);
      tree.comma(start);
      expectMember(parsing);
      return;
    case 'String':
    case 'Number':
    case 'Boolean':
    case 'Null':
    case 'NaN':
    case 'Infinity':
    case 'Identifier':
      addWord(token, text.slice(start, end), start, parsing);
  }
}

function beginContainer(kind: JsonContainer['kind'], start: number, parsing: Parsing): void {
  expectValue(parsing, start);
  parsing.tree.begin(kind, start);
  parsing.open.push(kind);
  expectMember(parsing);
}

function finishContainer(kind: JsonContainer['kind'], start: number, parsing: Parsing): void {
  if (!parsing.expected.endsWith('or end') || parsing.open.at(-1) !== kind) throw unexpected(parsing, start);
  parsing.tree.finish(start, 1);
  parsing.open.pop();
  expectSeparator(parsing);
}

/** Adds a key, or a value that is not a container. */
function addWord({ type }: Token, literal: string, start: number, parsing: Parsing): void {
  const { text, tree, expected } = parsing;
  const end = start + literal.length;
  if (expected === 'key or end') {
    if (type === 'Number' && !/^[A-Z]/.test(literal)) throw formatErrorAt(text, start, because('json5-number-key'));
    const name = type === 'String' ? decodeLiteral(text, start, end) : decodeName(literal);
    tree.property(name, start, literal.length);
    parsing.expected = 'colon';
    return;
  }
  expectValue(parsing, start);
  if (type === 'Identifier') throw formatErrorAt(text, start, because('json5-unquoted'));
  const isNumber = type !== 'Null' && type !== 'Boolean';
  if (type === 'String') tree.value({ kind: 'string', start, end, value: decodeLiteral(text, start, end) });
  else
    tree.value({ kind: 'scalar', start, end, isNull: type === 'Null', number: isNumber ? Number(literal) : undefined });
  expectSeparator(parsing);
}

/** Sets what may follow an opening bracket or a comma. */
function expectMember(parsing: Parsing): void {
  if (parsing.open.at(-1) === 'object') parsing.expected = 'key or end';
  else parsing.expected = 'value or end';
}

/** Sets what may follow a value. */
function expectSeparator(parsing: Parsing): void {
  if (parsing.open.length === 0) parsing.expected = 'nothing';
  else parsing.expected = 'comma or end';
}

function expectValue(parsing: Parsing, start: number): void {
  if (parsing.expected !== 'value' && parsing.expected !== 'value or end') throw unexpected(parsing, start);
}

function unexpected({ text, expected }: Parsing, start: number): FormatError {
  return formatErrorAt(text, start, reasonOf[expected]);
}

function decodeName(name: string): string {
  return name.replace(/\\u([\dA-Fa-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
