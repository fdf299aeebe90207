import { printParseErrorCode, visit } from 'jsonc-parser';
import { jsonError } from './jsonError.ts';
import { noteFrom, divideComments, type Comment } from './divideComments.ts';
import { refusal } from '../kit/provenFormat.ts';
import { formatErrorAt, refuseOversize } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';

/** Deeper nesting does not occur in locale files and would exhaust the stack of recursive functions. */
export const maxDepth = 500;

/** A value, with the offsets of its literal; the end is exclusive. */
export type JsonNode = JsonString | JsonScalar | JsonContainer;

/** A string, decoded in `value`. */
export interface JsonString {
  readonly kind: 'string';
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** A number, a boolean or null. */
export interface JsonScalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly isNull: boolean;
  readonly number: number | undefined;
}

/** The meaning of a container's members in a file of a known shape. */
export interface JsonRoles {
  /** Keys of values that are not texts, although some are strings. */
  readonly metadata: ReadonlySet<string>;
  /** Describes the texts in the container. */
  readonly note?: string;
  /** Keys of metadata that belongs to the texts, so that a new container has a copy of the source's. */
  readonly copied?: ReadonlySet<string>;
  /** The keys are plural categories and exact numbers (`=0`). A form may also be an object with its text as `msg`. */
  readonly isPluralSet?: true;
  /** The key of the file's locale. */
  readonly localeKey?: string;
  /** The key of a text that has, if it is empty, the text of another key in the source's language. */
  readonly sourceTexts?: ReadonlyMap<string, string>;
  /** The keys are the forms of a plural, `count=one`; the name before the equals sign. */
  readonly pluralSelector?: { readonly name: string; readonly ordinal: boolean };
}

/** An object or an array. */
export interface JsonContainer {
  readonly kind: 'object' | 'array';
  readonly start: number;
  readonly end: number;
  /** In the file's order; of several with the same key, the last counts. */
  members: readonly JsonMember[];
  /** An array whose elements have their identifiers as keys instead of their indexes; see `keyLists`. */
  isKeyed?: true;
  /** The members that count, by key; computed on first use. */
  byKey: ReadonlyMap<string, JsonMember> | undefined;
  /** Set in files of a known shape. */
  roles?: JsonRoles;
}

/** A property of an object, or an element of an array (which has no key in the text: `keyStart === keyEnd`). */
export interface JsonMember {
  /** An array's keys are its indexes in decimal, unless the array is keyed. */
  readonly key: string;
  /** Position among the members. */
  readonly index: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
  /** Offset of the comma after it; -1 if there is none. */
  readonly comma: number;
  /** The text of the comments next to it. */
  readonly note: string | undefined;
}

/** A type whose members can be set while a tree is built. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type MutableMember = Mutable<JsonMember>;
type MutableContainer = Omit<Mutable<JsonContainer>, 'members' | 'isKeyed'> & { members: MutableMember[] };

/** Receives the events of a parser in the order of the text, and builds a tree. */
export interface TreeBuilder {
  /** Throws FormatError for nesting beyond `maxDepth`. */
  readonly begin: (kind: JsonContainer['kind'], start: number) => void;
  /** A closing bracket. */
  readonly finish: (offset: number, length: number) => void;
  readonly property: (name: string, offset: number, length: number) => void;
  readonly value: (node: JsonNode) => void;
  readonly comma: (offset: number) => void;
  readonly comment: (offset: number, length: number) => void;
  /** Throws FormatError for a root that is neither an object nor an array. */
  readonly root: () => JsonContainer;
}

/** Creates the builder of a tree, whose methods are called in the order of the text. */
export function treeBuilder(text: string): TreeBuilder {
  const openContainers: MutableContainer[] = [];
  let container: MutableContainer | undefined;
  let root: JsonNode | undefined;
  let key = '';
  let keyStart = -1;
  let keyEnd = -1;
  /** Since the last key or member. */
  let comments: Comment[] = [];
  /** Before the last key. */
  let keyComments: Comment[] = [];

  /** Attaches the comments before a member, or before the end, to the members next to them. */
  const attachComments = (gapEnd: number, atEnd: boolean): Comment[] => {
    if (comments.length === 0 || container === undefined) return [];
    const previousMember = container.members.at(-1);
    const start = previousMember?.value.end ?? container.start + 1;
    const { trailing, leading } = divideComments(text, comments, { start, end: gapEnd, atEnd });
    if (previousMember !== undefined && trailing.length > 0)
      previousMember.note = noteFrom(text, trailing, previousMember.note);
    comments = [];
    return leading;
  };

  const addValue = (node: JsonNode): void => {
    if (container === undefined) {
      root = node;
      comments = [];
      return;
    }
    const index = container.members.length;
    let memberComments: Comment[];
    if (container.kind === 'array') {
      memberComments = attachComments(node.start, false);
      key = String(index);
      keyStart = keyEnd = node.start;
    } else {
      memberComments = [...keyComments, ...comments];
      comments = [];
    }
    const note = noteFrom(text, memberComments, undefined);
    container.members.push({ key, index, keyStart, keyEnd, value: node, comma: -1, note });
  };

  const begin = (kind: 'object' | 'array', start: number): void => {
    if (openContainers.length >= maxDepth) throw formatErrorAt(text, start, because('nested-too-deeply', maxDepth));
    const newContainer: MutableContainer = { kind, start, end: start, members: [], byKey: undefined };
    addValue(newContainer);
    openContainers.push(newContainer);
    container = newContainer;
  };

  const finish = (offset: number, length: number): void => {
    attachComments(offset, true);
    const closedContainer = openContainers.pop();
    if (closedContainer !== undefined) closedContainer.end = offset + length;
    container = openContainers.at(-1);
  };

  return {
    begin,
    finish,
    property: (name, offset, length) => {
      keyComments = attachComments(offset, false);
      key = name;
      keyStart = offset;
      keyEnd = offset + length;
    },
    value: addValue,
    comma: (offset) => {
      const lastMember = container?.members.at(-1);
      if (lastMember !== undefined) lastMember.comma = offset;
    },
    comment: (offset, length) => {
      comments.push({ start: offset, end: offset + length });
    },
    root: () => {
      if (isContainer(root)) return root;
      throw refusal(because('json-single-value'));
    },
  };
}

