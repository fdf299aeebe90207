import type { LocaleFormat, TextEdit } from '../kit/localeFormat.ts';
import { insertText, sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { lineStartOf } from '../kit/trivia.ts';
import { nestedId } from '../kit/unitId.ts';
import { parseYaml } from '../yaml/parseYaml.ts';
import { yaml } from '../yaml/yaml.ts';
import { isSafePlain } from '../yaml/yamlPlain.ts';
import { isContainer, lineEndOffset, liveMembers, type YamlNode } from '../yaml/yamlTree.ts';
import { mapAt, memberAt, type KeyMember, type KeyNode } from './keyTree.ts';
import { multilingualFormat, type LocaleCopy } from './multilingualFormat.ts';

/** YAML files that hold all locales, as the first keys or as the last ones (rust-i18n's `_version: 2`). */
export const yamlLocales: LocaleFormat = multilingualFormat('yaml-locales', {
  format: yaml,
  placeOf: nestedId,
  parse: (text) => {
    const { root } = parseYaml(text);
    return root === undefined ? noKeys : keyNode(root);
  },
  copyLocale,
});

const noKeys: KeyNode = { kind: 'map', start: 0, end: 0, text: '', members: [] };

function keyNode(node: YamlNode): KeyNode {
  const { kind, start, end } = node;
  if (kind === 'text') return { kind, start, end, text: node.value, members: [] };
  if (kind === 'null') return { kind, start, end, text: '', members: [] };
  if (!isContainer(node) || node.kind !== 'map') return { kind: 'other', start, end, text: '', members: [] };
  const members = liveMembers(node).map((member) => {
    return { key: member.key, keyStart: member.keyStart, keyEnd: member.keyEnd, value: keyNode(member.value) };
  });
  return { kind: 'map', start, end, text: '', members };
}

function copyLocale(text: string, root: KeyNode, { shape, name }: LocaleCopy): string {
  const maps = shape.kind === 'first' ? [mapAt(root, shape.path)] : shape.maps;
  const edits: TextEdit[] = [];
  for (const map of maps) {
    const source = memberAt(map, shape.source);
    const last = map?.members.at(-1);
    if (map === undefined || source === undefined || last === undefined) continue;
    const target = memberAt(map, name);
    // From the colon on.
    const value = text.slice(source.keyEnd, valueEnd(text, source));
    if (target === undefined) edits.push(insertMember(text, { map, source, last }, keyLiteral(name) + value));
    else if (target !== source) edits.push({ start: target.keyEnd, end: valueEnd(text, target), text: value });
  }
  return spliceEdits(text, sortEdits(edits));
}

/** `no` (Norwegian) would be read as a boolean without quotes. */
function keyLiteral(name: string): string {
  return isSafePlain(name, true) ? name : `"${name}"`;
}

/** The end of a value, without the line end of a block scalar; without a value, that of the colon. */
function valueEnd(text: string, { keyEnd, value }: KeyMember): number {
  const colon = /^[ \t]*:/.exec(text.slice(keyEnd))?.[0].length ?? 0;
  const end = Math.max(value.end, keyEnd + colon);
  return keyEnd + text.slice(keyEnd, end).trimEnd().length;
}

/** Inserts a member after the last one: on a line of its own, or in braces. */
function insertMember(
  text: string,
  { map, source, last }: { readonly map: KeyNode; readonly source: KeyMember; readonly last: KeyMember },
  member: string,
): TextEdit {
  const end = valueEnd(text, last);
  if (text[map.start] === '{') return insertText(end, `, ${member}`);
  const indent = text.slice(lineStartOf(text, source.keyStart), source.keyStart);
  const lineEnd = lineEndOffset(text, end);
  const lineBreak = lineEnd > 0 && text[lineEnd - 1] === '\n' ? '' : '\n';
  return insertText(lineEnd, `${lineBreak}${indent}${member}\n`);
}
