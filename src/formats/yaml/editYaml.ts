import { lineStartOf } from '../kit/trivia.ts';
import type { FormatError, TextEdit } from '../kit/localeFormat.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { insertText, sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { contentEdit } from './contentEdit.ts';
import { insertMembers } from './yamlInsert.ts';
import { parseTarget } from './parseTarget.ts';
import { parseYaml } from './parseYaml.ts';
import { renderValue, type RenderContext } from './yamlRender.ts';
import { renderReplacement } from './yamlScalar.ts';
import { skeletonOf } from './yamlSkeleton.ts';
import { styleOf } from './yamlStyle.ts';
import {
  endsInsideLine,
  isBlockStyle,
  isContainer,
  isPositional,
  lineTextEnd,
  topOf,
  type YamlContainer,
  type YamlFile,
  type YamlMember,
  type YamlNode,
} from './yamlTree.ts';
import type { PlainRules } from './yamlPlain.ts';
import { canBePluralSet, originOf, unitsOf } from './yamlUnits.ts';
import { wantedTextTree, type WantedTexts } from './yamlWant.ts';

/**
 * Returns the edits for a change of a YAML file that a program reads by `rules`; for a file without keys, its whole
 * content. Throws FormatError.
 */
export function editYaml(change: WantedChange, rules: PlainRules): readonly TextEdit[] {
  const { text } = change;
  if (text.trim() === '') return [{ start: 0, end: text.length, text: createYaml(change, rules) }];
  const target = fileOf(change.present) ?? parseTarget(text, rules, change.context.sourceText);
  const { root } = target;
  if (root === undefined || (isContainer(root) && root.members.length === 0))
    return [contentEdit(text, root, createYaml(change, rules))];
  return editFile(target, change);
}

function editFile(target: YamlFile, change: WantedChange): TextEdit[] {
  const edits: TextEdit[] = [];
  if (change.replaced.size > 0) edits.push(...replaceTexts(target, change));
  if (change.added.size > 0) edits.push(...insertTexts(target, change));
  edits.push(...keepLastBlock(target, edits));
  return endLastBlock(target, sortEdits(edits));
}

/**
 * Adds a line end to a block scalar that was inserted at the end of a file without one: otherwise, its text would lack
 * its last line break.
 */
function endLastBlock({ text, eol }: YamlFile, edits: readonly TextEdit[]): TextEdit[] {
  const lastEdit = edits.at(-1);
  if (lastEdit === undefined || text.endsWith('\n') || lastEdit.start !== text.length) return [...edits];
  if (!endsWithClippedBlock(lastEdit.text)) return [...edits];
  return [...edits.slice(0, -1), { ...lastEdit, text: lastEdit.text + eol }];
}

/** Whether a text ends inside a block scalar that keeps its last line break: `note: |`, and then only deeper lines. */
function endsWithClippedBlock(inserted: string): boolean {
  if (inserted.endsWith('\n')) return false;
  const lines = inserted.split(/\r?\n/);
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  const headerIndex = lines.findLastIndex((line) => /(?:^|[:-])[ \t]+[|>]\d*$/.test(line));
  const header = lines[headerIndex];
  if (header === undefined) return false;
  return lines.slice(headerIndex + 1).every((line) => line.trim() === '' || indentOf(line) > indentOf(header));
}

/**
 * Returns an edit that gives the last block scalar of a file without a line end the indicator `-` (`|` → `|-`) if an
 * edit adds lines after it: otherwise, its text would gain the line end.
 */
function keepLastBlock({ text, root }: YamlFile, edits: readonly TextEdit[]): readonly TextEdit[] {
  if (text.endsWith('\n') || !edits.some(({ start }) => start === text.length)) return [];
  let lastNode = root;
  while (isContainer(lastNode)) lastNode = lastNode.members.at(-1)?.value;
  if (lastNode?.kind !== 'text' || lastNode.end < text.length) return [];
  const isReplaced = edits.some(({ start }) => start === lastNode.start);
  if (isReplaced || !isBlockStyle(lastNode.style)) return [];
  const header = /^[|>](\d*)([-+]?)/.exec(text.slice(lastNode.start, lastNode.end));
  const [, indentation = '', chomping = ''] = header ?? [];
  if (chomping === '-') return [];
  const start = lastNode.start + '|'.length + indentation.length;
  return [{ start, end: start + chomping.length, text: '-' }];
}

