import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { blanksBefore, elementRemoval } from '../xml/elementRemoval.ts';
import { attributeEdit, attributeRemoval, encodeAttribute } from '../xml/xmlAttribute.ts';
import { attributeRange, isElement, type XmlElement } from '../xml/xmlTree.ts';
import type { XliffDocument } from './xliffDocument.ts';
import type { EncodeTarget } from './xliffEncoding.ts';
import { newTargetAttributes } from './xliffState.ts';
import type { XliffContainer, XliffNode, XliffSegment, XliffTree, XliffUnit } from './xliffTree.ts';

/** The input for creating a file. */
export interface Creation {
  readonly tree: XliffTree;
  readonly translations: ReadonlyMap<string, string>;
  readonly targetLocale: string;
  readonly state: WriteContext['state'];
  /** Whether a finished text gets a state, too. */
  readonly recordsStates: boolean;
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
  const habit = targetGap(document, tree.segments);
  const kept = new Set(root.children.map(({ element }) => element));
  for (const { element } of document.files)
    if (!kept.has(element)) edits.push(elementRemoval(document.text, document.root, element));
  for (const file of root.children) {
    if (file.kind === 'container' && file.content !== undefined)
      prune(
        file,
        file.content,
        { ...creation, gap: habit, edits },
        document.version === 2 && !isWanted(file, creation.translations),
      );
  }
  return spliceEdits(document.text, sortEdits(edits));
}

/** Whether there is a translation for anything in the node. */
export function isWanted(node: XliffNode, translations: ReadonlyMap<string, string>): boolean {
  if (node.kind === 'unit') return node.segments.some(({ id }) => translations.has(id));
  return node.children.some((child) => isWanted(child, translations));
}

/**
 * XLIFF 1.2 declares the target language for each file; XLIFF 2 once, and requires it if there is a target (4.3.1.37).
 */
export function languageEdits({ document, root }: XliffTree, locale: string): readonly TextEdit[] {
  const { text, version } = document;
  if (version === 2) return [languageEdit(text, document.root, { source: 'srcLang', target: 'trgLang' }, locale)];
  const names = { source: 'source-language', target: 'target-language' };
  return root.children.map(({ element }) => languageEdit(text, element, names, locale));
}

/** The edit that declares the target language in an attribute; a new attribute follows that of the source language. */
function languageEdit(
  text: string,
  element: XmlElement,
  names: { readonly source: string; readonly target: string },
  locale: string,
): TextEdit {
  const name = names.target;
  const source = element.attributes[name] === undefined ? attributeRange(text, element, names.source) : undefined;
  if (source === undefined) return attributeEdit(text, element, name, locale);
  const quote = text[source.valueEnd] === "'" ? "'" : '"';
  return { start: source.end, end: source.end, text: ` ${name}=${quote}${encodeAttribute(locale, quote)}${quote}` };
}

interface Pruning extends Creation {
  readonly gap: string | undefined;
  readonly edits: TextEdit[];
}

function prune(container: XliffContainer, content: XmlElement, pruning: Pruning, keepsAll: boolean): void {
  for (const child of container.children) {
    if (!keepsAll && !isWanted(child, pruning.translations))
      pruning.edits.push(elementRemoval(pruning.tree.document.text, content, child.element));
    else if (child.kind === 'unit') pruning.edits.push(...unitEdits(child, pruning));
    else prune(child, child.element, pruning, keepsAll);
  }
}

/**
 * Removes the source's data about another language (its approval, its states, proposals) and inserts the translation.
 */
function unitEdits({ element, segments }: XliffUnit, creation: Pruning): readonly TextEdit[] {
  const { text, prefix, version } = creation.tree.document;
  const approval = version === 1 ? attributeRemoval(text, element, 'approved') : undefined;
  const proposals =
    version === 1 ? element.children.filter(isElement).filter(({ name }) => name === `${prefix}alt-trans`) : [];
  return [
    ...(approval === undefined ? [] : [approval]),
    ...proposals.map((proposal) => elementRemoval(text, element, proposal)),
    ...segments.flatMap((segment) => segmentEdits(segment, creation)),
  ];
}

function segmentEdits(segment: XliffSegment, creation: Pruning): readonly TextEdit[] {
  const { document } = creation.tree;
  const { text, version } = document;
  const translation = creation.translations.get(segment.id);
  const states =
    version === 1 ? [] : ['state', 'subState'].flatMap((name) => attributeRemoval(text, segment.element, name) ?? []);
  const old = segment.target === undefined ? [] : [elementRemoval(text, segment.element, segment.target)];
  if (translation === undefined) return [...states, ...old];
  const attributes = newTargetAttributes(creation.state, creation.recordsStates);
  const target = newTarget(
    document,
    segment,
    { gap: creation.gap, attributes: version === 1 ? attributes : '' },
    creation.encode(segment, translation),
  );
  if (version === 1 || attributes === '') return [...states, ...old, target];
  return [...states, ...old, target, ...newSegmentState(text, segment.element, creation.state)];
}

/** The style of a new target: the whitespace before it, as returned by `targetGap`, and its attributes. */
export interface TargetLook {
  readonly gap: string | undefined;
  readonly attributes: string;
}

/** The edit that inserts a target after its source. */
export function newTarget(
  { text, prefix }: XliffDocument,
  { last }: XliffSegment,
  { gap, attributes }: TargetLook,
  encoded: string,
): TextEdit {
  return {
    start: last.end,
    end: last.end,
    text: `${gap ?? lineOf(text, last)}<${prefix}target${attributes}>${encoded}</${prefix}target>`,
  };
}

/**
 * The whitespace between source and target in a file that has both on one line; undefined if each is on its own line,
 * or there is no target yet.
 */
export function targetGap({ text }: XliffDocument, segments: readonly XliffSegment[]): string | undefined {
  const shown = segments.find(({ target }) => target !== undefined)?.target;
  const gap = shown === undefined ? undefined : blanksBefore(text, shown.start);
  return gap === undefined || /[\r\n]/.test(gap) ? undefined : gap;
}

/** The line end and whitespace before an element; only the whitespace if it does not begin a line. */
function lineOf(text: string, element: XmlElement): string {
  const whitespace = blanksBefore(text, element.start);
  const lineStart = Math.max(whitespace.lastIndexOf('\n'), whitespace.lastIndexOf('\r'));
  return lineStart < 0
    ? whitespace
    : whitespace.slice(whitespace.slice(0, lineStart + 1).endsWith('\r\n') ? lineStart - 1 : lineStart);
}

/** The state of an XLIFF 2 segment that had none, or whose old state another edit removes. */
function newSegmentState(text: string, { innerStart }: XmlElement, state: WriteContext['state']): readonly TextEdit[] {
  let end = innerStart - 1;
  while (/\s/.test(text.charAt(end - 1))) end -= 1;
  return [
    {
      start: end,
      end,
      text:
        state === 'needs-review'
          ? ' state="translated" subState="human-translation:needs-review"'
          : ' state="translated"',
    },
  ];
}
