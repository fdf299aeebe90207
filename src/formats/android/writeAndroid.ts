import { once } from '../../base/once.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import type { WantedChange } from '../kit/provenFormat.ts';
import { placesInSections, type Sections } from '../kit/sections.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { tagTextEnd } from '../xml/xmlAttribute.ts';
import { elementSections, insertElements, locationBetween } from '../xml/xmlSiblings.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { rawValueEdit } from '../xml/xmlValue.ts';
import type { AndroidFile } from './parseAndroid.ts';
import { createAndroid } from './createAndroid.ts';
import { insertLeaves } from './androidInsert.ts';
import { styleOf } from './androidStyle.ts';
import {
  encodeFor,
  entitiesOf,
  groupAdded,
  layoutOf,
  namespaceDeclarations,
  entryRenderer,
  sectionsOf,
  type AndroidWriting,
} from './androidWriting.ts';

/** The edits for a wanted change. Throws FormatError for what the file cannot represent. */
export function writeAndroid(change: WantedChange, fileOf: (text: string) => AndroidFile): readonly TextEdit[] {
  const source = (): AndroidFile => fileOf(change.context.sourceText);
  if (change.text === '') return createAndroid(change, source());
  const target = fileOf(change.text);
  const writing: AndroidWriting = {
    change,
    source,
    entities: entitiesOf(target),
    style: once(() => styleOf(target, source())),
    sections: once(() => sectionsOf(source())),
    prefixes: new Set(),
  };
  const edits = [...replaceTexts(target, writing)];
  if (change.added.size > 0) edits.push(...insertTexts(target, writing));
  return sortEdits([...declareNamespaces(target, writing), ...edits]);
}

function replaceTexts(target: AndroidFile, writing: AndroidWriting): readonly TextEdit[] {
  const { change } = writing;
  const edits: TextEdit[] = [];
  for (const entry of target.entries.values()) {
    for (const { id, element } of entry.leaves) {
      const text = change.replaced.get(id);
      // An equal text is in `replaced` to get another state, but these files record none.
      if (text === undefined || text === change.present.get(id)?.text) continue;
      const enclosingElements = [target.document.root, entry.element, element];
      if (element.selfClosing) {
        const content = encodeFor({ id, entry, text, raw: '', enclosingElements }, writing);
        edits.push(rawValueEdit(target.text, element, content));
        continue;
      }
      const { start, end } = target.dialect.literalOf(target.text, element);
      const raw = target.text.slice(start, end);
      edits.push({ start, end, text: encodeFor({ id, entry, text, raw, enclosingElements }, writing) });
    }
  }
  return edits;
}

function insertTexts(target: AndroidFile, writing: AndroidWriting): readonly TextEdit[] {
  const source = writing.source();
  const contentsByKey = groupAdded(writing, [source, target]);
  const layout = layoutOf(target, source);
  const render = entryRenderer(source, contentsByKey, layout);
  const edits: TextEdit[] = [];
  const missingKeys = new Set<string>();
  for (const [key, contents] of contentsByKey) {
    const entry = target.entries.get(key);
    if (entry === undefined) {
      missingKeys.add(key);
      continue;
    }
    const sourceEntry = source.entries.get(key);
    const sourceResource = sourceEntry && { file: source, entry: sourceEntry };
    edits.push(...insertLeaves({ file: target, entry }, sourceResource, contents, layout));
  }
  const places = insertionPlaces([...source.entries.keys()], target.entries, missingKeys);
  const elementOf = (key = ''): XmlElement | undefined => target.entries.get(key)?.element;
  for (const { ids, after, before, at } of placesInSections(places, () => sectionsIn(source), sectionsIn(target))) {
    const location = locationBetween(target.document.root, elementOf(after), elementOf(before), at);
    edits.push(insertElements(target.text, location, layout, (indent) => ids.map((key) => render(key, indent))));
  }
  return edits;
}

function sectionsIn({ text, document, entries }: AndroidFile): Sections {
  const keys = new Map([...entries.values()].map(({ key, element }) => [element, key]));
  // `''`: the element is no resource with texts.
  return elementSections(text, document.root, (element) => keys.get(element) ?? '');
}

/** Declares the prefixes that the target lacks on its root, with the source's declarations. */
function declareNamespaces(target: AndroidFile, writing: AndroidWriting): readonly TextEdit[] {
  if (writing.prefixes.size === 0) return [];
  return [insertText(tagTextEnd(target.text, target.document.root), namespaceDeclarations(writing))];
}
