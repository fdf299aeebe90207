import { Composer, CST, isScalar, Lexer, Parser, type Document, type ParsedNode } from 'yaml';
import type { FormatError } from '../kit/localeFormat.ts';
import type { TargetSource } from '../kit/keptWhileWriting.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { yamlReason } from '../reasons/yamlReason.ts';
import { buildRoot } from './buildRoot.ts';
import type { PlainRules } from './yamlPlain.ts';
import type { YamlFile } from './yamlTree.ts';

/** Deeper nesting does not occur in locale files, and would exhaust the stack of recursive functions. */
export const maxDepth = 500;

/** YAML 1.2.2 §5.1: these characters are not allowed in YAML. */
const unprintable = /[\0-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * Parses YAML into a tree of offsets. Its values are not constructed: tags, anchors and merge keys are only
 * recognized, and aliases stay aliases, so no file can expand in memory. Throws FormatError for invalid YAML, for
 * several documents in one file, for a root without keys and for nesting beyond `maxDepth`. `source`: that of a
 * target, which decides how the items of lists are known.
 */
export function parseYaml(original: string, rules: PlainRules = 'core', source?: TargetSource<YamlFile>): YamlFile {
  // A lone CR is a line end, too; the offsets stay the same.
  const text = original.replace(/\r(?!\n)/g, '\n');
  const unprintableOffset = text.search(unprintable);
  if (unprintableOffset >= 0) throw formatErrorAt(original, unprintableOffset, because('yaml-control-character'));
  const document = composeDocument(text, original);
  return { text, rules, eol: lineEndOf(original), ...buildRoot(document, { text, rules, original, source }) };
}

function composeDocument(text: string, original: string): Document.Parsed | undefined {
  // Every scalar stays the string as written; whether a program reads it as something else is decided by its characters.
  const composer = new Composer({
    version: '1.1',
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  let root: Document.Parsed | undefined;
  for (const document of documentsOf(text, original, composer)) {
    const [error] = document.errors;
    if (error !== undefined) throw yamlError(original, error);
    if (isEmptyDocument(document)) continue;
    if (root !== undefined) throw formatErrorAt(original, document.range[0], because('yaml-several-documents'));
    root = document;
  }
  return root;
}

function* documentsOf(text: string, original: string, composer: Composer): Generator<Document.Parsed> {
  for (const token of tokensOf(text, original)) {
    if (token.type === 'document') refuseDepth(token, original);
    yield* composer.next(token) as Iterable<Document.Parsed>;
  }
  yield* composer.end() as Iterable<Document.Parsed>;
}

/**
 * Returns the tokens of the file. Throws FormatError for too many levels, opened by brackets or, outside of them, by
 * indicators on one line (`- - - - text`), before the parser keeps all of them.
 */
function* tokensOf(text: string, original: string): Generator<CST.Token> {
  const parser = new Parser();
  let offset = 0;
  let openBrackets = 0;
  let indicatorsInLine = 0;
  let isScalarContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    // After the marker CST.SCALAR, the next lexeme is the content of a scalar.
    if (isScalarContent) isScalarContent = false;
    else if (lexeme === CST.SCALAR) isScalarContent = true;
    else if (lexeme === '[' || lexeme === '{') openBrackets += 1;
    else if (lexeme === ']' || lexeme === '}') openBrackets -= 1;
    else if (lexeme === '\n' || lexeme === '\r\n') indicatorsInLine = 0;
    else if (openBrackets <= 0 && (lexeme === '-' || lexeme === '?' || lexeme === ':')) indicatorsInLine += 1;
    if (openBrackets > maxDepth || indicatorsInLine > maxDepth) throw tooDeep(original, offset);
    // The lexer's own characters are not in the text.
    const isMarker = lexeme === CST.SCALAR || lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END;
    if (!isMarker) offset += lexeme.length;
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

/** Throws FormatError for nesting that is too deep for the composer, which is recursive. */
function refuseDepth(document: CST.Document, original: string): void {
  const tokensToVisit: { readonly token: CST.Token; readonly depth: number }[] = [];
  const push = (token: CST.Token | null | undefined, depth: number): void => {
    if (token !== undefined && token !== null && 'items' in token) tokensToVisit.push({ token, depth });
  };
  push(document.value, 1);
  for (let next = tokensToVisit.pop(); next !== undefined; next = tokensToVisit.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) throw tooDeep(original, token.offset);
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if ('key' in item) push(item.key, depth + 1);
      if ('value' in item) push(item.value, depth + 1);
    }
  }
}

function tooDeep(original: string, offset: number): FormatError {
  return formatErrorAt(original, Math.min(offset, original.length), because('nested-too-deeply', maxDepth));
}

/** Whether a document is empty, such as one begun by `---` at the end of a file. */
function isEmptyDocument(document: Document.Parsed): boolean {
  const contents: ParsedNode | null = document.contents;
  if (contents === null) return true;
  return isScalar(contents) && contents.source === '' && contents.anchor === undefined && contents.type === 'PLAIN';
}

function yamlError(
  original: string,
  error: { code: string; message: string; pos: readonly [number, number] },
): FormatError {
  const [offset] = error.pos;
  return formatErrorAt(original, Math.min(Math.max(offset, 0), original.length), yamlReason(error));
}
