import { FormatError, type TextEdit, type WriteContext } from './format.ts';
import { insertMembers } from './jsonInsert.ts';
import { holdsExactly } from './jsonProof.ts';
import { renderValue, type RenderContext } from './jsonRender.ts';
import { quoteJson } from './jsonString.ts';
import { DEFAULT_STYLE, leadOf, styleOf } from './jsonStyle.ts';
import { isContainer, parseJson, type JsonContainer, type JsonMember, type JsonNode } from './jsonTree.ts';
import { refuseLoneSurrogate, wantTree, type Want } from './jsonWant.ts';
import type { JsonDialect } from './jsonUnits.ts';
import { spliceEdits } from './spliceEdits.ts';
import { formatErrorAt } from './textPlace.ts';

/**
 * The edits that write translations into a JSON file, or, into a blank one, the whole of it. Throws FormatError, and has
 * changed nothing, for a file that cannot be parsed, an id that neither file has, a place where the target holds
 * something of another shape, and a text that no file can hold.
 */
export function writeJson(text: string, translations: ReadonlyMap<string, string>, context: WriteContext, dialect: JsonDialect): readonly TextEdit[] {
  if (translations.size === 0) return [];
  const { sourceText } = context;
  const target = isBlank(text) ? undefined : parseJson(text);
  const source = sourceText === text && target !== undefined ? target : parseSource(sourceText);
  const want = wantTree(translations, { source, target }, dialect, context);
  const sourceStyle = styleOf(sourceText, source, DEFAULT_STYLE);

  const edits: TextEdit[] = [];
  if (target === undefined) {
    const created = renderValue(want, source, '', { sourceText, style: sourceStyle }) + finalLineEnd(sourceText, source, sourceStyle.eol);
    edits.push({ start: 0, end: text.length, text: created });
  } else {
    const render: RenderContext = { sourceText, style: styleOf(text, target, sourceStyle) };
    editContainer({ container: target, source, want, indent: '', path: '' }, text, render, edits);
    edits.sort((a, b) => a.start - b.start || a.end - b.end);
  }
  if (edits.length > 0) prove({ text, target }, edits, want);
  return edits;
}

interface Place {
  readonly container: JsonContainer;
  /** The container's like in the source; undefined when only the target has it. */
  readonly source: JsonNode | undefined;
  readonly want: Want;
  /** The blanks that begin the line on which the container begins. */
  readonly indent: string;
  /** The container's keys, joined for a person to read. */
  readonly path: string;
}

function editContainer(place: Place, text: string, render: RenderContext, edits: TextEdit[]): void {
  const { container, want } = place;
  const source = isContainer(place.source) ? place.source : undefined;
  const missing = new Map<string, Want>();
  for (const [key, wanted] of want.children) {
    const member = container.byKey.get(key);
    if (member === undefined) missing.set(key, wanted);
    else editMember(member, wanted, source?.byKey.get(key)?.value, place, text, render, edits);
  }
  if (missing.size === 0) return;
  if (source?.kind !== container.kind) throw conflict(text, container, place.path, place.source);
  edits.push(...insertMembers({ text, container, source, missing, indent: place.indent }, render));
}

function editMember(member: JsonMember, want: Want, source: JsonNode | undefined, place: Place, text: string, render: RenderContext, edits: TextEdit[]): void {
  const { value } = member;
  const path = place.path === '' ? member.key : `${place.path}.${member.key}`;
  const indent = (): string => leadOf(text, place.container, member).indent ?? place.indent;
  if (want.children.size > 0) {
    if (isContainer(value)) editContainer({ container: value, source, want, indent: indent(), path }, text, render, edits);
    else if (value.kind === 'scalar' && value.isNull) edits.push(replace(value, renderValue(want, source, indent(), render)));
    else throw conflict(text, value, path, source);
  }
  if (want.text === undefined) return;
  if (value.kind === 'string') {
    if (value.value === want.text) return;
    refuseLoneSurrogate(want.text);
    edits.push(replace(value, quoteJson(want.text, render.style.escapes)));
  } else if (value.kind === 'scalar' && value.isNull) edits.push(replace(value, renderValue(want, source, undefined, render)));
  else throw conflict(text, value, path, source);
}

function replace(node: JsonNode, text: string): TextEdit {
  return { start: node.start, end: node.end, text };
}

/** The target holds something that cannot take the place it should have in the source's shape. */
function conflict(text: string, node: JsonNode, path: string, source: JsonNode | undefined): FormatError {
  const where = path === '' ? 'The whole file' : `“${path}”`;
  const reason = `${where} is ${shapeOf(node)} here, but ${source === undefined ? 'missing' : shapeOf(source)} in the source. Make both the same and try again.`;
  return formatErrorAt(text, node.start, reason);
}

function shapeOf(node: JsonNode): string {
  if (node.kind === 'scalar') return node.isNull ? 'null' : 'a number or true or false';
  if (node.kind === 'string') return 'a text';
  return node.kind === 'object' ? 'an object' : 'a list';
}

function parseSource(text: string): JsonContainer {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError({ line: error.line, column: error.column, reason: `In the source file: ${error.reason}` });
  }
}

function finalLineEnd(text: string, root: JsonContainer, eol: string): string {
  const after = text.slice(root.end);
  return isBlank(after) ? after : /[\r\n]$/.test(after) ? eol : '';
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** Reads the result back: every text that was wanted has to be there, and everything else has to be as it was. */
function prove(before: { readonly text: string; readonly target: JsonContainer | undefined }, edits: readonly TextEdit[], want: Want): void {
  const text = spliceEdits(before.text, edits);
  if (holdsExactly({ text, node: parseJson(text) }, { text: before.text, node: before.target }, want)) return;
  const reason = 'The file would not have read back as it was to be written, so nothing was written. Please report this, with the file if you can.';
  throw new FormatError({ line: 1, column: 1, reason });
}
