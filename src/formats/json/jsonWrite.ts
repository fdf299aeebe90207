import { FormatError, type TextEdit, type WriteContext } from '../format.ts';
import { insertMembers } from './jsonInsert.ts';
import { holdsExactly } from './jsonProof.ts';
import { renderValue, type RenderContext } from './jsonRender.ts';
import { escapeStyleOf, quoteJson, type EscapeStyle } from './jsonString.ts';
import { DEFAULT_STYLE, leadOf, styleOf } from './jsonStyle.ts';
import { isContainer, parseJson, type JsonContainer, type JsonMember, type JsonNode, type JsonString } from './jsonTree.ts';
import { refuseLoneSurrogate, wantTree, type Want } from './jsonWant.ts';
import type { JsonDialect } from './jsonUnits.ts';
import { spliceEdits } from '../spliceEdits.ts';
import { formatErrorAt } from '../textPlace.ts';

/**
 * The edits that write translations into a JSON file, or, into a blank one, the whole of it. Throws FormatError, and has
 * changed nothing, for a file that cannot be parsed, an id that neither file has, a place where the target holds
 * something of another shape, and a text that no file can hold.
 */
export function writeJson(text: string, translations: ReadonlyMap<string, string>, context: WriteContext, dialect: JsonDialect): readonly TextEdit[] {
  if (translations.size === 0) return [];
  const { sourceText } = context;
  const target = isBlank(text) ? undefined : parseJson(text);
  // Replacing what the target has needs nothing of the source, which takes as long to parse.
  const source = once(() => (sourceText === text && target !== undefined ? target : parseSource(sourceText)));
  const sourceStyle = once(() => styleOf(sourceText, source(), DEFAULT_STYLE));
  const want = wantTree(translations, { source, target }, dialect, context);

  const edits: TextEdit[] = [];
  if (target === undefined) {
    const created = renderValue(want, source(), '', { sourceText, style: sourceStyle() });
    edits.push({ start: 0, end: text.length, text: created + finalLineEnd(sourceText, source(), sourceStyle().eol) });
  } else {
    const escapes = escapeStyleOf(text) ?? escapeStyleOf(sourceText) ?? DEFAULT_STYLE.escapes;
    const render = once(() => ({ sourceText, style: styleOf(text, target, sourceStyle()) }));
    editContainer({ container: target, source, want, indent: '', path: '' }, { text, escapes, render, edits });
    edits.sort((a, b) => a.start - b.start || a.end - b.end);
  }
  if (edits.length > 0) prove({ text, target }, edits, want);
  return edits;
}

/** What holds for a whole file while its edits are collected. */
interface Editing {
  readonly text: string;
  readonly escapes: EscapeStyle;
  readonly render: () => RenderContext;
  readonly edits: TextEdit[];
}

interface Place {
  readonly container: JsonContainer;
  /** Gives the container's like in the source; undefined when only the target has it. */
  readonly source: () => JsonNode | undefined;
  readonly want: Want;
  /** The blanks that begin the line on which the container begins. */
  readonly indent: string;
  /** The container's keys, joined for a person to read. */
  readonly path: string;
}

function editContainer(place: Place, editing: Editing): void {
  const { container, want } = place;
  const missing = new Map<string, Want>();
  for (const [key, wanted] of want.children) {
    const member = container.byKey.get(key);
    if (member === undefined) missing.set(key, wanted);
    else if (wanted.text !== undefined && member.value.kind === 'string') replaceText(member.value, wanted.text, editing);
    else editMember(member, wanted, place, editing);
  }
  if (missing.size === 0) return;
  const source = place.source();
  if (!isContainer(source) || source.kind !== container.kind) throw conflict(editing.text, container, place.path, source);
  const insertion = { text: editing.text, container, source, missing, indent: place.indent };
  for (const edit of insertMembers(insertion, editing.render())) editing.edits.push(edit);
}

function replaceText(literal: JsonString, text: string, { escapes, edits }: Editing): void {
  if (literal.value === text) return;
  refuseLoneSurrogate(text);
  edits.push(replace(literal, quoteJson(text, escapes)));
}

/** A member that is no text: a container to go into, or null, which holds a place for anything. */
function editMember(member: JsonMember, want: Want, place: Place, editing: Editing): void {
  const { key, value } = member;
  const path = place.path === '' ? key : `${place.path}.${key}`;
  const indent = leadOf(editing.text, place.container, member).indent ?? place.indent;
  const source = (): JsonNode | undefined => {
    const container = place.source();
    return isContainer(container) ? container.byKey.get(key)?.value : undefined;
  };
  if (value.kind === 'scalar' && value.isNull) {
    const render = editing.render();
    editing.edits.push(replace(value, renderValue(want, source(), render.style.multiline ? indent : undefined, render)));
  } else if (isContainer(value) && want.text === undefined) editContainer({ container: value, source, want, indent, path }, editing);
  else throw conflict(editing.text, value, path, source());
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

function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
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
