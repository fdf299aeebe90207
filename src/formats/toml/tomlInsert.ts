import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import type { FormatError, TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { placesInSections, sectionsOf, type Sections } from '../kit/sections.ts';
import { alignedSeparator, alignmentOf } from '../kit/lineScan.ts';
import { refusal } from '../kit/provenFormat.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { indexOf } from './tomlIndex.ts';
import {
  filler,
  keyLiteral,
  put,
  renderText,
  renderValue,
  siblingOf,
  valuePath,
  withCategories,
  type Inserting,
  type MissingText,
} from './tomlRender.ts';
import { equalsOf, indentOf, styleOf, type TomlStyle } from './tomlStyle.ts';
import {
  lineEndOffset,
  type TomlArray,
  type TomlEntry,
  type TomlFile,
  type TomlInline,
  type TomlNode,
  type TomlSection,
} from './tomlTree.ts';

/** A new entry of a section: its joined path, and its line. */
interface NewEntry {
  readonly id: string;
  readonly literal: string;
}

/**
 * Edits that insert texts in the source's order and the target's style. Throws FormatError if the target has something
 * else at their path.
 */
export function insertTexts(
  target: TomlFile,
  source: TomlFile,
  missing: readonly MissingText[],
  style: TomlStyle,
): TextEdit[] {
  const inserting: Inserting = {
    target,
    source,
    into: indexOf(target),
    from: indexOf(source),
    style,
    sourceIndent: styleOf(source).indent,
  };
  const edits: TextEdit[] = [];
  // By the joined path of the section.
  const entries = new Map<string, NewEntry[]>();
  const inline = new Map<TomlInline, MissingText[]>();
  const arrays = new Map<TomlArray, MissingText[]>();
  const values = new Map<string, MissingText[]>();
  for (const each of missing) {
    refuseTaken(each, inserting);
    const host = hostOf(each.path, inserting);
    if (host?.kind === 'inline') put(inline, host, each);
    else if (host?.kind === 'array') put(arrays, host, each);
    else put(values, joinKeyPath(valuePath(each.path, inserting)), each);
  }
  for (const texts of values.values()) addEntry(texts, entries, inserting);
  for (const [table, texts] of inline) edits.push(...intoInline(table, texts, inserting));
  for (const [array, texts] of arrays) edits.push(intoArray(array, texts, inserting));
  edits.push(...intoSections(entries, inserting));
  return edits;
}

/** Returns the innermost inline table or array of the target that a path leads into. */
function hostOf(path: readonly string[], { into }: Inserting): TomlInline | TomlArray | undefined {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const host = into.containers.get(joinKeyPath(path.slice(0, length)));
    if (host !== undefined) return host;
  }
  return undefined;
}

/** Returns the path of a host of `hostOf`. */
function pathOfHost(host: TomlInline | TomlArray, path: readonly string[], { into }: Inserting): readonly string[] {
  let length = path.length - 1;
  while (length > 0 && into.containers.get(joinKeyPath(path.slice(0, length))) !== host) length -= 1;
  return path.slice(0, length);
}

function refuseTaken({ path }: MissingText, { into, target }: Inserting): void {
  const taken = into.values.get(joinKeyPath(path));
  if (taken !== undefined) throw conflict(target, taken, path);
  for (let length = path.length - 1; length > 0; length -= 1) {
    const node = into.values.get(joinKeyPath(path.slice(0, length)));
    if (node?.kind === 'text' || node?.kind === 'data') throw conflict(target, node, path);
  }
}

function conflict(target: TomlFile, node: TomlNode, path: readonly string[]): FormatError {
  return formatErrorAt(target.text, node.start, because(conflictCode(node), joinKeyPath(path)));
}

function conflictCode({ kind }: TomlNode): 'toml-conflict-string' | 'toml-conflict-data' | 'toml-conflict-container' {
  if (kind === 'text') return 'toml-conflict-string';
  return kind === 'data' ? 'toml-conflict-data' : 'toml-conflict-container';
}

/** Adds one entry for a text, or for texts that the source keeps in one value. */
function addEntry(texts: readonly MissingText[], entries: Map<string, NewEntry[]>, inserting: Inserting): void {
  const [first] = texts;
  if (first === undefined) return;
  const { from, into, style, source } = inserting;
  const path = valuePath(first.path, inserting);
  const parent = path.slice(0, -1);
  const like = from.entries.get(joinKeyPath(path)) ?? from.entries.get(joinKeyPath([...parent, siblingOf(path, from)]));
  const likeSection = like === undefined ? undefined : source.sections[from.sectionOf.get(like) ?? 0];
  // If the target has a header for the table, entries are added there, regardless of the source.
  const section = into.sections.has(joinKeyPath(parent)) ? parent : (likeSection?.path ?? parent);
  const key = keyLiteral(path.slice(section.length), like, source, section.length);
  const value = renderValue(path, texts, like?.value, inserting);
  put(entries, joinKeyPath(section), { id: joinKeyPath(path), literal: key + style.equals + value });
}

