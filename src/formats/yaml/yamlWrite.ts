import { lineStartOf } from '../kit/trivia.ts';
import type { FormatError, TextEdit } from '../kit/localeFormat.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { spliceEdits } from '../kit/spliceEdits.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { because } from '../reasons/reason.ts';
import { contentEdit } from './yamlEmptyFile.ts';
import { insertMembers } from './yamlInsert.ts';
import { parseYaml } from './yamlParse.ts';
import { renderValue, type RenderContext } from './yamlRender.ts';
import { renderReplacement } from './yamlScalar.ts';
import { skeletonOf } from './yamlSkeleton.ts';
import { styleOf } from './yamlStyle.ts';
import {
  isContainer,
  lineTextEnd,
  topOf,
  type YamlContainer,
  type YamlFile,
  type YamlMember,
  type YamlNode,
} from './yamlTree.ts';
import { canBePluralSet, originOf, unitsOf } from './yamlUnits.ts';
import { wantTree, type Want } from './yamlWant.ts';

/** Returns the edits for a change of a YAML file; for a file without keys, its whole content. Throws FormatError. */
export function editYaml(change: WantedChange): readonly TextEdit[] {
  const { text } = change;
  const target = text.trim() === '' ? undefined : (fileOf(change.present) ?? parseYaml(text));
  if (target === undefined) return [{ start: 0, end: text.length, text: createYaml(change) }];
  const { root } = target;
  if (root === undefined || (isContainer(root) && root.members.length === 0))
    return [contentEdit(text, root, createYaml(change))];
  return editFile(target, change);
}

function editFile(target: YamlFile, change: WantedChange): TextEdit[] {
  const edits: TextEdit[] = [];
  if (change.replaced.size > 0) edits.push(...replace(target, change));
  if (change.added.size > 0) edits.push(...add(target, change));
  edits.push(...keepLastBlock(target, edits));
  return edits.sort((one, other) => one.start - other.start || one.end - other.end);
}

/**
 * Returns an edit that gives the last block scalar of a file the indicator `-` if it has no line end yet, and an edit
 * adds lines after it: otherwise, its text would gain the line end.
 */
function keepLastBlock({ text, root }: YamlFile, edits: readonly TextEdit[]): readonly TextEdit[] {
  if (text.endsWith('\n') || !edits.some(({ start }) => start === text.length)) return [];
  let last = root;
  while (isContainer(last)) last = last.members.at(-1)?.value;
  if (last?.kind !== 'text' || last.end < text.length || edits.some(({ start }) => start === last.start)) return [];
  const [, size = '', mark = ''] = /^[|>](\d*)([-+]?)/.exec(text.slice(last.start, last.end)) ?? [];
  const start = last.start + 1 + size.length;
  const isBlock = last.style === 'literal' || last.style === 'folded';
  return isBlock && mark !== '-' ? [{ start, end: start + mark.length, text: '-' }] : [];
}

function replace(target: YamlFile, { replaced, present }: WantedChange): TextEdit[] {
  const style = styleOf(target);
  const edits: TextEdit[] = [];
  for (const [id, text] of replaced) {
    const unit = present.get(id);
    const node = unit === undefined ? undefined : originOf(unit)?.node;
    if (node === undefined) throw refusal(because('unit-not-in-target', id));
    const { start, end } = node;
    const indent = indentOfLine(target.text, start) + style.step;
    const literal = target.text.slice(start, end);
    edits.push({ start, end, text: renderReplacement(text, { node, literal, indent }, style) });
  }
  return edits;
}

interface Editing {
  readonly target: YamlFile;
  readonly change: WantedChange;
  readonly context: RenderContext;
}

function add(target: YamlFile, change: WantedChange): TextEdit[] {
  const source = sourceFile(change);
  const context = { sourceText: source.text, style: styleOf(target, styleOf(source)) };
  const editing = { target, change, context };
  const [from, into] = [topOf(source), topOf(target)];
  if ((source.localeRoot === undefined) !== (target.localeRoot === undefined)) throw differentRoots(target, change);
  const wanted = { want: wantTree(change.added), path: '' };
  if (target.localeRoot !== undefined) return editMember(target.localeRoot, from, wanted, editing);
  return isContainer(into) ? editContainer(into, isContainer(from) ? from : undefined, wanted, editing) : [];
}

/** The texts wanted below a path of keys, joined by dots. */
interface WantedAt {
  readonly want: Want;
  readonly path: string;
}

function editContainer(
  container: YamlContainer,
  source: YamlContainer | undefined,
  { want, path }: WantedAt,
  editing: Editing,
): TextEdit[] {
  const edits: TextEdit[] = [];
  const missing = new Map<string, Want>();
  if (want.isPlural && !canBePluralSet(container)) throw conflict(editing, container, path, 'yaml-needs-plural');
  for (const [key, child] of want.children) {
    const member = container.byKey.get(key);
    if (member === undefined) missing.set(key, child);
    else {
      const below = { want: child, path: path === '' ? key : `${path}.${key}` };
      edits.push(...editMember(member, source?.byKey.get(key)?.value, below, editing));
    }
  }
  const isList = container.kind === 'seq';
  const mustBeList = source === undefined ? isList && hasOnlyIndices(missing) : source.kind === 'seq';
  if (missing.size > 0 && isList !== mustBeList)
    throw conflict(editing, container, path, mustBeList ? 'yaml-needs-list' : 'yaml-needs-keys');
  if (missing.size > 0)
    edits.push(...insertMembers({ text: editing.target.text, container, source, missing }, editing.context));
  return edits;
}

