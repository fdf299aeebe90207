import { once } from '../../base/once.ts';
import { FormatError, type TextEdit } from '../kit/localeFormat.ts';
import type { FileOf } from '../kit/keptWhileWriting.ts';
import { inSourceFile, type WantedChange } from '../kit/provenFormat.ts';
import type { JsonDialect } from './jsonDialect.ts';
import { editTree, verifyTree } from './editTree.ts';
import type { KeyOrder } from './jsonInsert.ts';
import { renderValue } from './jsonRender.ts';
import { escapeStyleOf } from './quoteJson.ts';
import { commaHabit, defaultStyle, isBlank, ownCommaHabit, styleOf } from './jsonStyle.ts';
import type { JsonContainer } from './jsonTree.ts';
import { wantedChildOf, wantedTree } from './jsonWant.ts';

/**
 * The edits for a wanted change, or the text of a new file. `fileOf` is called several times for one text, so it should
 * keep its results. Throws FormatError for a source that cannot be parsed, and if a value of the target has
 * another type than that of the source.
 */
export function writeJson(
  change: WantedChange,
  dialect: JsonDialect,
  fileOf: FileOf<JsonContainer>,
): readonly TextEdit[] {
  const { text, context } = change;
  const { sourceText } = context;
  const target = text === '' ? undefined : fileOf(text, sourceText);
  // Replacing existing texts does not need the source, which takes as long to parse.
  const source = once(() => parseSource(sourceText, fileOf));
  const fallback = { ...defaultStyle, trailingCommas: dialect.trailingCommas === true };
  const sourceStyle = once(() => styleOf(sourceText, source(), fallback));
  const wanted = wantedTree(change, { source, target }, dialect);

  let edits: readonly TextEdit[];
  if (target === undefined) {
    for (const [key, value] of dialect.createdTexts?.(source(), context) ?? []) wantedChildOf(wanted, key).text = value;
    const newText = renderValue(wanted, source(), '', { sourceText, style: sourceStyle(), endsInComma: () => false });
    edits = [{ start: 0, end: 0, text: newText + finalLineEnd(sourceText, source(), sourceStyle().lineEnd) }];
  } else {
    const escapes = escapeStyleOf(text) ?? escapeStyleOf(sourceText) ?? defaultStyle.escapes;
    const render = once(() => ({
      sourceText,
      style: styleOf(text, target, sourceStyle()),
      endsInComma: commaConvention(text, target),
    }));
    const orderIn = (path: string): KeyOrder => keyOrderOf(dialect, path === '');
    edits = editTree({ text, root: target, wanted, source, escapes, render, orderIn });
  }
  if (edits.length > 0) verifyTree({ text, root: target }, edits, wanted, (result) => fileOf(result, sourceText));
  return edits;
}

/** Whether a container's last member usually has a comma: at least half of the file's other containers have it. */
function commaConvention(text: string, root: JsonContainer): (container: JsonContainer) => boolean {
  const habit = once(() => commaHabit(text, root));
  return (container) => habit() - ownCommaHabit(text, container) >= 0;
}

function keyOrderOf(dialect: JsonDialect, isRoot: boolean): KeyOrder {
  return {
    // Not called: members follow the source's order.
    compare: () => 0,
    isAttached: (key, keyBefore) => {
      if (keyBefore === undefined) return isRoot && dialect.isMetadata(key, isRoot);
      return dialect.isAttached?.(key, keyBefore) ?? false;
    },
  };
}

/** Parses the source. Throws FormatError that names it. */
function parseSource(text: string, fileOf: FileOf<JsonContainer>): JsonContainer {
  try {
    return fileOf(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw inSourceFile(error);
  }
}

/** The whitespace that ends a new file: the source's, or one line end if comments follow the source's root. */
function finalLineEnd(text: string, root: JsonContainer, lineEnd: string): string {
  const textAfterRoot = text.slice(root.end);
  if (isBlank(textAfterRoot)) return textAfterRoot;
  if (/[\r\n]$/.test(textAfterRoot)) return lineEnd;
  return '';
}
