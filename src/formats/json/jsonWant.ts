import { once } from '../../base/once.ts';
import type { WriteContext } from '../kit/localeFormat.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { splitKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import type { JsonDialect, JsonNewEntries } from './jsonDialect.ts';
import { liveMembers, memberOf, type JsonContainer, type JsonNode } from './jsonTree.ts';
import { containerAt, hasPluralSet, keyIn, pathOf, textKeyOf, unitIn, type UnitPath } from './jsonUnits.ts';

/** The values to write, as a tree of keys like the file's own: a text, a copy of a value, or children. */
export interface Want {
  /** The text to write here. */
  text: string | undefined;
  /** A part of another file to copy here. */
  readonly copy?: Copied | undefined;
  children: Map<string, Want> | undefined;
  /** The children's keys are indexes of a list; where nothing else shows it. */
  isList?: true;
}

export interface Copied {
  readonly text: string;
  readonly node: JsonNode;
}

/** The files that ids refer to: the target, if it exists, and the source, parsed on first use. */
export interface KnownFiles {
  readonly target: JsonContainer | undefined;
  readonly source: () => JsonContainer;
}

export function newWant(): Want {
  return { text: undefined, children: undefined };
}

/** The tree's node below another one, made when there is none. */
export function wantBelow(want: Want, key: string): Want {
  want.children ??= new Map<string, Want>();
  let child = want.children.get(key);
  if (child === undefined) {
    child = newWant();
    want.children.set(key, child);
  }
  return child;
}

/** The containers of both files, and the node of the wanted tree, for units with one prefix. */
interface Section {
  readonly keys: readonly string[];
  readonly target: JsonContainer | undefined;
  readonly source: () => JsonContainer | undefined;
  readonly want: () => Want;
}

/**
 * Adds every wanted text to the tree. Throws FormatError for a member of a plural set that only the target has and that
 * the target lacks, and for two texts for one location.
 */
export function wantTree(change: WantedChange, files: KnownFiles, dialect: JsonDialect): Want {
  const { context } = change;
  const root = newWant();
  const sections = new Map<string | undefined, Section>();
  let looks: JsonNewEntries | undefined;
  for (const [id, text] of [...change.replaced, ...change.added]) {
    const path = pathOf(id);
    const section = path === undefined ? undefined : sectionOf(path.prefix, sections, root, files, dialect);
    const place =
      path === undefined || section === undefined
        ? undefined
        : (inTarget(path, section, dialect) ?? inSource(path, section, dialect));
    if (section === undefined || place === undefined)
      throw refusal(because('unit-unknown', id, context.sourceLocale, context.targetLocale));
    const want = wantBelow(section.want(), place.key);
    if (place.isNew && dialect.newEntries !== undefined) {
      looks ??= dialect.newEntries(files.source(), files.target);
      wantEntry(want, { id, key: place.key, text, looks }, { files, dialect, context });
    } else setText(place.textKey === undefined ? want : wantBelow(want, place.textKey), text, id);
  }
  return root;
}

function sectionOf(
  prefix: string | undefined,
  sections: Map<string | undefined, Section>,
  root: Want,
  files: KnownFiles,
  dialect: JsonDialect,
): Section {
  let section = sections.get(prefix);
  if (section === undefined) {
    const keys = prefix === undefined ? [] : (splitKeyPath(prefix) ?? []);
    section = {
      keys,
      target: files.target === undefined ? undefined : containerAt(files.target, keys, dialect),
      source: once(() => containerAt(files.source(), keys, dialect)),
      want: once(() => keys.reduce(wantBelow, root)),
    };
    sections.set(prefix, section);
  }
  return section;
}

/** Where a text goes in its section. */
interface TextPlace {
  readonly key: string;
  /** Defined if the text is inside an object that the target has. */
  readonly textKey: string | undefined;
  /** The target has no such unit. */
  readonly isNew: boolean;
}

function inTarget(path: UnitPath, { target }: Section, dialect: JsonDialect): TextPlace | undefined {
  const there = target === undefined ? undefined : unitIn(target, path, dialect);
  if (there === undefined) return undefined;
  // An object that the target has is kept, and gets the text inside.
  return { key: there.member.key, textKey: textKeyOf(there.member.value, dialect), isNew: false };
}

function inSource(path: UnitPath, section: Section, dialect: JsonDialect): TextPlace | undefined {
  const source = section.source();
  if (source === undefined) return undefined;
  const there = unitIn(source, path, dialect);
  if (there === undefined && !hasPluralSet(source, path, dialect)) return undefined;
  return { key: there?.member.key ?? path.key, textKey: undefined, isNew: true };
}

interface NewEntry {
  readonly id: string;
  /** As the source spells it. */
  readonly key: string;
  readonly text: string;
  readonly looks: JsonNewEntries;
}

/**
 * A new entry of a file whose entries are objects: the text, and what the source's entry has that belongs into every
 * locale.
 */
function wantEntry(
  entry: Want,
  { id, key, text, looks }: NewEntry,
  {
    files,
    dialect,
    context,
  }: { readonly files: KnownFiles; readonly dialect: JsonDialect; readonly context: WriteContext },
): void {
  const { textKey, copies } = looks;
  setText(textKey === undefined ? entry : wantBelow(entry, textKey), text, id);
  if (textKey === undefined || (files.target !== undefined && keyIn(files.target, key, dialect) !== undefined)) return;
  const like = memberOf(files.source(), key)?.value;
  if (like?.kind !== 'object') return;
  for (const part of liveMembers(like)) {
    if (part.key !== textKey && copies(part.key)) {
      entry.children?.set(part.key, {
        text: undefined,
        copy: { text: context.sourceText, node: part.value },
        children: undefined,
      });
    }
  }
}

function setText(want: Want, text: string, id: string): void {
  if (want.text !== undefined && want.text !== text) throw refusal(because('two-translations', id));
  want.text = text;
}
