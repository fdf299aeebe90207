// Distinguishes the kinds of JSON by a file's path and the beginning of its text, without a parser and in bounded time.
// Each function returns true only for a file that its format reads correctly; all others are plain JSON. A target has
// the format of its source, even if it looks different: a flat file may be the target of a FormatJS file.

/** Whether a path is that of a browser extension's messages: `_locales/de/messages.json`. */
export function isChromeMessages(path: string): boolean {
  return /(?:^|[\\/])_locales[\\/][^\\/]+[\\/]messages\.json$/i.test(path);
}

/** Whether a path is that of the texts of an extension of VS Code: `package.nls.de.json`, `bundle.l10n.de.json`. */
export function isVsCodeMessages(path: string): boolean {
  return /(?:^|[\\/])(?:package\.nls|bundle\.l10n)(?:\.[^.\\/]+)?\.json$/i.test(path);
}

/** Whether a text begins with `{ "locale": …, "translations": {`. */
export function isAngularJson(text: string): boolean {
  const beginning = text.slice(0, 1000).replace(/[ \t\r\n]+/g, ' ');
  return /^ ?\{ ?"locale" ?: ?"[\w-]{1,40}" ?, ?"translations" ?: ?\{/.test(beginning);
}

/**
 * Whether a text has messages extracted by FormatJS: its first entry is an object with a `defaultMessage`, or with the
 * text and note of the formatters for Transifex (`string`, `developer_comment`) or Lokalise (`translation`, `notes`).
 */
export function isFormatjs(text: string): boolean {
  const keys = firstEntryKeys(text.slice(0, maxEntryLength));
  if (keys === undefined) return false;
  if (keys.includes('defaultMessage')) return keys.every((key) => formatjsKeys.has(key));
  const isTransifex = keys.includes('string') && keys.includes('developer_comment');
  const isLokalise = keys.includes('translation') && keys.includes('notes');
  return keys.length === 2 && (isTransifex || isLokalise);
}

/** The keys of an entry in the output of `formatjs extract`. */
const formatjsKeys: ReadonlySet<string> = new Set('id defaultMessage description file start end line col'.split(' '));

/** A longer entry is not a message. */
const maxEntryLength = 20_000;

/** `{ "hello": { "id": 1, "text": 2 }, … }` → `id`, `text`; undefined unless the first value is a whole object. */
function firstEntryKeys(text: string): readonly string[] | undefined {
  // Whitespace, comments, strings (the group is their content), punctuation, numbers and words.
  const token = /[ \t\r\n]+|\/\/[^\r\n]*|\/\*[^]*?\*\/|"((?:[^"\\\r\n]|\\.)*)"|[{}[\]:,]|[-+.\w]+/y;
  const keys: string[] = [];
  let depth = 0;
  let isKey = true;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [tokenText, stringContent] = match;
    if (/^[ \t\r\n/]/.test(tokenText)) continue;
    if (tokenText === '{' || tokenText === '[') {
      depth += 1;
      // An array at the root or as the first value.
      if (tokenText === '[' && depth <= 2) return undefined;
      isKey = true;
    } else if (tokenText === '}' || tokenText === ']') {
      // The first value ends here.
      if (depth === 2) return keys;
      depth -= 1;
    } else if (tokenText === ',') isKey = true;
    else if (tokenText === ':') isKey = false;
    else if (depth === 2 && isKey && stringContent !== undefined) keys.push(stringContent);
    // The first value is a text, a number or a word.
    else if (depth <= 1 && !isKey) return undefined;
  }
  return undefined;
}

/** Whether a text is a file of gotext with plurals: `{ "select": { "feature": "plural", "cases": { … } } }`. */
export function hasGotextPlurals(text: string): boolean {
  return text.includes('"messages"') && /"select"\s*:\s*\{\s*"feature"\s*:\s*"plural"/.test(text);
}

/**
 * Whether a path is that of a file with plural sets: the files of go-i18n's tool (`active.en.json`,
 * `translate.de.json`), and the default locale of a Shopify theme (`locales/en.default.json`,
 * `locales/en.default.schema.json`), whose format is also that of its translations.
 */
export function hasPluralSetsByPath(path: string): boolean {
  return /(?:^|[\\/])(?:(?:active|translate)\.[\w-]{2,20}|locales[\\/][\w-]{2,20}\.default(?:\.schema)?)\.json$/i.test(
    path,
  );
}
