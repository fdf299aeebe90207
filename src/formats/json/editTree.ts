import type { TextEdit } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { insertMembers, type KeyOrder } from './jsonInsert.ts';
import { containsOnlyExpectedChanges } from './containsOnlyExpectedChanges.ts';
import { renderValue, type RenderContext } from './jsonRender.ts';
import { quoteJson, type EscapeStyle } from './quoteJson.ts';
import { leadOf } from './jsonStyle.ts';
import {
  isContainer,
  isPositional,
  memberOf,
  valueAt,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonString,
} from './jsonTree.ts';
import type { WantedNode } from './jsonWant.ts';

/** A file, and the tree of values to write into it. */
export interface TreeChange {
  readonly text: string;
  readonly root: JsonContainer;
  readonly wanted: WantedNode;
  /** The root whose order and structure new members follow; undefined if the file's keys are sorted. */
  readonly source: (() => JsonContainer) | undefined;
  readonly escapes: EscapeStyle;
  /** Computed when something is inserted. */
  readonly render: () => RenderContext;
  /** The rules for inserting members, by the keys of their container joined by `.`. */
  readonly orderIn: (path: string) => KeyOrder;
}

/** Returns the edits that write the wanted values. Throws FormatError for a value of another type than is wanted. */
export function editTree(change: TreeChange): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const { root: container, source, wanted } = change;
  editContainer({ container, source, wanted, indent: '', path: '' }, { ...change, edits });
  return sortEdits(edits);
}

/** A change, and the edits that are collected. */
interface TreeEditing extends TreeChange {
  readonly edits: TextEdit[];
}

/** A container of the target, and what to write into it. */
interface ContainerLocation {
  readonly container: JsonContainer;
  /** Returns the same container in the source; undefined if only the target has it. */
  readonly source: (() => JsonNode | undefined) | undefined;
  readonly wanted: WantedNode;
  /** The indent of the line on which the container begins. */
  readonly indent: string;
  /** The container's keys, joined for people to read. */
  readonly path: string;
}

/** Edits the members of a container, and inserts those that it lacks. */
function editContainer(location: ContainerLocation, editing: TreeEditing): void {
  const { container, wanted } = location;
  if (wanted.children === undefined) return;
  const missing = new Map<string, WantedNode>();
  for (const [key, wantedChild] of wanted.children) {
    const member = memberOf(container, key);
    if (member === undefined) missing.set(key, wantedChild);
    else if (wantedChild.text !== undefined && member.value.kind === 'string')
      replaceText(member.value, wantedChild.text, editing);
    else editMember(member, wantedChild, location, editing);
  }
  if (missing.size === 0) return;
  const source = location.source?.();
  const isSameKind = isContainer(source) && source.kind === container.kind;
  // Without a source (the file's keys are sorted), there is nothing to conflict with.
  if (location.source !== undefined && !isSameKind) throw typeConflict(editing.text, container, location.path, source);
  const sourceContainer = isContainer(source) ? source : undefined;
  const isEmpty = container.members.length === 0;
  if (sourceContainer !== undefined && !isEmpty && isPositional(sourceContainer) !== isPositional(container))
    throw formatErrorAt(editing.text, container.start, because('list-ids-differ', location.path));
  const insertion = { text: editing.text, container, source: sourceContainer, missing, indent: location.indent };
  for (const edit of insertMembers(insertion, editing.render(), editing.orderIn(location.path)))
    editing.edits.push(edit);
}

function replaceText(literal: JsonString, text: string, editing: TreeEditing): void {
  if (literal.value === text) return;
  const quote = editing.text[literal.start] === "'" ? "'" : '"';
  editing.edits.push(replaceNode(literal, quoteJson(text, editing.escapes, quote)));
}

/** Edits a member that is not a text: a container, or null, which anything can replace. */
function editMember(member: JsonMember, wanted: WantedNode, location: ContainerLocation, editing: TreeEditing): void {
  const { key, value } = member;
  const path = location.path === '' ? key : `${location.path}.${key}`;
  const indent = leadOf(editing.text, location.container, member).indent ?? location.indent;
  const containerInSource = location.source;
  const sourceValue = containerInSource && ((): JsonNode | undefined => valueAt(containerInSource(), key));
  if (value.kind === 'scalar' && value.isNull) {
    const context = editing.render();
    const text = renderValue(wanted, sourceValue?.(), context.style.multiline ? indent : undefined, context);
    editing.edits.push(replaceNode(value, text));
  } else if (isContainer(value) && wanted.text === undefined)
    editContainer({ container: value, source: sourceValue, wanted, indent, path }, editing);
  else throw typeConflict(editing.text, value, path, sourceValue?.());
}

function replaceNode(node: JsonNode, text: string): TextEdit {
  return { start: node.start, end: node.end, text };
}

/** The error about a value of the target whose type is not that of the source's value. */
function typeConflict(text: string, node: JsonNode, path: string, source: JsonNode | undefined): Error {
  return formatErrorAt(text, node.start, conflictReason(typeOf(node), path, source && typeOf(source)));
}

function conflictReason(type: string, path: string, sourceType: string | undefined): Reason {
  if (sourceType === undefined) return because('json-not-in-source', path, type);
  if (path === '') return because('json-file-type', type, sourceType);
  return because('json-type', path, type, sourceType);
}

/** The name of a value's type in JSON. */
function typeOf(node: JsonNode): string {
  if (node.kind !== 'scalar') return node.kind;
  if (node.isNull) return 'null';
  if (node.number === undefined) return 'boolean';
  return 'number';
}

/** Reads the result back. Throws FormatError unless it has every wanted text and everything else is unchanged. */
export function verifyTree(
  before: { readonly text: string; readonly root: JsonContainer | undefined },
  edits: readonly TextEdit[],
  wanted: WantedNode,
  parse: (text: string) => JsonContainer,
): void {
  const text = spliceEdits(before.text, edits);
  if (containsOnlyExpectedChanges({ text, node: parse(text) }, { text: before.text, node: before.root }, wanted))
    return;
  throw refusal(because('file-round-trip'));
}
