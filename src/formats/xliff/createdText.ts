import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { insertText, sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { whitespaceBefore, elementRemoval } from '../xml/elementRemoval.ts';
import { attributeEdit, attributeRemoval, encodeAttribute } from '../xml/xmlAttribute.ts';
import { attributeRange, isElement, type XmlElement } from '../xml/xmlTree.ts';
import { languageNames, type LanguageNames, type XliffDocument } from './xliffDocument.ts';
import type { EncodeTarget } from './targetEncoder.ts';
import { newTargetAttributes } from './xliffState.ts';
import type { XliffContainer, XliffNode, XliffSegment, XliffTree, XliffUnit } from './xliffTree.ts';

/** The input for creating a file. */
export interface Creation {
  /** The source file. */
  readonly tree: XliffTree;
  /** By unit id. */
  readonly translations: ReadonlyMap<string, string>;
  readonly targetLocale: string;
  readonly state: WriteContext['state'];
  /** Whether a finished text gets a state, too: not in a file that has no states. */
  readonly marksFinished: boolean;
  readonly encode: EncodeTarget;
}

/**
 * Creates a file in the target locale from the source's: its skeleton, and the units that have a translation, each
 * with its source, notes and context. Units without one are omitted: Angular and Symfony both fall back for a missing
 * unit, while Symfony would use the source of a unit without a target as its translation. An XLIFF 2 file may not be
 * without units (4.2.2.2), so a file among several that would lose all of them keeps all of them, untranslated.
 */
export function createdText(creation: Creation): string {
  const { tree } = creation;
  const { document, root } = tree;
  const edits: TextEdit[] = [...languageEdits(tree, creation.targetLocale)];
  // The document may repeat its files for other target languages.
  const filesOfLocale = new Set(root.children.map(({ element }) => element));
  for (const { element } of document.files)
    if (!filesOfLocale.has(element)) edits.push(elementRemoval(document.text, document.root, element));
  const pruning = { ...creation, gap: targetGap(document, tree.segments), edits };
  for (const file of root.children) {
    const keepsAll = document.version === 2 && !isWanted(file, creation.translations);
    if (file.kind === 'container' && file.content !== undefined) prune(file, file.content, pruning, keepsAll);
  }
  return spliceEdits(document.text, sortEdits(edits));
}

/** Whether there is a translation for anything in the node. */
export function isWanted(node: XliffNode, translations: ReadonlyMap<string, string>): boolean {
  if (node.kind === 'unit') return node.segments.some(({ id }) => translations.has(id));
  return node.children.some((child) => isWanted(child, translations));
}

/** The edits that declare the target language. */
export function languageEdits({ document, root }: XliffTree, locale: string): readonly TextEdit[] {
  const { text, version } = document;
  const names = languageNames[version];
  if (version === 2) return [languageEdit(text, document.root, names, locale)];
  return root.children.map(({ element }) => languageEdit(text, element, names, locale));
}

/** The edit that declares the target language in an attribute; a new attribute follows that of the source language. */
function languageEdit(text: string, element: XmlElement, names: LanguageNames, locale: string): TextEdit {
  const source = attributeRange(text, element, names.source);
  if (element.attributes[names.target] !== undefined || source === undefined)
    return attributeEdit(text, element, names.target, locale);
  const quote = text[source.valueEnd] === "'" ? "'" : '"';
  return insertText(source.end, ` ${names.target}=${quote}${encodeAttribute(locale, quote)}${quote}`);
}

interface Pruning extends Creation {
  /** The whitespace between source and target, see `targetGap`. */
  readonly gap: string | undefined;
  readonly edits: TextEdit[];
}

/** Removes units without a translation, unless all are kept, and translates the others. */
function prune(container: XliffContainer, content: XmlElement, pruning: Pruning, keepsAll: boolean): void {
  for (const child of container.children) {
    if (!keepsAll && !isWanted(child, pruning.translations))
      pruning.edits.push(elementRemoval(pruning.tree.document.text, content, child.element));
    else if (child.kind === 'unit') pruning.edits.push(...unitEdits(child, pruning));
    else prune(child, child.element, pruning, keepsAll);
  }
}

/** Removes the source's data about another language (approval, states, proposals), and inserts the translation. */
function unitEdits({ element, segments }: XliffUnit, pruning: Pruning): readonly TextEdit[] {
  const { text, prefix, version } = pruning.tree.document;
  const edits = segments.flatMap((segment) => segmentEdits(segment, pruning));
  if (version === 2) return edits;
  const approval = attributeRemoval(text, element, 'approved');
  if (approval !== undefined) edits.push(approval);
  for (const child of element.children)
    if (isElement(child) && child.name === `${prefix}alt-trans`) edits.push(elementRemoval(text, element, child));
  return edits;
}

function segmentEdits(segment: XliffSegment, pruning: Pruning): readonly TextEdit[] {
  const { gap, state, tree } = pruning;
  const { text, version } = tree.document;
  const { element, target } = segment;
  const edits: TextEdit[] = [];
  if (version === 2)
    edits.push(...['state', 'subState'].flatMap((name) => attributeRemoval(text, element, name) ?? []));
  if (target !== undefined) edits.push(elementRemoval(text, element, target));
  const translation = pruning.translations.get(segment.id);
  if (translation === undefined) return edits;
  const attributes = newTargetAttributes(state, pruning.marksFinished);
  const style = { gap, attributes: version === 1 ? attributes : '' };
  edits.push(newTarget(tree.document, segment, style, pruning.encode(segment, translation)));
  if (version === 2 && attributes !== '') edits.push(newSegmentState(text, element, state));
  return edits;
}

/** The style of a new target: the whitespace before it, as returned by `targetGap`, and its attributes. */
export interface TargetStyle {
  readonly gap: string | undefined;
  readonly attributes: string;
}

/** The edit that inserts a target after its source. */
export function newTarget(
  { text, prefix }: XliffDocument,
  { elementBeforeTarget }: XliffSegment,
  { gap, attributes }: TargetStyle,
  encoded: string,
): TextEdit {
  const lead = gap ?? lineBeginning(text, elementBeforeTarget);
  return insertText(elementBeforeTarget.end, `${lead}<${prefix}target${attributes}>${encoded}</${prefix}target>`);
}

/**
 * The whitespace between source and target in a file that has both on one line; undefined if each is on its own line,
 * or there is no target yet.
 */
export function targetGap({ text }: XliffDocument, segments: readonly XliffSegment[]): string | undefined {
  const target = segments.find((segment) => segment.target !== undefined)?.target;
  if (target === undefined) return undefined;
  const gap = whitespaceBefore(text, target.start);
  return /[\r\n]/.test(gap) ? undefined : gap;
}

/** The line end and whitespace before an element; only the whitespace if it does not begin a line. */
function lineBeginning(text: string, element: XmlElement): string {
  const whitespace = whitespaceBefore(text, element.start);
  return /(?:\r\n|\n|\r)[^\r\n]*$/.exec(whitespace)?.[0] ?? whitespace;
}

/** Adds the state of an XLIFF 2 segment that had none, or whose old state another edit removes. */
function newSegmentState(text: string, { innerStart }: XmlElement, state: WriteContext['state']): TextEdit {
  let tagEnd = innerStart - '>'.length;
  while (/\s/.test(text.charAt(tagEnd - 1))) tagEnd -= 1;
  const subState = state === 'needs-review' ? ' subState="human-translation:needs-review"' : '';
  return insertText(tagEnd, ` state="translated"${subState}`);
}
