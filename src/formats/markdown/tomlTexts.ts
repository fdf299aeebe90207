import { parseTOML, type AST } from 'toml-eslint-parser';
import { formatErrorAt } from '../kit/textLocation.ts';
import { beyondLimits } from '../kit/tomlLimits.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { tomlReason } from '../reasons/tomlReason.ts';
import { doubleQuoted, isTextKey, type FrontMatter, type FrontText } from './frontMatter.ts';

/** Front matter is never nested this deeply. */
const maxDepth = 100;

/** Returns the texts of TOML front matter, in its order. Throws FormatError for invalid TOML. */
export function tomlTexts(text: string, front: FrontMatter): readonly FrontText[] {
  const code = text.slice(front.start, front.end);
  const limit = beyondLimits(code, maxDepth);
  if (limit !== undefined) throw formatErrorAt(text, front.start + limit.at, limit.reason);
  const texts: FrontText[] = [];
  const visit = (node: AST.TOMLContentNode, path: readonly string[]): void => {
    if (node.type === 'TOMLInlineTable')
      for (const pair of node.body) visit(pair.value, [...path, ...keysOf(pair.key)]);
    else if (node.type === 'TOMLArray')
      for (const [index, element] of node.elements.entries()) visit(element, [...path, String(index)]);
    else if (node.kind === 'string' && isTextKey(path)) texts.push(frontText(node, path, front.start));
  };
  // The body of the program is one table, which contains all entries and tables.
  for (const statement of parse(code, text, front.start).body[0].body) {
    if (statement.type === 'TOMLKeyValue') visit(statement.value, keysOf(statement.key));
    else
      for (const { key, value } of statement.body) visit(value, [...statement.resolvedKey.map(String), ...keysOf(key)]);
  }
  return texts;
}

/** `offset` is that of the front matter's code in the file. */
function frontText(node: AST.TOMLStringValue, path: readonly string[], offset: number): FrontText {
  const [start, end] = node.range;
  return {
    unit: { id: joinKeyPath(['front', ...path]), text: node.value, start: offset + start, end: offset + end },
    render: (text) => {
      const isLiteral = node.style === 'literal' && !/['\u0000-\u001f\u007f]/.test(text);
      return isLiteral ? `'${text}'` : doubleQuoted(text);
    },
  };
}

function keysOf(key: AST.TOMLKey): string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
}

function parse(code: string, text: string, offset: number): AST.TOMLProgram {
  try {
    return parseTOML(code);
  } catch (error) {
    const index = error instanceof Error && 'index' in error && typeof error.index === 'number' ? error.index : 0;
    const reason = error instanceof SyntaxError ? tomlReason(error.message) : because('parser-limit');
    throw formatErrorAt(text, Math.min(text.length, offset + index), because('front-matter-toml', reason));
  }
}
