import { json } from '../json/json.ts';
import { isContainer, isPositional, liveMembers, parseJson, type JsonNode } from '../json/jsonTree.ts';
import { markRoles } from '../json/markRoles.ts';
import type { LocaleFormat, TextEdit } from '../kit/localeFormat.ts';
import { insertText, sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { plainId } from '../kit/unitId.ts';
import { mapAt, memberAt, type KeyNode } from './keyTree.ts';
import { multilingualFormat, type LocaleCopy } from './multilingualFormat.ts';

/** JSON files that hold all locales: `{ "en": { … }, "de": { … } }`, or `{ "title": { "en": …, "de": … } }`. */
export const jsonLocales: LocaleFormat = multilingualFormat('json-locales', {
  format: json,
  placeOf: plainId,
  parse: (text) => keyNode(markRoles(parseJson(text), text)),
  copyLocale,
});

function keyNode(node: JsonNode): KeyNode {
  const { start, end } = node;
  if (node.kind === 'string') return { kind: 'text', start, end, text: node.value, members: [] };
  if (node.kind === 'scalar') return { kind: node.isNull ? 'null' : 'other', start, end, text: '', members: [] };
  if (!isContainer(node) || isPositional(node)) return { kind: 'other', start, end, text: '', members: [] };
  // What identifies an element of a list is no text.
  const members = liveMembers(node).filter(({ key }) => node.roles?.metadata.has(key) !== true);
  return {
    kind: 'map',
    start,
    end,
    text: '',
    members: members.map(({ key, keyStart, keyEnd, value }) => ({ key, keyStart, keyEnd, value: keyNode(value) })),
  };
}

function copyLocale(text: string, root: KeyNode, { shape, name }: LocaleCopy): string {
  const maps = shape.kind === 'first' ? [mapAt(root, shape.path)] : shape.maps;
  const edits: TextEdit[] = [];
  for (const map of maps) {
    const source = memberAt(map, shape.source);
    const last = map?.members.at(-1);
    if (source === undefined || last === undefined) continue;
    const target = memberAt(map, name);
    const value = text.slice(source.value.start, source.value.end);
    const isElement = source.keyStart === source.keyEnd;
    // The copy of an element has the name of its locale as its identifier.
    if (target === undefined && isElement)
      edits.push(insertText(last.value.end, `, ${value.replace(JSON.stringify(shape.source), JSON.stringify(name))}`));
    else if (target === undefined) edits.push(insertText(last.value.end, `, ${JSON.stringify(name)}: ${value}`));
    else if (isElement)
      edits.push({
        start: target.value.start,
        end: target.value.end,
        text: value.replace(JSON.stringify(shape.source), JSON.stringify(name)),
      });
    else if (target !== source) edits.push({ start: target.value.start, end: target.value.end, text: value });
  }
  return spliceEdits(text, sortEdits(edits));
}