function replaceTexts(target: YamlFile, { replaced, added, present }: WantedChange): TextEdit[] {
  const style = styleOf(target);
  const edits: TextEdit[] = [];
  for (const [id, text] of replaced) {
    const unit = present.get(id);
    const node = unit && originOf(unit)?.node;
    if (node === undefined) throw refusal(because('unit-not-in-target', id));
    const { start, end } = node;
    const indent = indentOfLine(target.text, start) + style.step;
    const literal = target.text.slice(start, end);
    // An added text may follow, and then the value no longer ends the file.
    const isCutOff = end === target.text.length && endsInsideLine(target.text) && added.size === 0;
    edits.push({ start, end, text: renderReplacement(text, { node, literal, indent, isCutOff }, style) });
  }
  return edits;
}

interface EditContext extends RenderContext {
  readonly target: YamlFile;
}

function insertTexts(target: YamlFile, change: WantedChange): TextEdit[] {
  const source = sourceFile(change, target);
  const context = { target, sourceText: source.text, style: styleOf(target, styleOf(source)) };
  if ((source.localeRoot === undefined) !== (target.localeRoot === undefined)) throw differentRoots(target, change);
  const textsBelowRoot = { wantedTexts: wantedTextTree(change.added), path: '' };
  const sourceTop = topOf(source);
  if (target.localeRoot !== undefined) return editMember(target.localeRoot, sourceTop, textsBelowRoot, context);
  const { root } = target;
  if (!isContainer(root)) return [];
  return editContainer(root, containerOrNone(sourceTop), textsBelowRoot, context);
}

function containerOrNone(node: YamlNode | undefined): YamlContainer | undefined {
  return isContainer(node) ? node : undefined;
}

/** The texts wanted below a path of keys (`cart.items`), for messages. */
interface TextsBelowPath {
  readonly wantedTexts: WantedTexts;
  readonly path: string;
}

/** Returns the edits of a container of the target. `source`: the container at the same path in the source. */
function editContainer(
  container: YamlContainer,
  source: YamlContainer | undefined,
  { wantedTexts, path }: TextsBelowPath,
  context: EditContext,
): TextEdit[] {
  const edits: TextEdit[] = [];
  const missing = new Map<string, WantedTexts>();
  if (wantedTexts.isPlural && !canBePluralSet(container)) throw conflict(context, container, path, 'yaml-needs-plural');
  for (const [key, child] of wantedTexts.children) {
    const member = container.byKey.get(key);
    if (member === undefined) {
      missing.set(key, child);
      continue;
    }
    const textsBelowKey = { wantedTexts: child, path: path === '' ? key : `${path}.${key}` };
    edits.push(...editMember(member, source?.byKey.get(key)?.value, textsBelowKey, context));
  }
  if (missing.size === 0) return edits;
  const isList = container.kind === 'seq';
  const hasOnlyIndices = [...missing.keys()].every((key) => /^\d+$/.test(key));
  // As in the source; without a source, a list of the target stays one if only items are wanted.
  const mustBeList = source === undefined ? isList && hasOnlyIndices : source.kind === 'seq';
  if (mustBeList && !isList) throw conflict(context, container, path, 'yaml-needs-list');
  if (isList && !mustBeList) throw conflict(context, container, path, 'yaml-needs-keys');
  if (source !== undefined && isPositional(source) !== isPositional(container))
    throw formatErrorAt(context.target.text, container.start, because('list-ids-differ', path));
  edits.push(...insertMembers({ text: context.target.text, container, source, missing }, context));
  return edits;
}

/** Returns the edits of a member of the target. `source`: the value at the same path in the source. */
function editMember(
  member: YamlMember,
  source: YamlNode | undefined,
  { wantedTexts, path }: TextsBelowPath,
  context: EditContext,
): TextEdit[] {
  const { value } = member;
  if (wantedTexts.text !== undefined) {
    const canBeText = value.kind === 'null' || value.kind === 'alias';
    if (!canBeText) throw conflict(context, value, path, 'yaml-needs-string');
  } else {
    if (isContainer(value) && value.members.length > 0)
      return editContainer(value, containerOrNone(source), { wantedTexts, path }, context);
    if (value.kind !== 'null' && !isContainer(value)) throw conflict(context, value, path, 'yaml-needs-keys');
  }
  const rendered = renderValue(wantedTexts, source, { column: columnOf(member, context) }, context);
  return [fillMember(member, rendered, context)];
}

