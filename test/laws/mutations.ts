import { hostileStrings } from './hostileStrings.ts';

/** Returns a number from 0 (included) to 1 (excluded); the sequence depends only on the seed. */
export type Random = () => number;

/** Mulberry32, by Tommy Ettinger (public domain): sufficient for fuzzing, and a seed reproduces every case. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Syntax that opens a level in some format, repeated 20,000 times: no format may exhaust the stack on it. */
const openers = [
  '{',
  '[',
  '(',
  '{"a":',
  '[[',
  '<a>',
  '<g id="1">',
  'a:\n ',
  '- ',
  '> ',
  '{ $a ->\n [one] ',
  'array(',
  "['a' => ",
  '{a:',
  '*',
  '**',
  '_',
  '`',
  '<!--',
  '<![CDATA[',
  '"',
  "'",
  '/*',
  '#{',
  '${',
  '\\',
  '&a;',
  '!!',
  '? ',
  '| ',
  '<div>',
  '<dict>',
  'msgid "',
  '((((',
  '~~',
  '![](',
  '<b ',
  '<target>',
  '${`',
];
const deep = 20_000;
const longLength = 200_000;

/** A text created from another by a few mutations, or one that is unrelated to it. */
export function mutate(text: string, other: string, random: Random): string {
  const kind = random();
  if (kind < 0.02) return randomCharacters(random, 2000);
  if (kind < 0.08) return deepText(text, random);
  if (kind < 0.11) return longText(text, random);
  let result = text;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) result = mutateOnce(result, other, random);
  return result;
}

function mutateOnce(text: string, other: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const length = Math.floor(random() ** 3 * 200);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const before = text.slice(0, at);
  const after = text.slice(at);
  switch (Math.floor(random() * 9)) {
    case 0:
      return before;
    case 1:
      return before + text.slice(at + length);
    case 2:
      return before + text.slice(at, at + length) + after;
    case 3:
      return before + (pick(hostileStrings) ?? '') + after;
    case 4:
      return before + randomCharacters(random, 1 + Math.floor(random() * 6)) + after;
    case 5:
      return before + other.slice(Math.floor(random() * other.length)).slice(0, length) + after;
    case 6:
      return before + (pick(openers) ?? '').repeat(1 + Math.floor(random() * 40)) + after;
    case 7:
      return before + (text[at] ?? 'x').repeat(1 + length) + after;
    default:
      return text.replaceAll(
        pick(['\n', ' ', '"', '<', '=', ':', "'"]) ?? '\n',
        pick(['', '\r', '\r\n', '\0', '"', '>', '  ']) ?? '',
      );
  }
}

/** Thousands of levels: in place of the text, in the middle of it, or with their ends. */
function deepText(text: string, random: Random): string {
  const opener = openers[Math.floor(random() * openers.length)] ?? '{';
  const levels = opener.repeat(deep);
  const at = Math.floor(random() * text.length);
  return random() < 0.5 ? levels : text.slice(0, at) + levels + text.slice(at);
}

/** A few of the text's lines thousands of times: no format may take quadratic time. */
function longText(text: string, random: Random): string {
  const lines = text.split(/(?<=\n)/);
  const at = Math.floor(random() * lines.length);
  const next = at + 1 + Math.floor(random() * 3);
  const part = lines.slice(at, next).join('');
  return [...lines.slice(0, at), part.repeat(Math.ceil(longLength / (part.length + 1))), ...lines.slice(next)].join('');
}

function randomCharacters(random: Random, length: number): string {
  let result = '';
  for (let index = 0; index < length; index += 1) result += String.fromCharCode(Math.floor(random() ** 4 * 0x10000));
  return result;
}
