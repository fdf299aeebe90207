import type { TextEdit } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { spliceEdits } from '../kit/spliceEdits.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { because } from '../reasons/reason.ts';
import { insertMembers, type KeyPlaces } from './jsonInsert.ts';
import { holdsExactly } from './jsonProof.ts';
import { renderValue, type RenderContext } from './jsonRender.ts';
import { quoteJson, type EscapeStyle } from './jsonString.ts';
import { leadOf } from './jsonStyle.ts';
import {
  isContainer,
  memberOf,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonString,
} from './jsonTree.ts';
import type { Want } from './jsonWant.ts';

/** A file, and the tree of values to write into it. */
export interface TreeChange {
  readonly text: string;
  readonly root: JsonContainer;
  readonly want: Want;
  /**
   * The root of the file whose order and shape new members follow; undefined where keys are sorted and the shape is all
   * in the tree.
   */
  readonly source: (() => JsonContainer) | undefined;
  readonly escapes: EscapeStyle;
  /** Asked for when something is inserted. */
  readonly render: () => RenderContext;
  /** Where members go, by the keys of their container joined by `.`. */
  readonly placesIn: (path: string) => KeyPlaces;
}

/**
 * The edits, sorted, that bring into a tree what is wanted. Throws FormatError where the file holds something of another
 * shape than is wanted, and for a text that no file can hold.
 */
export function editTree(change: TreeChange): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  editContainer(
    { container: change.root, source: change.source, want: change.want, indent: '', path: '' },
    { ...change, edits },
  );
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}

interface Editing extends TreeChange {
  readonly edits: TextEdit[];
}

interface Place {
  readonly container: JsonContainer;
  /** Gives the container's like in the source; undefined when only the target has it. */
  readonly source: (() => JsonNode | undefined) | undefined;
  readonly want: Want;
  /** The indent of the line on which the container begins. */
  readonly indent: string;
  /** The container's keys, joined for a person to read. */
  readonly path: string;
}

function editContainer(place: Place, editing: Editing): void {
  const { container, want } = place;
  if (want.children === undefined) return;
  const missing = new Map<string, Want>();
  for (const [key, wanted] of want.children) {
    const member = memberOf(container, key);
    if (member === undefined) missing.set(key, wanted);
    else if (wanted.text !== undefined && member.value.kind === 'string')
      replaceText(member.value, wanted.text, editing);
    else editMember(member, wanted, place, editing);
  }
  if (missing.size === 0) return;
  const source = place.source?.();
  if (place.source !== undefined && (!isContainer(source) || source.kind !== container.kind))
    throw conflict(editing.text, container, place.path, source);
  const insertion = {
    text: editing.text,
    container,
    source: isContainer(source) ? source : undefined,
    missing,
    indent: place.indent,
  };
  for (const edit of insertMembers(insertion, editing.render(), editing.placesIn(place.path))) editing.edits.push(edit);
}

function replaceText(literal: JsonString, text: string, editing: Editing): void {
  if (literal.value === text) return;
  editing.edits.push(
    replace(literal, quoteJson(text, editing.escapes, editing.text[literal.start] === "'" ? "'" : '"')),
  );
}

/** A member that is no text: a container to go into, or null, which holds a place for anything. */
function editMember(member: JsonMember, want: Want, place: Place, editing: Editing): void {
  const { key, value } = member;
  const path = place.path === '' ? key : `${place.path}.${key}`;
  const indent = leadOf(editing.text, place.container, member).indent ?? place.indent;
  const outer = place.source;
  const source =
    outer === undefined
      ? undefined
      : (): JsonNode | undefined => {
          const container = outer();
          return isContainer(container) ? memberOf(container, key)?.value : undefined;
        };
  if (value.kind === 'scalar' && value.isNull) {
    const render = editing.render();
    editing.edits.push(
      replace(value, renderValue(want, source?.(), render.style.multiline ? indent : undefined, render)),
    );
  } else if (isContainer(value) && want.text === undefined)
    editContainer({ container: value, source, want, indent, path }, editing);
  else throw conflict(editing.text, value, path, source?.());
}

function replace(node: JsonNode, text: string): TextEdit {
  return { start: node.start, end: node.end, text };
}

/** The target holds something that cannot take the place it should have in the source's shape. */
function conflict(text: string, node: JsonNode, path: string, source: JsonNode | undefined): Error {
  const [own, other] = [typeOf(node), source === undefined ? undefined : typeOf(source)];
  return formatErrorAt(
    text,
    node.start,
    other === undefined
      ? because('json-not-in-source', path, own)
      : path === ''
        ? because('json-file-type', own, other)
        : because('json-type', path, own, other),
  );
}

/** The name of a value's type in JSON. */
function typeOf(node: JsonNode): string {
  if (node.kind !== 'scalar') return node.kind;
  return node.isNull ? 'null' : node.number === undefined ? 'boolean' : 'number';
}

/**
 * Reads the result back: every text that was wanted has to be there, and everything else has to be as it was. Throws
 * FormatError.
 */
export function proveTree(
  before: { readonly text: string; readonly root: JsonContainer | undefined },
  edits: readonly TextEdit[],
  want: Want,
  parse: (text: string) => JsonContainer,
): void {
  const text = spliceEdits(before.text, edits);
  if (holdsExactly({ text, node: parse(text) }, { text: before.text, node: before.root }, want)) return;
  throw refusal(because('file-round-trip'));
}
