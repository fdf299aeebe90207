import { DocumentsOfUnits } from '../kit/keptWhileWriting.ts';
import { FormatError, type LocaleFormat, type TextEdit } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { because } from '../reasons/reason.ts';
import { rawValueEdit } from '../xml/xmlValue.ts';
import { alignTree } from './alignTree.ts';
import { createdText, languageEdits, newTarget, targetGap, type Creation, type TargetStyle } from './createdText.ts';
import { filesOf, parseXliff, xliffLocales } from './xliffDocument.ts';
import { targetEncoder, type EncodeTarget } from './targetEncoder.ts';
import { insertUnits } from './insertUnits.ts';
import { omittedIn } from './xliffOmitted.ts';
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
  readsWithSource: true,
  units: (text, locale, sourceText) => {
    const tree = locale === undefined ? readTree(text, locale) : readTarget(text, locale, sourceText);
    const units = locale === undefined ? sourceUnits(tree) : targetUnits(tree);
    trees.add(units, tree);
    return units;
  },
  omitted: (text, locale) => omittedIn(readTree(text, locale), locale === undefined),
  edits: (change) => {
    if (change.text !== '') return targetEdits(change);
    // A file without text is new.
    return [insertText(0, createdFile(change, sourceTree(change)))];
  },
});

const trees = new DocumentsOfUnits<XliffTree>();

function readTree(text: string, locale: string | undefined): XliffTree {
  const document = parseXliff(text);
  return treeOf(document, filesOf(document, locale));
}

/** Reads a target whose units have the ids of the source's. */
function readTarget(text: string, locale: string, sourceText: string | undefined): XliffTree {
  const tree = readTree(text, locale);
  if (sourceText === undefined || sourceText === text || !mayBeDivided(tree, sourceText)) return tree;
  let source: XliffTree;
  try {
    source = readTree(sourceText, undefined);
  } catch (error) {
    // A broken source is no reason not to read its translations.
    if (error instanceof FormatError) return tree;
    throw error;
  }
  const namesOfSource = fileNamesIn(source);
  const names = fileNamesIn(tree);
  const haveSameFiles =
    names.length === namesOfSource.length && names.every((name, index) => name === namesOfSource[index]);
  if (!haveSameFiles) return alignTree(tree, source);
  const { document } = tree;
  return alignTree(treeOf(document, filesOf(document, locale), source.namesInIds), source);
}

function fileNamesIn({ root }: XliffTree): readonly string[] {
  return root.children.map(({ fileName }) => fileName);
}

/** Whether the files of a target may divide its units differently than the source's, or repeat some. */
function mayBeDivided({ root, segments }: XliffTree, sourceText: string): boolean {
  if (root.children.length > 1 || segments.some(({ twin }) => twin !== undefined)) return true;
  return (sourceText.match(/<(?:[\w.-]+:)?file[\s>]/g)?.length ?? 0) > 1;
}

function sourceTree({ source, context }: WantedChange): XliffTree {
  return trees.of(source()) ?? readTree(context.sourceText, undefined);
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
  const tree = trees.of(present) ?? readTarget(text, context.targetLocale, context.sourceText);
  const { foreignLocale } = tree;
  if (foreignLocale !== undefined) throw refusal(because('file-other-language', foreignLocale, context.targetLocale));
  const edits = [replaceTargets(change, tree, targetEncoder(tree, tree.document))];
  if (added.size > 0) {
    const source = sourceTree(change);
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
    const createdDocument = parseXliff(createdText(creation));
    const created = treeOf(createdDocument, filesOf(createdDocument, context.targetLocale), source.namesInIds);
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
