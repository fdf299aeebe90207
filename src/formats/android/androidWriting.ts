import { lineEndOf } from '../kit/lineEnd.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { joinPlural, splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { levelOf, type XmlLayout } from '../xml/xmlSiblings.ts';
import { attributeRange, type XmlElement } from '../xml/xmlTree.ts';
import type { AndroidEntry, AndroidFile, AndroidLeaf } from './parseAndroid.ts';
import { renderEntry, type NewContents } from './androidInsert.ts';
import { checkedText, hasValidSubstitutions } from './androidSubstitutions.ts';
import type { FileStyle } from './androidStyle.ts';
import { encodeContent, sectionStart } from './androidValue.ts';

/** The state shared by all writes to one file. */
export interface AndroidWriting {
  readonly change: WantedChange;
  readonly source: () => AndroidFile;
  /** The entities that written text may use. */
  readonly entities: ReadonlyMap<string, string>;
  readonly style: () => FileStyle;
  /** The contents in the source that have a CDATA section, by id. */
  readonly sections: () => ReadonlyMap<string, string>;
  /** Namespace prefixes that written text needs and no element around it declares; collected while writing. */
  readonly prefixes: Set<string>;
}

/** A text to be encoded as content. */
interface NewText {
  readonly id: string;
  readonly entry: AndroidEntry;
  readonly text: string;
  /** The present content. */
  readonly raw: string;
  /** The elements whose namespaces the text may use. */
  readonly enclosingElements: readonly XmlElement[];
}

/** Encodes a text, as markup if the source's unit is markup. Throws FormatError for one that Android refuses. */
export function encodeFor({ id, entry, text, raw, enclosingElements }: NewText, writing: AndroidWriting): string {
  const isMarkup = /[<&]/.test(text) && isMarkupUnit(id, writing.change);
  const style = writing.style();
  if (style.dialect.refusesSubstitutions) refuseSubstitutions({ id, entry, text, isMarkup }, writing.change);
  const sourceSection = valueOrOther(id, writing.sections());
  const content = encodeContent({ id, text, isMarkup, raw, sourceSection }, style, writing.entities);
  for (const prefix of content.prefixes) {
    if (!enclosingElements.some(({ attributes }) => attributes[`xmlns:${prefix}`] !== undefined))
      writing.prefixes.add(prefix);
  }
  return content.raw;
}

/** Throws FormatError for substitutions that Android refuses, unless the source has such substitutions, too. */
function refuseSubstitutions(
  { id, entry, text, isMarkup }: Pick<NewText, 'id' | 'entry' | 'text'> & { readonly isMarkup: boolean },
  { source }: WantedChange,
): void {
  const { name, attributes } = entry.element;
  if (!text.includes('%') || name !== 'string' || attributes['formatted']?.toLowerCase() === 'false') return;
  const checkedTranslation = checkedText(text, isMarkup);
  if (checkedTranslation === undefined || hasValidSubstitutions(checkedTranslation)) return;
  // A source that Android refuses is read by other programs.
  const sourceUnit = source().get(id);
  const checkedSource = sourceUnit && checkedText(sourceUnit.text, sourceUnit.markup === true);
  const isSourceAccepted = checkedSource === undefined || hasValidSubstitutions(checkedSource);
  if (isSourceAccepted) throw refusal(because('android-substitutions', id));
}

/** The source's unit decides whether a text is markup. */
function isMarkupUnit(id: string, change: WantedChange): boolean {
  const unit = valueOrOther(id, change.source()) ?? change.present.get(id);
  return unit?.markup === true;
}

/** The value for an id; a plural form that the source lacks is treated like `other`. */
function valueOrOther<Value>(id: string, values: ReadonlyMap<string, Value>): Value | undefined {
  if (values.has(id)) return values.get(id);
  const member = splitPlural(id);
  return member && values.get(joinPlural({ ...member, category: 'other' }));
}