function hasOnlyIndices(wanted: ReadonlyMap<string, Want>): boolean {
  return [...wanted.keys()].every((key) => /^\d+$/.test(key));
}

function editMember(
  member: YamlMember,
  source: YamlNode | undefined,
  { want, path }: WantedAt,
  editing: Editing,
): TextEdit[] {
  const { value } = member;
  if (want.text !== undefined) {
    if (value.kind !== 'null' && value.kind !== 'alias') throw conflict(editing, value, path, 'yaml-needs-string');
  } else if (isContainer(value) && value.members.length > 0)
    return editContainer(value, isContainer(source) ? source : undefined, { want, path }, editing);
  else if (value.kind !== 'null' && !isContainer(value)) throw conflict(editing, value, path, 'yaml-needs-keys');
  return [fill(member, renderValue(want, source, { column: columnOf(member, editing) }, editing.context), editing)];
}

/** Returns the column of a member; undefined for a member in brackets. */
function columnOf(member: YamlMember, { target: { text } }: Editing): number | undefined {
  return !isContainer(member.value) && member.value.kind !== 'text' && member.value.inFlow
    ? undefined
    : member.start - lineStartOf(text, member.start);
}

/** Inserts a value, which begins with a space or a line end, after a key without one. */
function fill(member: YamlMember, rendered: string, { target: { text } }: Editing): TextEdit {
  const { value, keyEnd } = member;
  const isItem = member.keyStart === member.keyEnd;
  if (!isItem && value.start === value.end && !/^[ \t]*:/.test(text.slice(keyEnd, value.start + 1))) {
    // A key without a colon: of a set in braces, or after a question mark.
    const lead =
      text[member.start] === '?'
        ? `${lineEndOf(text)}${' '.repeat(member.start - lineStartOf(text, member.start))}`
        : '';
    return { start: keyEnd, end: keyEnd, text: `${lead}:${rendered}` };
  }
  if (value.start === value.end && /^[\r\n]/.test(rendered)) {
    // A comment after the key stays there.
    const at = lineTextEnd(text, value.start);
    return { start: at, end: at, text: rendered };
  }
  let start = value.start;
  while (start > keyEnd && (text[start - 1] === ' ' || text[start - 1] === '\n' || text[start - 1] === '\r'))
    start -= 1;
  const before = isItem && start === keyEnd ? start + 1 : start;
  const after = value.start === value.end && value.end > before && text[value.end] === '#' ? ' ' : '';
  return { start: before, end: Math.max(value.end, before), text: rendered + after };
}

/** Returns the content of a new file. */
function createYaml(change: WantedChange): string {
  const source = sourceFile(change);
  const want = wantTree(change.added);
  const skeleton = skeletonOf(source, want, change.context);
  const target = parseYaml(skeleton);
  const present = new Map(unitsOf(target).map((unit) => [unit.id, unit]));
  const replaced = new Map<string, string>();
  const added = new Map<string, string>();
  for (const [id, text] of change.added) {
    const unit = present.get(id);
    if (unit === undefined) added.set(id, text);
    else if (unit.text !== text) replaced.set(id, text);
  }
  return spliceEdits(skeleton, editFile(target, { ...change, text: skeleton, present, replaced, added }));
}

function fileOf(units: WantedChange['present']): YamlFile | undefined {
  for (const unit of units.values()) return originOf(unit)?.file;
  return undefined;
}

function sourceFile(change: WantedChange): YamlFile {
  return fileOf(change.source()) ?? parseYaml(change.context.sourceText);
}

function indentOfLine(text: string, offset: number): number {
  const start = lineStartOf(text, offset);
  let at = start;
  while (text[at] === ' ') at += 1;
  return at - start;
}

function conflict(
  { target: { text, localeRoot } }: Editing,
  node: YamlNode,
  path: string,
  needed: 'yaml-needs-plural' | 'yaml-needs-string' | 'yaml-needs-keys' | 'yaml-needs-list',
): FormatError {
  const name = path === '' ? (localeRoot?.key ?? '') : path;
  return formatErrorAt(text, node.start, because(needed, name, because(shapeOf(node))));
}

function shapeOf(node: YamlNode): Shape {
  if (isContainer(node)) return node.kind === 'map' ? 'yaml-is-map' : 'yaml-is-list';
  if (node.kind === 'text') return 'yaml-is-string';
  if (node.kind === 'alias') return 'yaml-is-alias';
  return node.kind === 'null' ? 'yaml-is-empty' : 'yaml-is-data';
}

type Shape = 'yaml-is-map' | 'yaml-is-list' | 'yaml-is-string' | 'yaml-is-alias' | 'yaml-is-empty' | 'yaml-is-data';

function differentRoots(target: YamlFile, { context }: WantedChange): FormatError {
  const locale = target.localeRoot === undefined ? context.sourceLocale : context.targetLocale;
  return formatErrorAt(target.text, target.root?.start ?? 0, because('yaml-locale-key', locale));
}