function intoInline(container: TomlInline, texts: readonly MissingText[], inserting: Inserting): readonly TextEdit[] {
  const { from, target } = inserting;
  const host = pathOfHost(container, texts[0]?.path ?? [], inserting);
  const below = (path: readonly string[]): string => joinKeyPath(path.slice(host.length));
  const entries = inlineEntries(container, host, texts, inserting);
  const last = container.entries.at(-1);
  if (last === undefined)
    return [{ start: container.start, end: container.end, text: `{ ${[...entries.values()].join(', ')} }` }];
  const between = container.entries.length > 1 ? target.text.slice(container.entries.at(-2)?.end, last.start) : ', ';
  const lead = /^,\s*$/.test(between) ? between : ', ';
  const present = new Map(container.entries.map((entry) => [below(entry.path), entry]));
  const like = from.containers.get(joinKeyPath(host));
  const order = withCategories(like?.kind === 'inline' ? like.entries.map(({ path }) => below(path)) : [], [
    ...present.keys(),
    ...entries.keys(),
  ]);
  return insertionPlaces(order, present, entries).map(({ ids, after, before }) => {
    const literals = ids.map((id) => entries.get(id) ?? '');
    const next = after === undefined ? present.get(before ?? '') : undefined;
    const at = next?.start ?? present.get(after ?? '')?.end ?? last.end;
    return {
      start: at,
      end: at,
      text: literals.map((literal) => (next === undefined ? lead + literal : literal + lead)).join(''),
    };
  });
}

/** Returns the new entries of an inline table by their paths below it. */
function inlineEntries(
  container: TomlInline,
  host: readonly string[],
  texts: readonly MissingText[],
  inserting: Inserting,
): ReadonlyMap<string, string> {
  const { from, source, style } = inserting;
  const keyAt = ({ path }: { readonly path: readonly string[] }): string => path[host.length] ?? '';
  const entries = new Map<string, string>();
  const hostInSource = from.containers.get(joinKeyPath(host));
  const likes = hostInSource?.kind === 'inline' ? hostInSource.entries : [];
  const add = (path: readonly string[], like: TomlEntry | undefined, value: string): void => {
    const spelled = like !== undefined && likes.includes(like) ? like : undefined;
    const literal = keyLiteral(path.slice(host.length), spelled, source, host.length);
    entries.set(joinKeyPath(path.slice(host.length)), literal + style.equals + value);
  };
  for (const [key, group] of Map.groupBy(texts, keyAt)) {
    const path = [...host, key];
    const like = from.entries.get(joinKeyPath(path));
    // Entries with dotted keys, as in `version.ref = "x"`, share the first part; any other key has one entry.
    const isDotted = [...container.entries, ...likes].some(
      (entry) => keyAt(entry) === key && entry.path.length > host.length + 1,
    );
    if (isDotted || group.every((each) => each.path.length === host.length + 1))
      for (const each of group) {
        const own = from.entries.get(joinKeyPath(each.path));
        add(each.path, own, renderText(each.text, own?.value, inserting));
      }
    else add(path, like, renderValue(path, group, like?.value, inserting));
  }
  return entries;
}

function intoArray(array: TomlArray, texts: readonly MissingText[], inserting: Inserting): TextEdit {
  const path = pathOfHost(array, texts[0]?.path ?? [], inserting);
  const like = inserting.from.values.get(joinKeyPath(path));
  const elements = like?.kind === 'array' ? like.elements : [];
  const wanted = Map.groupBy(texts, (each) => Number(each.path[path.length]));
  const parts: string[] = [];
  for (let index = array.elements.length; index <= Math.max(...wanted.keys()); index += 1) {
    const below = wanted.get(index);
    const element = elements[index];
    parts.push(
      below === undefined
        ? filler(element, inserting)
        : renderValue([...path, String(index)], below, element, inserting),
    );
  }
  const last = array.elements.at(-1);
  if (last === undefined) return { start: array.start, end: array.end, text: `[${parts.join(', ')}]` };
  const between =
    array.elements.length > 1 ? inserting.target.text.slice(array.elements.at(-2)?.end, last.start) : ', ';
  const lead = /^,\s*$/.test(between) ? between : ', ';
  return { start: last.end, end: last.end, text: parts.map((part) => lead + part).join('') };
}

