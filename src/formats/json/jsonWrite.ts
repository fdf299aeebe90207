import { once } from '../../base/once.ts';
import { FormatError, type TextEdit } from '../kit/localeFormat.ts';
import { inSourceFile, type WantedChange } from '../kit/provenFormat.ts';
import type { JsonDialect } from './jsonDialect.ts';
import { editTree, proveTree } from './jsonEdit.ts';
import type { KeyPlaces } from './jsonInsert.ts';
import { renderValue } from './jsonRender.ts';
import { escapeStyleOf } from './jsonString.ts';
import { commaHabit, DEFAULT_STYLE, isBlank, ownCommaHabit, styleOf } from './jsonStyle.ts';
import type { JsonContainer } from './jsonTree.ts';
import { wantBelow, wantTree } from './jsonWant.ts';

/**
 * The edits for a wanted change, or the whole of a new file. `dialect.parse` is called several times for one text, so it
 * should keep its results. Throws FormatError for a source that cannot be parsed, and where the target holds something
 * of another shape than the source.
 */
export function writeJson(change: WantedChange, dialect: JsonDialect): readonly TextEdit[] {
  const { text, context } = change;
  const { sourceText } = context;
  const target = text === '' ? undefined : dialect.parse(text);
  // Replacing existing texts needs nothing from the source, which takes as long to parse.
  const source = once(() => parseSource(sourceText, dialect));
  const fallback = { ...DEFAULT_STYLE, trailingCommas: dialect.trailingCommas === true };
  const sourceStyle = once(() => styleOf(sourceText, source(), fallback));
  const want = wantTree(change, { source, target }, dialect);

  let edits: readonly TextEdit[];
  if (target === undefined) {
    for (const [key, value] of dialect.createdTexts?.(source(), context) ?? []) wantBelow(want, key).text = value;
    const created = renderValue(want, source(), '', { sourceText, style: sourceStyle(), endsInComma: () => false });
    edits = [{ start: 0, end: 0, text: created + finalLineEnd(sourceText, source(), sourceStyle().eol) }];
  } else {
    const escapes = escapeStyleOf(text) ?? escapeStyleOf(sourceText) ?? DEFAULT_STYLE.escapes;
    const render = once(() => ({
      sourceText,
      style: styleOf(text, target, sourceStyle()),
      endsInComma: commasOf(text, target),
    }));
    edits = editTree({
      text,
      root: target,
      want,
      source,
      escapes,
      render,
      placesIn: (path) => placesOf(dialect, path === ''),
    });
  }
  if (edits.length > 0) proveTree({ text, root: target }, edits, want, dialect.parse);
  return edits;
}

/**
 * Whether a comma behind the last member of a container is the file's way: most of its other containers show it, or
 * nothing speaks against it.
 */
function commasOf(text: string, root: JsonContainer): (container: JsonContainer) => boolean {
  const habit = once(() => commaHabit(text, root));
  return (container) => habit() - ownCommaHabit(text, container) >= 0;
}

function placesOf(dialect: JsonDialect, isRoot: boolean): KeyPlaces {
  return {
    compare: () => 0,
    attends: (key, before) =>
      before === undefined ? isRoot && dialect.isAside(key, isRoot) : (dialect.attends?.(key, before) ?? false),
  };
}

function parseSource(text: string, dialect: JsonDialect): JsonContainer {
  try {
    return dialect.parse(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw inSourceFile(error);
  }
}

function finalLineEnd(text: string, root: JsonContainer, eol: string): string {
  const after = text.slice(root.end);
  return isBlank(after) ? after : /[\r\n]$/.test(after) ? eol : '';
}
