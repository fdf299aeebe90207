import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { insertText } from '../kit/spliceEdits.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { appendedIndexes, insertionPlaces } from '../kit/insertionOrder.ts';
import { refusal } from '../kit/provenFormat.ts';
import { noSections, placesInSections, sectionsOf, type SectionPlace, type Sections } from '../kit/sections.ts';
import { indentOfLine, skipTrivia, type Lead } from '../kit/trivia.ts';
import { isPluralCategory } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import type { Branch, Entry } from './codeBranches.ts';
import { renderKey, renderValue, type RenderContext, type Want } from './codeRender.ts';
import { isMultiline, leadOf, separatorLike, type Neighbor } from './codeStyle.ts';
import type { CodeContainer } from './codeTree.ts';

/** A branch of the target, the same branch of the source, and the members to insert. */
export interface Insertion {
  readonly text: string;
  readonly branch: Branch;
  readonly source: Branch | undefined;
  /** By key; only members that the branch lacks. */
  readonly missing: ReadonlyMap<string, Want>;
}

/**
 * Returns edits that insert the missing members in the source's order and in the style of their neighbors. Throws
 * FormatError if the target has no container for them.
 */
export function insertMembers(insertion: Insertion, context: RenderContext): readonly TextEdit[] {
  const { branch, source, missing } = insertion;
  const list = listOf(insertion);
  if (list !== undefined) {
    const keys = appendedIndexes(list.members.length, missing.keys());
    const last = list.members.at(-1);
    return last === undefined
      ? [intoEmpty(insertion, list, keys, context)]
      : insertAfter(insertion, { member: last, container: list }, keys, context);
  }
  const order = withPlurals([...(source?.entries.keys() ?? [])], missing);
  const places = insertionPlaces(order, ownKeys(branch), new Set(missing.keys()));
  const own = (): Sections => (source === undefined ? noSections : sectionsIn(context.sourceText, source));
  return placesInSections(places, own, sectionsIn(insertion.text, branch)).flatMap((location) =>
    edits(insertion, location, context),
  );
}

/** Returns the sections of a branch that one container defines; without them, nothing is known about its order. */
function sectionsIn(text: string, { containers, entries }: Branch): Sections {
  const [container] = containers;
  if (container === undefined || containers.length > 1) return noSections;
  const members = container.members.map((member) => ({
    ...member,
    id: member.key !== undefined && entries.get(member.key)?.member === member ? member.key : '',
  }));
  return sectionsOf(text, members, container.innerStart);
}

/** Returns the list to which elements are appended; undefined for a branch with keys. */
function listOf({ branch, source }: Insertion): CodeContainer | undefined {
  const [container] = branch.containers;
  if (container === undefined) return undefined;
  const isList =
    container.members.length === 0 && container.kind !== 'statements'
      ? source?.containers[0]?.kind === 'list'
      : container.kind === 'list';
  return isList ? container : undefined;
}

/** Returns the keys that have members of their own, next to which members can be inserted. */
function ownKeys(branch: Branch): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [key, entry] of branch.entries) if (entry.member !== undefined) keys.add(key);
  return keys;
}

/**
 * Returns the source's order, including plural members that only the target's locale has: after the last member of a
 * lower category, or before the first member.
 */
function withPlurals(order: readonly string[], missing: ReadonlyMap<string, Want>): readonly string[] {
  const known = new Set(order);
  const extra = [...missing.keys()].filter(
    (key) => !known.has(key) && isPluralCategory(key.slice(key.lastIndexOf('_') + 1)),
  );
  if (extra.length === 0) return order;
  const sets = new Map<string, string[]>();
  for (const key of extra) {
    const stem = stemOf(key);
    if (sets.has(stem)) continue;
    sets.set(
      stem,
      cldrPluralCategories
        .map((category) => stem + category)
        .filter((member) => known.has(member) || missing.has(member)),
    );
  }
  const members = order.filter((key) => sets.get(stemOf(key))?.includes(key) === true);
  const lastOf = new Map(members.map((key) => [stemOf(key), key]));
  const inserted = new Set<string>();
  return order.flatMap((key) => {
    const set = sets.get(stemOf(key));
    if (set?.includes(key) !== true) return [key];
    // A set of the source may be in any order; in a set in CLDR's order, the new ones are inserted between.
    const before = set.slice(0, set.indexOf(key)).filter((member) => !known.has(member) && !inserted.has(member));
    for (const member of before) inserted.add(member);
    const after =
      lastOf.get(stemOf(key)) === key ? set.filter((member) => !known.has(member) && !inserted.has(member)) : [];
    for (const member of after) inserted.add(member);
    return [...before, key, ...after];
  });
}

/** Returns the part of the key that the members of a plural set share. */
function stemOf(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1);
}

function edits(insertion: Insertion, location: SectionPlace, context: RenderContext): readonly TextEdit[] {
  const { branch } = insertion;
  const previous = neighbor(location.after === undefined ? undefined : branch.entries.get(location.after));
  if (previous !== undefined) return insertAfter(insertion, previous, location.ids, context);
  const next = neighbor(location.before === undefined ? undefined : branch.entries.get(location.before));
  if (next !== undefined) return [insertBefore(insertion, { ...next, at: location.at }, location.ids, context)];
  const container = branch.containers.at(-1);
  const last = container?.members.at(-1);
  if (container === undefined) throw refusal(because('code-no-container', location.ids[0] ?? ''));
  return last === undefined
    ? [intoEmpty(insertion, container, location.ids, context)]
    : insertAfter(insertion, { member: last, container }, location.ids, context);
}

function neighbor(entry: Entry | undefined): Neighbor | undefined {
  return entry?.member === undefined || entry.container === undefined
    ? undefined
    : { member: entry.member, container: entry.container };
}