/**
 * Parses JSON into a tree of offsets. Comments and trailing commas are accepted in every file, since many tools write
 * them to `.json`, and writing never adds them. Throws FormatError for everything else that is not JSON, for a root
 * that is neither an object nor an array, for nesting beyond `maxDepth` and for a text beyond `maxFileSize`.
 */
export function parseJson(text: string): JsonContainer {
  refuseOversize(text.length);
  const tree = treeBuilder(text);
  visit(
    text,
    {
      onObjectBegin: (offset) => {
        tree.begin('object', offset);
      },
      onArrayBegin: (offset) => {
        tree.begin('array', offset);
      },
      onObjectEnd: tree.finish,
      onArrayEnd: tree.finish,
      onObjectProperty: tree.property,
      onLiteralValue: (value: unknown, offset, length) => {
        const range = { start: offset, end: offset + length };
        const number = typeof value === 'number' ? value : undefined;
        if (typeof value === 'string') tree.value({ kind: 'string', ...range, value });
        else tree.value({ kind: 'scalar', ...range, isNull: value === null, number });
      },
      onSeparator: (character, offset) => {
        if (character === ',') tree.comma(offset);
      },
      onComment: tree.comment,
      onError: (code, offset, length) => {
        throw jsonError(text, printParseErrorCode(code), offset, length);
      },
    },
    { allowTrailingComma: true },
  );
  return tree.root();
}

/** The members that count, in the file's order; none without a container. */
export function liveMembers(container: JsonContainer | undefined): readonly JsonMember[] {
  if (container === undefined) return [];
  const { members } = container;
  if (!hasDuplicates(container)) return members;
  return members.filter((member) => memberOf(container, member.key) === member);
}

/** Returns the keys of an object, each once. */
export function keysOf(container: JsonContainer): readonly string[] {
  return liveMembers(container).map(({ key }) => key);
}

/** Whether a key occurs more than once. */
export function hasDuplicates(container: JsonContainer): boolean {
  const { members, kind } = container;
  if (members.length < 2 || kind === 'array') return false;
  if (members.length > linearSearchLimit) return byKey(container).size !== members.length;
  for (const member of members) if (memberOf(container, member.key) !== member) return true;
  return false;
}

/** The member that counts for a key: of several, the last. */
export function memberOf(container: JsonContainer, key: string): JsonMember | undefined {
  const { members } = container;
  if (members.length > linearSearchLimit) return byKey(container).get(key);
  for (let index = members.length - 1; index >= 0; index -= 1) if (members[index]?.key === key) return members[index];
  return undefined;
}

/** The value under a key; undefined if there is none, and below a value that is not a container. */
export function valueAt(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (!isContainer(node)) return undefined;
  return memberOf(node, key)?.value;
}

/** The text under a key; undefined if there is no string. */
export function stringAt(node: JsonNode | undefined, key: string): string | undefined {
  const value = valueAt(node, key);
  if (value?.kind !== 'string') return undefined;
  return value.value;
}

/** A value that is a positive number; undefined for any other. */
export function positiveNumber(node: JsonNode | undefined): number | undefined {
  if (node?.kind !== 'scalar' || node.number === undefined || node.number <= 0) return undefined;
  return node.number;
}

/** Up to this size, a linear search is faster than building a map; the entries of most files are this small. */
const linearSearchLimit = 8;

/** The members of a container by key; of several with one key, the last. */
function byKey(container: JsonContainer): ReadonlyMap<string, JsonMember> {
  if (container.byKey !== undefined) return container.byKey;
  const members = new Map<string, JsonMember>();
  for (const member of container.members) members.set(member.key, member);
  container.byKey = members;
  return members;
}

/** Whether the elements of a container are known by their positions alone. */
export function isPositional(container: JsonContainer): boolean {
  return container.kind === 'array' && container.isKeyed !== true;
}

export function isContainer(node: JsonNode | undefined): node is JsonContainer {
  return node?.kind === 'object' || node?.kind === 'array';
}
