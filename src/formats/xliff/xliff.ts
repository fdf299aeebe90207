import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { because } from '../reasons/reason.ts';
import { rawValueEdit } from '../xml/xmlValue.ts';
import { createdText, languageEdits, newTarget, targetGap, type Creation, type TargetStyle } from './createdText.ts';
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
    const [firstUnit] = units;
    if (firstUnit !== undefined) treesByFirstUnit.set(firstUnit, tree);
    return units;
  },
  edits: (change) => {
    if (change.text !== '') return targetEdits(change);
    // A file without text is new.
    return [insertText(0, createdFile(change, treeWith(change.source(), change.context.sourceText, undefined)))];
  },
});

/** The trees that units were read from, so that they are not built again when the units are written. */
const treesByFirstUnit = new WeakMap<Unit, XliffTree>();

function readTree(text: string, locale: string | undefined): XliffTree {
  const document = parseXliff(text);
  return treeOf(document, filesOf(document, locale));
}

function treeWith(units: ReadonlyMap<string, Unit>, text: string, locale: string | undefined): XliffTree {
  const [firstUnit] = units.values();
  return (firstUnit && treesByFirstUnit.get(firstUnit)) ?? readTree(text, locale);
}

/** Twins (units with the same id) are distinguished only by their order: none is added without those before it. */
function refuseLaterTwins({ added }: WantedChange, source: XliffTree): void {
  for (const { id, twin } of source.segments)
    if (twin !== undefined && added.has(id) && !added.has(twin.previousId))
      throw refusal(because('xliff-same-ids', twin.sharedId, id));
}

function createdFile(change: WantedChange, tree: XliffTree): string {
  refuseLaterTwins(change, tree);
  const { added, context } = change;
  return createdText({
    tree,
    translations: added,
    targetLocale: context.targetLocale,
    state: context.state,
    marksFinished: recordsStates(tree.segments, tree.document),
    encode: targetEncoder(tree, tree.document),
  });
}

function targetEdits(change: WantedChange): readonly TextEdit[] {
  const { text, context, present, added } = change;
  const tree = treeWith(present, text, context.targetLocale);
  const { foreignLocale } = tree;
  if (foreignLocale !== undefined) throw refusal(because('file-other-language', foreignLocale, context.targetLocale));
  const edits = [replaceTargets(change, tree, targetEncoder(tree, tree.document))];
  if (added.size > 0) {
    const source = treeWith(change.source(), context.sourceText, undefined);
    refuseLaterTwins(change, source);
    const creation: Creation = {
      tree: source,
      translations: added,
      targetLocale: context.targetLocale,
      state: context.state,
      marksFinished: recordsStates(tree.segments, tree.document),
      // Line ends are converted to the target's when the units are laid out.
      encode: targetEncoder(tree, source.document),
    };
    // The missing units are copied from a new file that contains only them.
    const created = readTree(createdText(creation), context.targetLocale);
    edits.push(insertUnits({ target: tree, source, created, translations: added }));
  }
  const { version, root } = tree.document;
  const hasTargets = tree.segments.some(({ target }) => target !== undefined);
  if (version === 2 && root.attributes['trgLang'] === undefined && !hasTargets)
    edits.push(languageEdits(tree, context.targetLocale));
  return sortEdits(edits.flat());
}

function replaceTargets(
  { replaced, present, context: { state } }: WantedChange,
  tree: XliffTree,
  encode: EncodeTarget,
): readonly TextEdit[] {
  if (replaced.size === 0) return [];
  const { document, segments } = tree;
  const marksFinished = state !== undefined && recordsStates(segments, document);
  const style: TargetStyle = {
    gap: targetGap(document, segments),
    attributes: document.version === 1 ? newTargetAttributes(state, marksFinished) : '',
  };
  const edits: TextEdit[] = [];
  for (const segment of segments) {
    const translation = replaced.get(segment.id);
    if (translation === undefined) continue;
    const isNewText = present.get(segment.id)?.text !== translation;
    if (state !== undefined) edits.push(...stateEdits(document, segment, { state, isNewText, marksFinished }));
    if (!isNewText) continue;
    const encoded = encode(segment, translation);
    if (segment.target === undefined) edits.push(newTarget(document, segment, style, encoded));
    else edits.push(rawValueEdit(document.text, segment.target, encoded));
  }
  return edits;
}