/** Renders new members like a neighbor: with its quotes, its column, and its statement around them. */
function render(
  { text, source, missing }: Insertion,
  neighbor: Neighbor,
  { keys, indent }: { readonly keys: readonly string[]; readonly indent: string | undefined },
  context: RenderContext,
): readonly string[] {
  const { member, container } = neighbor;
  const likeKey = member.keyStart === member.keyEnd ? undefined : text.slice(member.keyStart, member.keyEnd);
  const likeText = member.value.kind === 'text' ? text.slice(member.value.start, member.value.end) : undefined;
  const prefix = text.slice(member.start, member.keyStart);
  const one = (want: Want | undefined, entry: Entry | undefined, key: string): string => {
    const value = renderValue(want, entry, { like: likeText, indent }, context);
    if (container.kind === 'list') return value;
    const own = prefix + key;
    const usual = prefix === '' ? context.style.separator : '] = ';
    const separator = separatorLike(neighbor, text, own.length, usual);
    return own + separator + value + (container.kind === 'statements' ? ';' : '');
  };
  return keys.flatMap((name) => {
    const entry = source?.entries.get(name);
    const want = missing.get(name);
    const key = container.kind === 'list' ? '' : renderKey(name, likeKey, entry?.member, context);
    const isSpread = container.kind === 'statements' && entry?.branch?.containers[0]?.kind === 'statements';
    if (!isSpread || want === undefined || want.text !== undefined) return [one(want, entry, key)];
    // One statement `$lang['menu']['home'] = …;` for each text, as in the source.
    return [...want.children].map(([below, child]) => {
      const own = entry.branch?.entries.get(below);
      return one(child, own, `${key}][${renderKey(below, likeKey, own?.member, context)}`);
    });
  });
}

function intoEmpty(
  insertion: Insertion,
  container: CodeContainer,
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { text, source, missing } = insertion;
  const { style } = context;
  const like = source?.containers[0];
  const isList = like?.kind === 'list';
  const inside = text.slice(container.innerStart, container.innerEnd);
  const onTwoLines = /[\r\n]/.test(inside);
  const multiline =
    onTwoLines ||
    (style.multiline && (like === undefined || like.kind === 'statements' || isMultiline(context.sourceText, like)));
  const outer = indentOfLine(text, container.start);
  const inner = multiline ? outer + style.indent : undefined;
  const members = keys.map((key) => {
    const entry = source?.entries.get(key);
    const value = renderValue(missing.get(key), entry, { like: undefined, indent: inner }, context);
    return isList ? value : renderKey(key, undefined, entry?.member, context) + style.separator + value;
  });
  const lead = inner === undefined ? '' : style.lineEnd + inner;
  const all =
    members.join(`,${inner === undefined ? ' ' : lead}`) + (inner !== undefined && style.trailingComma ? ',' : '');
  const trivia = skipTrivia(text, container.innerStart);
  if (onTwoLines) {
    const at = trivia.lineEnd ?? trivia.end;
    return { start: at, end: at, text: lead + all };
  }
  const padding = isList ? '' : style.padding;
  if (inner === undefined) return { start: trivia.end, end: container.innerEnd, text: padding + all + padding };
  return { start: trivia.end, end: container.innerEnd, text: lead + all + style.lineEnd + outer };
}

function insertBefore(
  insertion: Insertion,
  next: Neighbor & { readonly at: number | undefined },
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { member, container, at } = next;
  const separator = container.kind === 'statements' ? '' : ',';
  const own = leadOf(insertion.text, member);
  const gap = own.indent === undefined ? leadAfter(insertion.text, next, context).text : own.text;
  return insertText(
    at ?? member.lead,
    render(insertion, next, { keys, indent: own.indent }, context)
      .map((each) => each + separator + gap)
      .join(''),
  );
}

function insertAfter(
  insertion: Insertion,
  previous: Neighbor,
  keys: readonly string[],
  context: RenderContext,
): readonly TextEdit[] {
  const { text } = insertion;
  const { member, container } = previous;
  const lead = leadAfter(text, previous, context);
  const members = render(insertion, previous, { keys, indent: lead.indent }, context);
  const isStatement = container.kind === 'statements';
  if (member.comma >= 0 || isStatement) {
    const from = isStatement ? member.end : member.comma + 1;
    const comma = isStatement ? '' : ',';
    // Comments on the rest of the line stay with the previous member, unless a member follows on that line.
    const at = lead.indent === undefined ? from : (skipTrivia(text, from).lineEnd ?? from);
    // A comma after the last member, which is unusual in this file, remained from a removed member.
    const isUnusual = !isStatement && !context.style.trailingComma && member.index === container.members.length - 1;
    return [insertText(at, members.map((each) => lead.text + each).join(comma) + (isUnusual ? '' : comma))];
  }
  const trivia = skipTrivia(text, member.end);
  const sharesLine = lead.indent === undefined && trivia.lineEnd !== undefined;
  const at = sharesLine ? member.end : (trivia.lineEnd ?? trivia.end);
  const added = members.map((each) => lead.text + each).join(',');
  return at === member.end ? [insertText(at, `,${added}`)] : [insertText(member.end, ','), insertText(at, added)];
}

/** Returns the lead of a member that is inserted after another. */
function leadAfter(text: string, { member, container }: Neighbor, { style }: RenderContext): Lead {
  const like = container.members[member.index === 0 ? 1 : member.index];
  if (like !== undefined) return leadOf(text, like);
  const lead = leadOf(text, member);
  if (container.kind === 'statements') return lead.indent === undefined ? { text: style.lineEnd, indent: '' } : lead;
  // The spaces before a sole member on its bracket's line are padding, not a separator.
  return lead.indent === undefined ? { text: ' ', indent: undefined } : lead;
}
