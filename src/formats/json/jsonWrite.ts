import { FormatError, type TextEdit, type WriteContext } from '../kit/localeFormat.ts';
import type { JsonDialect } from './jsonDialect.ts';
import { editTree, proveTree } from './jsonEdit.ts';
import type { KeyPlaces } from './jsonInsert.ts';
import { renderValue } from './jsonRender.ts';
import { escapeStyleOf } from './jsonString.ts';
import { commaHabit, DEFAULT_STYLE, ownCommaHabit, styleOf } from './jsonStyle.ts';
import type { JsonContainer } from './jsonTree.ts';
import { wantBelow, wantTree } from './jsonWant.ts';
import { once } from './once.ts';

/**
 * The edits that write translations into a JSON file, or, into a blank one, the whole of it. Throws FormatError, and has
 * changed nothing, for a file that cannot be parsed, an id that neither file has, a place where the target holds
 * something of another shape, and a text that no file can hold.
 */
export function writeJson(
  text: string,
  translations: ReadonlyMap<string, string>,
  context: WriteContext,
  dialect: JsonDialect,
): readonly TextEdit[] {
  if (translations.size === 0) return [];
  const { sourceText } = context;
  const target = isBlank(text) ? undefined : dialect.parse(text);
  // Replacing what the target has needs nothing of the source, which takes as long to parse.
  const source = once(() => (sourceText === text && target !== undefined ? target : parseSource(sourceText, dialect)));
  const fallback = { ...DEFAULT_STYLE, trailingCommas: dialect.trailingCommas === true };
  const sourceStyle = once(() => styleOf(sourceText, source(), fallback));
  const want = wantTree(translations, { source, target }, dialect, context);

  let edits: readonly TextEdit[];
  if (target === undefined) {
    for (const [key, value] of dialect.createdTexts?.(source(), context) ?? []) wantBelow(want, key).text = value;
    const created = renderValue(want, source(), '', { sourceText, style: sourceStyle(), endsInComma: () => false });
    edits = [{ start: 0, end: text.length, text: created + finalLineEnd(sourceText, source(), sourceStyle().eol) }];
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

/** Whether a comma behind the last member of a container is the file's way: most of its other containers show it, or nothing speaks against it. */
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
    throw new FormatError({ line: error.line, column: error.column, reason: `In the source file: ${error.reason}` });
  }
}

function finalLineEnd(text: string, root: JsonContainer, eol: string): string {
  const after = text.slice(root.end);
  return isBlank(after) ? after : /[\r\n]$/.test(after) ? eol : '';
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}