function intoSections(entries: ReadonlyMap<string, readonly NewEntry[]>, inserting: Inserting): TextEdit[] {
  const { into } = inserting;
  const edits: TextEdit[] = [];
  const lacking = new Map<string, readonly NewEntry[]>();
  for (const [id, added] of entries) {
    const section = into.sections.get(id);
    if (section === undefined) lacking.set(id, added);
    else edits.push(...intoSection(section, added, inserting));
  }
  addElements(lacking, inserting);
  return lacking.size === 0 ? edits : [...edits, ...newSections(lacking, inserting)];
}

/** Returns the source's order of a section's entries, including plural categories that it lacks. */
function orderOf(id: string, added: readonly NewEntry[], { from }: Inserting): readonly string[] {
  const own = (from.sections.get(id)?.entries ?? []).map((entry) => joinKeyPath(entry.path));
  const prefix = id === '' ? '' : `${id}.`;
  const short = (each: string): string => each.slice(prefix.length);
  return withCategories(
    own.map(short),
    added.map((each) => short(each.id)),
  ).map((each) => prefix + each);
}

function intoSection(section: TomlSection, added: readonly NewEntry[], inserting: Inserting): TextEdit[] {
  const {
    target: { text },
    style,
  } = inserting;
  const present = new Map(section.entries.map((entry) => [joinKeyPath(entry.path), entry]));
  const literals = new Map(added.map((each) => [each.id, each.literal]));
  const alignment = alignmentOf(
    section.entries.map((entry) => ({
      column: entry.keyEnd - lineStartOf(text, entry.start),
      separator: equalsOf(text, entry),
    })),
  );
  const id = joinKeyPath(section.path);
  const places = insertionPlaces(orderOf(id, added, inserting), new Set(present.keys()), new Set(literals.keys()));
  const own = (): Sections => entrySections(inserting.source.text, inserting.from.sections.get(id));
  return placesInSections(places, own, entrySections(text, section)).map(({ ids, after, before, at: inSection }) => {
    const neighbor = present.get(after ?? before ?? '') ?? section.entries.at(-1);
    const headIndent = section.index > 0 ? indentOf(text, section.start) + style.indent : '';
    const indent = neighbor === undefined ? headIndent : indentOf(text, neighbor.start);
    const lines = ids.map((each) => {
      const literal = literals.get(each) ?? '';
      const usual = separatorFor(each, neighbor, inserting);
      const column = indent.length + literal.indexOf(style.equals);
      return indent + replaceSeparator(literal, style.equals, alignedSeparator(column, usual, alignment));
    });
    if (before !== undefined && neighbor !== undefined) {
      const at =
        inSection === undefined
          ? commentsAbove(text, lineStartOf(text, neighbor.start), section.index === 0 ? 0 : section.headEnd)
          : lineStartOf(text, inSection);
      return { start: at, end: at, text: lines.map((line) => line + style.eol).join('') };
    }
    if (neighbor === undefined && section.index === 0) return topFirst(lines, inserting);
    return linesAfter(text, neighbor?.end ?? section.headEnd, lines, style);
  });
}

/** The groups of a table's entries. */
function entrySections(text: string, section: TomlSection | undefined): Sections {
  const entries = section?.entries.map(({ path, start, end }) => ({ id: joinKeyPath(path), start, end })) ?? [];
  return sectionsOf(text, entries, section?.headEnd ?? 0);
}

/** The groups of a file's tables. */
function tableSections({ text, sections }: TomlFile): Sections {
  const tables = sections.slice(1).map(({ path, start, end }) => ({ id: joinKeyPath(path), start, end }));
  return sectionsOf(text, tables, sections[0]?.end ?? 0);
}

/**
 * Returns the source's indentation if both files indent equally, since it may be deeper in deeper tables; `own`
 * otherwise.
 */
function indentLike(
  like: TomlSection | TomlEntry | undefined,
  own: string,
  { source, sourceIndent, style }: Inserting,
): string {
  return like === undefined || sourceIndent !== style.indent ? own : indentOf(source.text, like.start);
}

/** Returns the neighbor's separator; the source's own if separators are aligned. */
function separatorFor(id: string, neighbor: TomlEntry | undefined, { from, source, target, style }: Inserting): string {
  const like = from.entries.get(id);
  if (style.aligned && like !== undefined) return equalsOf(source.text, like);
  return neighbor === undefined ? style.equals : equalsOf(target.text, neighbor);
}

function replaceSeparator(literal: string, equals: string, wanted: string): string {
  if (equals === wanted) return literal;
  const at = literal.indexOf(equals);
  return literal.slice(0, at) + wanted + literal.slice(at + equals.length);
}