/** Returns the column of a member; undefined for a member in brackets. */
function columnOf(member: YamlMember, { target: { text } }: EditContext): number | undefined {
  const { start, value } = member;
  if (!isContainer(value) && value.kind !== 'text' && value.inFlow) return undefined;
  return start - lineStartOf(text, start);
}

/** Inserts a value (`rendered` begins with a space or a line end) after a key or dash without one. */
function fillMember(member: YamlMember, rendered: string, { target: { text } }: EditContext): TextEdit {
  const { value, keyEnd } = member;
  // Items have no key.
  const isItem = member.keyStart === member.keyEnd;
  const isEmpty = value.start === value.end;
  // `+ 1`: an empty value may begin before the colon.
  const hasColon = /^[ \t]*:/.test(text.slice(keyEnd, value.start + 1));
  if (!isItem && isEmpty && !hasColon) {
    // `{ key }` → `{ key: text }`; `? key` → `? key` and `: text` on the next line.
    if (text[member.start] !== '?') return insertText(keyEnd, `:${rendered}`);
    const indent = ' '.repeat(member.start - lineStartOf(text, member.start));
    return insertText(keyEnd, `${lineEndOf(text)}${indent}:${rendered}`);
  }
  // A comment after the key stays there.
  if (isEmpty && /^[\r\n]/.test(rendered)) return insertText(lineTextEnd(text, value.start), rendered);
  // The whitespace before the value is replaced, too, because `rendered` begins with its own.
  let start = value.start;
  while (start > keyEnd && /[ \n\r]/.test(text.charAt(start - 1))) start -= 1;
  const isAtDash = isItem && start === keyEnd;
  if (isAtDash) start += '-'.length;
  // A comment needs a space before it.
  const isBeforeComment = isEmpty && value.end > start && text[value.end] === '#';
  return { start, end: Math.max(value.end, start), text: isBeforeComment ? `${rendered} ` : rendered };
}

/** Returns the content of a new file. */
function createYaml(change: WantedChange, rules: PlainRules): string {
  const source = fileOf(change.source()) ?? parseYaml(change.context.sourceText, rules);
  const wantedTexts = wantedTextTree(change.added);
  const skeleton = skeletonOf(source, wantedTexts, change.context);
  // The skeleton has the texts of the source. They are replaced; what it lacks is added.
  const target = parseTarget(skeleton, rules, change.context.sourceText);
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

function sourceFile(change: WantedChange, { rules }: YamlFile): YamlFile {
  return fileOf(change.source()) ?? parseYaml(change.context.sourceText, rules);
}

function indentOfLine(text: string, offset: number): number {
  const lineStart = lineStartOf(text, offset);
  let contentStart = lineStart;
  while (text[contentStart] === ' ') contentStart += 1;
  return contentStart - lineStart;
}

function conflict(
  { target: { text, localeRoot } }: EditContext,
  node: YamlNode,
  path: string,
  needed: 'yaml-needs-plural' | 'yaml-needs-string' | 'yaml-needs-keys' | 'yaml-needs-list',
): FormatError {
  // `''` is the path of the root: the key that names the locale, if there is one.
  const shownPath = path || (localeRoot?.key ?? '');
  return formatErrorAt(text, node.start, because(needed, shownPath, because(kindReasons[node.kind])));
}

const kindReasons = {
  map: 'yaml-is-map',
  seq: 'yaml-is-list',
  list: 'yaml-is-list',
  text: 'yaml-is-string',
  alias: 'yaml-is-alias',
  null: 'yaml-is-empty',
  data: 'yaml-is-data',
} as const satisfies Readonly<Record<YamlNode['kind'], string>>;

function differentRoots(target: YamlFile, { context }: WantedChange): FormatError {
  // The locale of the file that has all its texts below a locale's key.
  const locale = target.localeRoot === undefined ? context.sourceLocale : context.targetLocale;
  return formatErrorAt(target.text, target.root?.start ?? 0, because('yaml-locale-key', locale));
}
