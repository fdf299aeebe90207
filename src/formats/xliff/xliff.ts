import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { because } from '../reasons/reason.ts';
import { rawValueEdit } from '../xml/xmlValue.ts';
import { createdText, languageEdits, newTarget, targetGap, type Creation, type TargetLook } from './createdText.ts';
import { filesOf, parseXliff, xliffLocales } from './xliffDocument.ts';
import { targetEncoder, type EncodeTarget } from './targetEncoder.ts';
import { insertUnits } from './insertUnits.ts';
import { newTargetAttributes, recordsStates, stateEdits } from './xliffState.ts';
import { treeOf, type XliffTree } from './xliffTree.ts';
import { sourceUnits, targetUnits } from './xliffUnits.ts';

/**
 * XLIFF 1.0 to 1.2 and 2.0 to 2.2, as written by Angular, Symfony, .NET, Qt, Xcode and translators' tools. Texts with
 * inline elements are markup. Proposals (`<alt-trans>`), skeletons and other namespaces are not changed.
 * http://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html, https://docs.oasis-open.org/xliff/xliff-core/v2.1/
 */
export const xliff: LocaleFormat = provenFormat({
  id: 'xliff',
  locales: xliffLocales,
  units: (text, locale) => {
    const tree = readTree(text, locale);
    const units = locale === undefined ? sourceUnits(tree) : targetUnits(tree);
    const [first] = units;
    if (first !== undefined) trees.set(first, tree);
    return units;
  },
  edits: (change) => {
    if (change.text !== '') return targetEdits(change);
    return [insertText(0, creationOf(change, treeWith(change.source(), change.context.sourceText, undefined)))];
  },
});

/** The tree of units, by the first of them: it is not built again when they are written. */
const trees = new WeakMap<Unit, XliffTree>();

function readTree(text: string, locale: string | undefined): XliffTree {
  const document = parseXliff(text);
  return treeOf(document, filesOf(document, locale));
}

function treeWith(units: ReadonlyMap<string, Unit>, text: string, locale: string | undefined): XliffTree {
  const [first] = units.values();
  return (first && trees.get(first)) ?? readTree(text, locale);
}

/** Units with the same id are distinguished only by their order, so none can be added without those before it. */
function refuseTwins({ added }: WantedChange, source: XliffTree): void {
  for (const { id, twin } of source.segments) {
    if (twin === undefined || !added.has(id) || added.has(twin.before)) continue;
    throw refusal(because('xliff-same-ids', twin.shared, id));
  }
}

function creationOf(change: WantedChange, tree: XliffTree): string {
  refuseTwins(change, tree);
  const { added, context } = change;
  const encode = targetEncoder(tree, tree.document);
  return createdText({
    tree,
    translations: added,
    targetLocale: context.targetLocale,
    state: context.state,
    recordsStates: recordsStates(tree.segments, tree.document),
    encode,
  });
}

function targetEdits(change: WantedChange): readonly TextEdit[] {
  const { text, context, present, added } = change;
  const tree = treeWith(present, text, context.targetLocale);
  if (tree.foreign !== undefined) throw refusal(because('file-other-language', tree.foreign, context.targetLocale));
  const edits = [replacements(change, tree, targetEncoder(tree, tree.document))];
  if (added.size > 0) {
    const source = treeWith(change.source(), context.sourceText, undefined);
    refuseTwins(change, source);
    const creation: Creation = {
      tree: source,
      translations: added,
      targetLocale: context.targetLocale,
      state: context.state,
      recordsStates: recordsStates(tree.segments, tree.document),
      // Line ends are converted to the target's when the units are laid out.
      encode: targetEncoder(tree, source.document),
    };
    const created = readTree(createdText(creation), context.targetLocale);
    edits.push(insertUnits({ target: tree, source, created, translations: added }));
  }
  const { version, root } = tree.document;
  const hasTargets = tree.segments.some(({ target }) => target !== undefined);
  if (version === 2 && root.attributes['trgLang'] === undefined && !hasTargets)
    edits.push(languageEdits(tree, context.targetLocale));
  return sortEdits(edits.flat());
}

function replacements(
  { replaced, present, context: { state } }: WantedChange,
  tree: XliffTree,
  encode: EncodeTarget,
): readonly TextEdit[] {
  if (replaced.size === 0) return [];
  const { document, segments } = tree;
  const isRecorded = state !== undefined && recordsStates(segments, document);
  const look: TargetLook = {
    gap: targetGap(document, segments),
    attributes: document.version === 1 ? newTargetAttributes(state, isRecorded) : '',
  };
  const edits: TextEdit[] = [];
  for (const segment of segments) {
    const translation = replaced.get(segment.id);
    if (translation === undefined) continue;
    const isNewText = present.get(segment.id)?.text !== translation;
    if (state !== undefined)
      edits.push(...stateEdits(document, segment, { state, isNewText, recordsStates: isRecorded }));
    if (!isNewText) continue;
    const encoded = encode(segment, translation);
    if (segment.target === undefined) edits.push(newTarget(document, segment, look, encoded));
    else edits.push(rawValueEdit(document.text, segment.target, encoded));
  }
  return edits;
}