/** Inserts the first entries without a header: before the first header and the comments above it. */
function topFirst(lines: readonly string[], { target: { text, sections }, style }: Inserting): TextEdit {
  const next = sections[1];
  if (next === undefined) return linesAfter(text, text.length, lines, style);
  const at = commentsAbove(text, lineStartOf(text, next.start), 0);
  return { start: at, end: at, text: lines.map((line) => line + style.eol).join('') + style.eol };
}

function linesAfter(text: string, end: number, lines: readonly string[], style: TomlStyle): TextEdit {
  const at = lineEndOffset(text, end);
  const isOpen = at > 0 && text[at - 1] !== '\n';
  return { start: at, end: at, text: lines.map((line) => (isOpen ? style.eol + line : line + style.eol)).join('') };
}

function newSections(lacking: ReadonlyMap<string, readonly NewEntry[]>, inserting: Inserting): TextEdit[] {
  const {
    target: { text, sections },
    source,
    from,
    into,
    style,
  } = inserting;
  const order = source.sections.map((section) => joinKeyPath(section.path));
  const places = insertionPlaces(order, new Set(into.sections.keys()), new Set(lacking.keys()));
  return placesInSections(places, () => tableSections(source), tableSections(inserting.target)).map(
    ({ ids, after, before, at: inSection }) => {
      const blocks = ids.map((id) => {
        const like = from.sections.get(id);
        if (like === undefined) throw refusal(because('unit-not-in-source', id));
        const added = new Map(
          (lacking.get(id) ?? []).map((each) => [
            each.id,
            replaceSeparator(each.literal, style.equals, separatorFor(each.id, undefined, inserting)),
          ]),
        );
        const lines = orderOf(id, lacking.get(id) ?? [], inserting).flatMap((each) => added.get(each) ?? []);
        const outer = indentLike(like, '', inserting);
        const indent = indentLike(like.entries[0], outer + style.indent, inserting);
        return [outer + source.text.slice(like.start, like.headEnd), ...lines.map((line) => indent + line)].join(
          style.eol,
        );
      });
      const gap = style.eol.repeat(emptyLinesAbove(inserting));
      // Without entries before the first header, there is nothing to insert after.
      const neighbor =
        after === undefined || (after === '' && sections[0]?.entries.length === 0)
          ? undefined
          : into.sections.get(after);
      const next = before === undefined ? sections[1] : into.sections.get(before);
      if (neighbor === undefined && next !== undefined) {
        const at =
          inSection === undefined
            ? commentsAbove(text, lineStartOf(text, next.start), sections[0]?.end ?? 0)
            : lineStartOf(text, inSection);
        return { start: at, end: at, text: blocks.map((block) => block + style.eol + gap).join('') };
      }
      const at = lineEndOffset(text, (neighbor ?? sections.at(-1))?.end ?? 0);
      const isOpen = at > 0 && text[at - 1] !== '\n';
      const isFirst = text.slice(0, at).trim() === '';
      return {
        start: at,
        end: at,
        text: blocks
          .map(
            (block, index) =>
              (isFirst && index === 0 ? '' : (isOpen ? style.eol : '') + gap) + block + (isOpen ? '' : style.eol),
          )
          .join(''),
      };
    },
  );
}

/** Adds earlier elements of an array of tables that the target lacks as empty tables, on which the indices depend. */
function addElements(lacking: Map<string, readonly NewEntry[]>, { from, into }: Inserting): void {
  for (const id of [...lacking.keys()]) {
    const path = from.sections.get(id)?.path ?? [];
    for (let length = 1; length <= path.length; length += 1) {
      if (from.sections.get(joinKeyPath(path.slice(0, length)))?.isElement !== true) continue;
      for (let index = Number(path[length - 1]); index >= 0; index -= 1) {
        const element = joinKeyPath([...path.slice(0, length - 1), String(index)]);
        if (!into.sections.has(element) && !lacking.has(element)) lacking.set(element, []);
      }
    }
  }
}

/** Returns the number of empty lines between tables: the target's, or the source's if the target has too few tables. */
function emptyLinesAbove({ target, source }: Inserting): number {
  for (const { text, sections } of [target, source]) {
    for (const section of sections.slice(1)) {
      const floor = sections[section.index - 1]?.end ?? 0;
      if (floor === 0) continue;
      const lead = text.slice(lineEndOffset(text, floor), section.start);
      return /^(?:[ \t]*\r?\n)*/.exec(lead)?.[0].match(/\n/g)?.length ?? 0;
    }
  }
  return 1;
}