/** Returns the contents that have a CDATA section, by id. */
export function sectionsOf({ text, dialect, entries }: AndroidFile): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  if (!text.includes(sectionStart)) return sections;
  for (const { leaves } of entries.values())
    for (const { id, element } of leaves) {
      const { start, end } = dialect.literalOf(text, element);
      const raw = text.slice(start, end);
      if (raw.includes(sectionStart)) sections.set(id, raw);
    }
  return sections;
}

/** Contents of the added texts, by key of the resource and then as in `NewContents`; `files`: source and target. */
export function groupAdded(writing: AndroidWriting, files: readonly AndroidFile[]): ReadonlyMap<string, NewContents> {
  const members = new Map<string, Member>();
  for (const { entries } of files) {
    for (const entry of entries.values())
      for (const [index, leaf] of entry.leaves.entries())
        members.set(leaf.id, { entry, name: memberName(entry, leaf, index) });
  }
  const contentsByKey = new Map<string, Map<string, string>>();
  for (const [id, text] of writing.change.added) {
    const { entry, name } = members.get(id) ?? newMember(id, files);
    const contents = contentsByKey.get(entry.key) ?? new Map<string, string>();
    const content = encodeFor({ id, entry, text, raw: '', enclosingElements: rootsOf(files, entry) }, writing);
    contentsByKey.set(entry.key, contents.set(name, content));
  }
  return contentsByKey;
}

/** A resource, and the name of one of its texts: `few` in `<plurals>`, `2` in an array, `''` in a `<string>`. */
interface Member {
  readonly entry: AndroidEntry;
  readonly name: string;
}

function memberName({ kind }: AndroidEntry, leaf: AndroidLeaf, index: number): string {
  if (kind === 'string') return '';
  return leaf.plural ?? String(index);
}

/** Returns a plural form that neither file has yet. Throws FormatError for another id. */
function newMember(id: string, files: readonly AndroidFile[]): Member {
  const form = splitPlural(id);
  // Android has no ordinal forms (`1st`).
  if (form?.ordinal === false)
    for (const { entries } of files) {
      const entry = entries.get(`plurals ${form.base}`);
      if (entry !== undefined) return { entry, name: form.category };
    }
  throw refusal(because('unit-in-neither-file', id));
}

/** Elements whose namespaces a new text may use: its own, copied from the source, and the root if there is a target. */
function rootsOf([, target]: readonly AndroidFile[], entry: AndroidEntry): readonly XmlElement[] {
  return target === undefined ? [entry.element] : [target.document.root, entry.element];
}

/** Returns a function that renders new resources by their keys, with the source's attributes and the given contents. */
export function entryRenderer(
  source: AndroidFile,
  contentsByKey: ReadonlyMap<string, NewContents>,
  layout: XmlLayout,
): (key: string, indent: string | undefined) => string {
  return (key, indent) => {
    const entry = source.entries.get(key);
    if (entry === undefined) return '';
    return renderEntry({ file: source, entry }, contentsByKey.get(key) ?? new Map(), layout, indent);
  };
}

export function layoutOf(file: AndroidFile, fallback: AndroidFile): XmlLayout {
  return {
    lineEnd: lineEndOf(file.text),
    level: levelOf(file.text, file.document.root) ?? levelOf(fallback.text, fallback.document.root) ?? '    ',
  };
}

/** The source's declarations of the prefixes, each after a space. Throws FormatError if it lacks one. */
export function namespaceDeclarations({ prefixes, source }: AndroidWriting): string {
  const { text, document } = source();
  return [...prefixes]
    .map((prefix) => {
      const location = attributeRange(text, document.root, `xmlns:${prefix}`);
      if (location === undefined) throw refusal(because('android-prefix', prefix));
      return ` ${text.slice(location.start, location.end)}`;
    })
    .join('');
}

/** The document's declared entities; with external declarations, also all that it uses (`&app;`), without a value. */
export function entitiesOf({ text, document }: AndroidFile): ReadonlyMap<string, string> {
  if (document.declaresElsewhere !== true) return document.entities;
  const usedEntities = [...text.matchAll(/&([^#;&\s<][^;&\s<]*);/g)].map(([, name = '']) => [name, ''] as const);
  return new Map([...usedEntities, ...document.entities]);
}
