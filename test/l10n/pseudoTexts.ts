import type { Texts } from './languageFiles.ts';
import type { Message } from './messages.ts';

/** The language of the tests' own translation, in which every letter is replaced: English text is easy to find. */
export const pseudoLanguage = 'qps-ploc';

const letters = new Map(
  Array.from(
    'aábƀcçdđeéfƒgĝhĥiíjĵkķlĺmɱnñoópƥqʠrřsštţuúvṽwŵxẋyýzžAÁBƁCÇDĐEÉFƑGĜHĤIÍJĴKĶLĹMṀNÑOÓPƤQɊRŘSŠTŢUÚVṼWŴXẊYÝZŽ',
  ).flatMap((letter, index, all): [string, string][] => (index % 2 === 0 ? [[letter, all[index + 1] ?? letter]] : [])),
);

/** Placeholders, code, addresses and commands of links, icons, and references to settings. */
const kept =
  /(\{\d+\}|``.+?``|`[^`]*`|\]\([^)]*\)|https?:\/\/\S*|\$\([\w-]+\)|#humanTranslation[\w.]*#|&\w+;|\[\[\[|\]\]\])/u;

/** Returns a text with accents on all letters and a third more of them, as in languages with long words. */
export function pseudoText(text: string): string {
  return text
    .split(kept)
    .map((part, index) => (index % 2 === 0 ? accented(part) : part))
    .join('');
}

function accented(text: string): string {
  return Array.from(text)
    .map((letter) => (letters.get(letter) ?? letter).repeat(/[aeiou]/u.test(letter) ? 2 : 1))
    .join('');
}

/** Returns a bundle in which all messages are pseudo-localized. */
export function pseudoBundle(messages: readonly Message[]): Texts {
  return Object.fromEntries(messages.map(({ key, message }) => [key, pseudoText(message)]));
}

/** Returns the manifest's texts, pseudo-localized. */
export function pseudoManifest(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));
}
