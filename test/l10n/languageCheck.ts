import { bundleFile, manifestFile, manifestTexts, readTexts, type Language, type Texts } from './languageFiles.ts';
import { compareKeys, type Message } from './messages.ts';
import { sameAsEnglish } from './sameAsEnglish.ts';
import { textFindings } from './textRules.ts';
import { mentionedNames, settingNames, translatedNames } from './uiNames.ts';

/** The texts of one language; undefined for a file that doesn't exist. */
export interface LanguageTexts {
  readonly bundle: Texts | undefined;
  readonly manifest: Texts | undefined;
}

export function readLanguage(language: Language): LanguageTexts {
  return { bundle: readTexts(bundleFile(language)), manifest: readTexts(manifestFile(language)) };
}

/** A text of the interface in English and in another language. */
interface Pair {
  /** The file and the key. */
  readonly name: string;
  readonly english: string;
  readonly translated: string;
  readonly isMarkdown: boolean;
}

/**
 * Returns everything that is wrong with the translation of the interface into a language, one line each: texts that are
 * missing, obsolete, out of order, the same as in English, or against a rule of `textRules.ts`; names of commands,
 * views and buttons that are mentioned by another name than they have; and plural forms that `plural` doesn't know.
 */
export function languageFindings(
  language: Language,
  messages: readonly Message[],
  { bundle, manifest }: LanguageTexts,
  allowed: readonly string[] = sameAsEnglish[language],
  english: Texts = manifestTexts,
): readonly string[] {
  const missingFiles = [
    ...(bundle === undefined ? [`${bundleFile(language)} doesn’t exist.`] : []),
    ...(manifest === undefined ? [`${manifestFile(language)} doesn’t exist.`] : []),
  ];
  if (bundle === undefined || manifest === undefined) return missingFiles;
  const pairs: readonly Pair[] = [
    ...messages.map(({ key, message }) => ({
      name: `${bundleFile(language)}: “${key}”`,
      english: message,
      translated: bundle[key],
      isMarkdown: false,
    })),
    ...Object.entries(english).map(([key, text]) => ({
      name: `${manifestFile(language)}: ${key}`,
      english: text,
      translated: manifest[key],
      isMarkdown: /^(?:setting|welcome|walkthrough|trust|virtual)/u.test(key),
    })),
  ].flatMap(({ translated, ...rest }) => (translated === undefined ? [] : [{ ...rest, translated }]));
  return [
    ...keyFindings(
      bundleFile(language),
      messages.map(({ key }) => key),
      bundle,
    ),
    ...(isSorted(Object.keys(bundle)) ? [] : [`${bundleFile(language)} is not sorted.`]),
    ...keyFindings(manifestFile(language), Object.keys(english), manifest),
    ...pluralFindings(language, messages),
    ...pairs.flatMap((pair) =>
      textFindings(pair.english, pair.translated, language, pair.isMarkdown).map((found) => `${pair.name} ${found}.`),
    ),
    ...equalFindings(pairs, allowed),
    ...nameFindings(pairs, translatedNames(messages, bundle, english, manifest)),
  ];
}

/** The keys that a file lacks, and those that nothing uses. */
function keyFindings(file: string, wanted: readonly string[], texts: Texts): readonly string[] {
  const known = new Set(wanted);
  return [
    ...wanted.filter((key) => texts[key] === undefined).map((key) => `${file} lacks “${key}”.`),
    ...Object.keys(texts)
      .filter((key) => !known.has(key))
      .map((key) => `${file} has “${key}”, which is not used.`),
  ];
}

function isSorted(keys: readonly string[]): boolean {
  return keys.every((key, index) => index === 0 || compareKeys(keys[index - 1] ?? '', key) < 0);
}

/**
 * `plural` has the forms `one` and `other` and uses `other` for every other category. That is right for languages in
 * which each further category is for numbers that don't count anything here: `many` for whole millions.
 */
function pluralFindings(language: string, messages: readonly Message[]): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const further = pluralCategories.filter(
    (category) => !['one', 'other'].includes(category) && !isForMillionsOnly(language, category),
  );
  const languageNeeds = further.map(
    (category) => `${language} has the plural form “${category}”, which “plural” lacks.`,
  );
  const withoutNumber = messages.filter(
    ({ message, uses }) => uses.some(({ category }) => category !== undefined) && !message.includes('{0}'),
  );
  const shared = messages.filter(({ uses }) =>
    ['one', 'other'].every((form) => uses.some(({ category }) => category === form)),
  );
  // `one` is for 0 and 1 in French, for 1, 21, 31 … elsewhere.
  return [
    ...languageNeeds,
    ...withoutNumber.map(({ key }) => `“${key}” is a plural form without its number.`),
    ...shared.map(({ key }) => `“${key}” is the form “one” and the form “other” of a plural, which need comments.`),
  ];
}

/** Whether no number below a million has a plural category. */
function isForMillionsOnly(language: string, category: Intl.LDMLPluralRule): boolean {
  const rules = new Intl.PluralRules(language);
  return Array.from({ length: 1000 }, (_, count) => count).every((count) => rules.select(count) !== category);
}

/** Texts that are the same as in English, other than those that are allowed; allowed ones that are not used. */
function equalFindings(pairs: readonly Pair[], allowed: readonly string[]): readonly string[] {
  const equal = pairs.filter(({ english, translated }) => english === translated && hasWords(english));
  const used = new Set(equal.map(({ english }) => english));
  return [
    ...equal
      .filter(({ english }) => !allowed.includes(english))
      .map(({ name }) => `${name} is the same as in English.`),
    ...allowed
      .filter((text) => !used.has(text))
      .map((text) => `“${text}” is allowed to be the same as in English, but isn’t.`),
  ];
}

/** Whether a text has letters outside of placeholders and code. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\d+\}|`[^`]*`/gu, ''));
}

/** Names that are mentioned by another name than they have. Those that the interface doesn't have are code. */
function nameFindings(pairs: readonly Pair[], names: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const settings = settingNames();
  return pairs.flatMap(({ name, english, translated, isMarkdown }) =>
    mentionedNames(english, isMarkdown).flatMap((mentioned) => {
      const bare = mentioned.replace(/^Human Translation: /u, '').replace(/…$/u, '');
      const own = names.get(bare);
      const accepted = [...(own ?? []), ...(own === undefined || settings.has(mentioned) ? [mentioned] : [])];
      return accepted.some((each) => translated.includes(each))
        ? []
        : [
            `${name} mentions “${mentioned}”, which is ${accepted.map((each) => `“${each}”`).join(' or ')} in the interface.`,
          ];
    }),
  );
}
