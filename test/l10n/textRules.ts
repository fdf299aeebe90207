import type { Language } from './languageFiles.ts';

/** A rule for one text and its translation; returns what is wrong, undefined if nothing is. */
type TextRule = (english: string, translated: string, language: Language) => string | undefined;

const quotes: Readonly<Record<Language, readonly [string, string]>> = {
  de: ['„', '“'],
  fr: ['«', '»'],
  ja: ['「', '」'],
};

/** Quotation marks of other languages, and typewriter's. */
const foreignQuotes: Readonly<Record<Language, RegExp>> = {
  de: /["”«»「」]/u,
  fr: /["“”„「」]/u,
  ja: /["“”„«»]/u,
};

/** Returns what is wrong with a translation, for all rules. */
export function textFindings(
  english: string,
  translated: string,
  language: Language,
  isMarkdown = false,
): readonly string[] {
  const rules = isMarkdown ? [...plainRules, sameCode] : plainRules;
  return rules.flatMap((rule) => rule(english, translated, language) ?? []);
}

/** Every placeholder appears in both, so that no value is lost and no plural form lacks its number. */
const samePlaceholders: TextRule = (english, translated) => {
  const [wanted, found] = [english, translated].map((text) =>
    [...new Set(text.match(/\{\d+\}/gu) ?? [])].sort().join(' '),
  );
  return wanted === found ? undefined : `has the placeholders “${found ?? ''}” instead of “${wanted ?? ''}”`;
};

const sameEdges: TextRule = (english, translated) => {
  if (translated.trim() === '') return english.trim() === '' ? undefined : 'is empty';
  const edges = (text: string): string => `${/^\s*/u.exec(text)?.[0] ?? ''}|${/\s*$/u.exec(text)?.[0] ?? ''}`;
  return edges(english) === edges(translated) ? undefined : 'begins or ends with other whitespace';
};

const sameLines: TextRule = (english, translated) => {
  const lines = (text: string): number => text.split('\n').length;
  return lines(english) === lines(translated)
    ? undefined
    : `has ${lines(translated)} lines instead of ${lines(english)}`;
};

/** Links to commands, addresses, icons, ids of settings, and brackets of the service are the same. */
const sameTechnicalParts: TextRule = (english, translated) => {
  const parts = (text: string): string =>
    (
      text.match(
        /\]\(command:[^)]+\)|https?:\/\/[^\s“”„«»「」）)]*|\$\([a-z-]+\)|#[a-zA-Z.]+#|humanTranslation\.[\w.{}]+|\[\[\[|\]\]\]/gu,
      ) ?? []
    )
      .map((part) => part.replace(/[.,:;]+$/u, ''))
      .sort()
      .join(' ');
  return parts(english) === parts(translated) ? undefined : `has “${parts(translated)}” instead of “${parts(english)}”`;
};

/** Code in Markdown is the same. */
const sameCode: TextRule = (english, translated) => {
  const code = (text: string): string => [...new Set(text.match(/``.+?``|`[^`]+`/gu) ?? [])].sort().join(' ');
  return code(english) === code(translated)
    ? undefined
    : `has the code ${code(translated)} instead of ${code(english)}`;
};

/** A title that opens a dialog ends with an ellipsis, a sentence with its mark. */
const sameEnd: TextRule = (english, translated, language) => {
  const end = (text: string): string => /…$|[.?!:。？！：]$/u.exec(text.trim())?.[0] ?? '';
  const kinds: Readonly<Record<string, string>> = { '。': '.', '？': '?', '！': '!', '：': ':' };
  const [wanted, found] = [end(english), end(translated)].map((mark) => kinds[mark] ?? mark);
  if (wanted === found) return undefined;
  // Abbreviated units have a full stop in some languages.
  if (/^\{0\} \p{L}{1,3}$/u.test(english)) return undefined;
  // A question may be followed by a fact.
  if (wanted === '?' && /[?？]/u.test(translated)) return undefined;
  // A Japanese question may end with a full stop; a quotation and a fragment need none.
  if (language === 'ja' && wanted === '?' && found === '.') return undefined;
  if (language === 'ja' && wanted === '.' && (translated.endsWith('」') || english.startsWith('…'))) return undefined;
  return `ends with “${found ?? ''}” instead of “${wanted ?? ''}”`;
};

const ownQuotes: TextRule = (english, translated, language) => {
  const plain = withoutCode(translated);
  const [open, close] = quotes[language];
  const foreign = foreignQuotes[language].exec(english.includes('"') ? plain.replaceAll('"', '') : plain)?.[0];
  if (foreign !== undefined) return `has ${foreign}: quotation marks of this language are ${open}…${close}`;
  const count = (text: string, mark: string): number => text.split(mark).length - 1;
  const wanted = count(withoutCode(english), '“');
  const [opened, closed] = [count(plain, open), count(plain, close)];
  // A sentence may quote a name that has no quotation marks in English.
  const isEnough = opened >= wanted;
  return isEnough && opened === closed
    ? undefined
    : `has ${opened} opening and ${closed} closing quotation marks, for ${wanted} in English`;
};

const typography: TextRule = (_english, translated, language) => {
  const plain = withoutCode(translated);
  if (plain.includes('...')) return 'has three dots instead of an ellipsis';
  if (/\p{L}'\p{L}/u.test(plain)) return 'has a typewriter’s apostrophe';
  if (/ {2,}/u.test(plain)) return 'has two spaces in a row';
  switch (language) {
    case 'de':
      return /\b(?:du|dein\w*|dir|dich)\b/u.test(plain) ? 'says “du” to the user' : undefined;
    case 'fr': {
      if (/«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»/u.test(plain)) return 'has « or » without a no-break space inside';
      if (/[^\s\u00A0\u202F?!:;«(][?!;](?!\w)/u.test(plain)) return 'has ?, ! or ; without a no-break space before it';
      if (/[ ][?!;:»]/u.test(plain)) return 'has a space that breaks before ?, !, ; or :';
      return /[\p{L}\d})»][:](?:\s|$)/u.test(plain) ? 'has a colon without a no-break space before it' : undefined;
    }
    case 'ja': {
      const found = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}][,.](?:\s|$)/u.exec(plain)?.[0];
      return found === undefined
        ? undefined
        : `has “${found.trim()}”: punctuation after Japanese characters is full-width`;
    }
  }
};

/** Replaces code, markup, addresses and settings' values by a letter: typography doesn't apply in them. */
function withoutCode(text: string): string {
  return text
    .replace(/``.+?``|`[^`]+`/gu, 'x')
    .replace(/\]\([^)]*\)/gu, ']')
    .replace(/https?:\/\/[\w./-]*|&[#\w]+;|<!|\(\w+: \w+\)|“?\{\d+\}:”?|\p{Lu}\p{L}+: Enabled/gu, 'x');
}

const plainRules: readonly TextRule[] = [
  samePlaceholders,
  sameEdges,
  sameLines,
  sameTechnicalParts,
  sameEnd,
  ownQuotes,
  typography,
];
