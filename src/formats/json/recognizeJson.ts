/**
 * What kind of JSON a file is, by its path and the beginning of its text: pure, without a parser, and in bounded time. Each
 * says yes only for what the format of that name reads right; everything else is plain JSON. A target has the format of
 * its source, whatever it looks like itself: a flat file may be the target of a FormatJS one.
 */

/** A browser extension's messages lie in a folder `_locales` by definition. */
export function isChromeMessages(path: string): boolean {
  return /(?:^|[\\/])_locales[\\/][^\\/]+[\\/]messages\.json$/i.test(path);
}

/** `{ "locale": …, "translations": { … } }`, with nothing else before them. */
export function isAngularJson(text: string): boolean {
  return /^[ \t\r\n]*\{[ \t\r\n]*"locale"[ \t\r\n]*:[ \t\r\n]*"[\w-]{1,40}"[ \t\r\n]*,[ \t\r\n]*"translations"[ \t\r\n]*:[ \t\r\n]*\{/.test(
    text.slice(0, 1000),
  );
}

/**
 * Messages extracted by FormatJS: the first entry is an object with a `defaultMessage`, or with the text and note of its
 * formatters for Transifex (`string`, `developer_comment`) or Lokalise (`translation`, `notes`), and no object inside but
 * a description.
 */
export function isFormatjs(text: string): boolean {
  const keys = firstEntryKeys(text.slice(0, MAX_LOOK));
  if (keys === undefined) return false;
  const has = (key: string): boolean => keys.includes(key);
  if (has('defaultMessage')) return keys.every((key) => FORMATJS_KEYS.has(key));
  return keys.length === 2 && ((has('string') && has('developer_comment')) || (has('translation') && has('notes')));
}

const FORMATJS_KEYS: ReadonlySet<string> = new Set([
  'id',
  'defaultMessage',
  'description',
  'file',
  'start',
  'end',
  'line',
  'col',
]);

/** An entry that is not over after so many characters is none of a message's. */
const MAX_LOOK = 20_000;

/**
 * The keys of the object that is the value of the root's first key; undefined when there is no such object, or it does
 * not end.
 */
function firstEntryKeys(text: string): readonly string[] | undefined {
  const token = /[ \t\r\n]+|\/\/[^\r\n]*|\/\*[^]*?\*\/|"((?:[^"\\\r\n]|\\.)*)"|[{}[\]:,]|[-+.\w]+/y;
  const keys: string[] = [];
  let depth = 0;
  let isKey = true;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [whole, string] = match;
    if (/^[ \t\r\n/]/.test(whole)) continue;
    if (whole === '{' || whole === '[') {
      depth += 1;
      // A list at the root or as the first value, or a first value that is no object.
      if (whole === '[' && depth <= 2) return undefined;
      isKey = true;
    } else if (whole === '}' || whole === ']') {
      if (depth === 2) return keys;
      depth -= 1;
    } else if (whole === ',') isKey = true;
    else if (whole === ':') isKey = false;
    else if (depth === 2 && isKey && string !== undefined) keys.push(string);
    else if (depth <= 1 && !isKey) return undefined;
  }
  return undefined;
}
