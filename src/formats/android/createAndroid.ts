import { once } from '../../base/once.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import type { WantedChange } from '../kit/provenFormat.ts';
import type { AndroidFile } from './parseAndroid.ts';
import { styleOf } from './androidStyle.ts';
import { hasEntity } from './androidUnits.ts';
import {
  entitiesOf,
  groupAdded,
  layoutOf,
  namespaceDeclarations,
  entryRenderer,
  sectionsOf,
  type AndroidWriting,
} from './androidWriting.ts';

/**
 * The edit that creates a new file as Android Studio does: the source's XML declaration, the root with the namespaces
 * in use, and the translated resources in the source's order, without comments. The document type is copied if its
 * entities are used.
 */
export function createAndroid(change: WantedChange, source: AndroidFile): readonly TextEdit[] {
  const style = styleOf(undefined, source);
  const writing: AndroidWriting = {
    change,
    source: () => source,
    entities: entitiesOf(source),
    style: () => style,
    sections: once(() => sectionsOf(source)),
    prefixes: new Set(),
  };
  const contentsByKey = groupAdded(writing, [source]);
  const layout = layoutOf(source, source);
  const keys = [...source.entries.keys()].filter((key) => contentsByKey.has(key));
  const isOneLine = !/[\r\n]/.test(source.text.slice(source.document.root.innerStart, source.document.root.innerEnd));
  const render = entryRenderer(source, contentsByKey, layout);
  let content = '';
  for (const key of keys) {
    if (isOneLine) content += render(key, undefined);
    else content += layout.lineEnd + layout.level + render(key, layout.level);
  }
  if (!isOneLine) content += layout.lineEnd;
  const root = `<resources${namespaceDeclarations(writing)}>${content}</resources>`;
  const newContents = [...contentsByKey.values()].flatMap((contents) => [...contents.values()]);
  const usesEntities = newContents.some((raw) => hasEntity(withoutSections(raw)));
  return [{ start: 0, end: 0, text: beginning(source, usesEntities) + root + ending(source) }];
}

/** Returns a content without its CDATA sections, in which `&` is a character. */
function withoutSections(raw: string): string {
  return raw.replace(/<!\[CDATA\[.*?\]\]>/gs, '');
}

/** The XML declaration and, if needed, the document type, each with its line end. */
function beginning({ text, document }: AndroidFile, withDoctype: boolean): string {
  const declaration = /^<\?xml\s[^>]*\?>\s*/.exec(text)?.[0] ?? '';
  if (!withDoctype || document.doctype === undefined) return declaration;
  const { start, end } = document.doctype;
  // `+ 4`: enough for two line ends CRLF.
  const whitespace = /^\s+/.exec(text.slice(end, end + 4))?.[0] ?? '';
  return declaration + text.slice(start, end) + whitespace;
}

/** The whitespace at the end of the file, after the root element. */
function ending({ text, document }: AndroidFile): string {
  const textAfterRoot = text.slice(document.root.end);
  return textAfterRoot.slice(textAfterRoot.trimEnd().length);
}
