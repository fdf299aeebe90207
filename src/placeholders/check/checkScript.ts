import { localeTag } from '../../base/locale.ts';
import { wordsOf } from './checkText.ts';
import type { Message } from '../read/readMessage.ts';
import type { Problem } from '../read/placeholder.ts';

/** The scripts of a locale's texts. */
export interface Writing {
  readonly language: string;
  /** Matches a letter of another script. */
  readonly foreignLetter: RegExp;
  /** Matches a letter of these scripts. */
  readonly ownLetter: RegExp;
  readonly isLatin: boolean;
  readonly chinese?: 'Hans' | 'Hant';
}

/** Codes of ISO 15924 for several scripts of Unicode, or for one by another name. */
const unicodeScripts: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Han', 'Hira', 'Kana'],
  Kore: ['Hang', 'Han'],
  Hans: ['Han', 'Bopo'],
  Hant: ['Han', 'Bopo'],
  Aran: ['Arab'],
};

/** Languages that are written in several scripts: all of these are accepted if the locale names none. */
const languagesByScripts: readonly (readonly [languages: string, scripts: readonly string[]])[] = [
  ['az kk ky tg tk ug uz', ['Latn', 'Cyrl', 'Arab']],
  ['bs sr tt', ['Latn', 'Cyrl']],
  ['ha ku ms', ['Latn', 'Arab']],
  ['ff', ['Latn', 'Adlm']],
  ['ks sd', ['Arab', 'Deva']],
  ['mn', ['Cyrl', 'Mong']],
  ['pa', ['Guru', 'Arab']],
];
const scriptsByLanguage: ReadonlyMap<string, readonly string[]> = new Map(
  languagesByScripts.flatMap(([languages, scripts]) => languages.split(' ').map((language) => [language, scripts])),
);

/** Fewer letters of another script than this are a name or an abbreviation. */
const fewLetters = 4;
/** Foreign letters must be more than this many times as many as the language's own: Chinese, say, needs few letters. */
const mostlyForeignFactor = 3;

/**
 * Returns a warning if a translation is mostly in a script that its language is not written in: another language, or
 * words typed with the wrong keyboard layout. Names are usually not translated, so words of the source, abbreviations
 * and placeholders do not count.
 */
export function checkScript(source: Message, translation: Message, locale: string): Problem | undefined {
  const writing = writingOf(locale);
  if (writing === undefined) return undefined;
  if (writing.chinese !== undefined) {
    const wrongCharacter = otherChinese(translation.text, writing.chinese);
    if (wrongCharacter !== undefined) return scriptProblem(translation, wrongCharacter);
  }
  if (writing.isLatin && !isBeyondLatin(translation.text)) return undefined;
  const firstForeignLetter = writing.foreignLetter.exec(translation.text);
  // Chinese characters are no foreign letters in Japanese and Korean.
  if (firstForeignLetter === null) return chineseInstead(writing.language, translation);

  const sourceWords = new Set(source.text.toLowerCase().match(words));
  let [ownCount, foreignCount] = [0, 0];
  for (const [word] of wordsOf(translation).matchAll(words)) {
    const isName = sourceWords.has(word.toLowerCase()) || abbreviation.test(word);
    if (writing.ownLetter.test(word)) ownCount += word.length;
    else if (writing.foreignLetter.test(word) && !isName) foreignCount += word.length;
  }
  if (foreignCount < fewLetters || foreignCount <= ownCount * mostlyForeignFactor) return undefined;
  return scriptProblem(translation, firstForeignLetter[0]);
}

/** The first character of the first block after the Latin ones: Greek. */
const firstBeyondLatin = 0x370;

/** Whether a text has characters outside the common Latin blocks: a cheap check before the search. */
function isBeyondLatin(text: string): boolean {
  for (let offset = 0; offset < text.length; offset += 1) {
    if (text.charCodeAt(offset) >= firstBeyondLatin) return true;
  }
  return false;
}

const words = /[\p{L}\p{M}]+/gu;
/** `PDF`, `URLs`. */
const abbreviation = /^\p{Lu}{1,6}s?$/u;

/** Returns a problem at the first foreign letter, with the text from there to the end of its word. */
function scriptProblem({ text }: Message, letter: string): Problem {
  const start = text.indexOf(letter);
  const [word = letter] = /^[\p{L}\p{M}]+/u.exec(text.slice(start)) ?? [];
  return { kind: 'unusual-script', severity: 'warning', text: word, start };
}

/** Characters not used in traditional Chinese. */
const simplified =
  /[国会来数无号从声运们这说时对发现经进动关门问间开长东车马语请设认让页图络码传选项错误应储载输删编辑显账邮录类单连链闭还过给获订购额费该详电视频导击线级纪继续红绿蓝颜检测验证计览转远预]/gu;
/** The subset of them not used in Japanese. */
const simplifiedNotJapanese =
  /[们这说时对发现经进动关门问间开长东车马语请设认让页图络码传选项错误应储载输删编辑显账邮录类单连链闭还过给获订购额费该详电视频导击线级纪继续红绿蓝颜检测验证计览转远预]/gu;
/** Characters not used in simplified Chinese. */
const traditional =
  /[們這說時國會對來發現經進動關門問間開長東車馬語請設認讓頁圖網絡碼數傳選項錯誤應儲載輸刪編輯顯賬郵無錄類單號連鏈閉還過給獲訂購額費該詳從電視頻聲導擊線級紀繼續紅綠藍顏檢測驗證計覽轉運遠適預]/gu;

/** Returns the first character of the other form of Chinese if there are two or more of it, and none of this one. */
function otherChinese(text: string, form: 'Hans' | 'Hant'): string | undefined {
  const [thisForm, otherForm] = form === 'Hans' ? [simplified, traditional] : [traditional, simplified];
  const characters = text.match(otherForm) ?? [];
  if (characters.length < 2 || text.match(thisForm) !== null) return undefined;
  return characters[0];
}

/** By language: characters that show a text to be Chinese, how many are needed, and letters that disprove it. */
const chineseFor: Readonly<Record<string, { readonly han: RegExp; readonly count: number; readonly native: RegExp }>> =
  {
    ja: { han: simplifiedNotJapanese, count: 2, native: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
    ko: { han: /\p{Script=Han}/gu, count: fewLetters, native: /\p{Script=Hangul}/u },
  };

/** Returns a warning for Chinese instead of Japanese or Korean. */
function chineseInstead(language: string, translation: Message): Problem | undefined {
  const evidence = chineseFor[language];
  if (evidence === undefined) return undefined;
  const characters = translation.text.match(evidence.han) ?? [];
  const [firstCharacter] = characters;
  if (firstCharacter === undefined || characters.length < evidence.count) return undefined;
  return evidence.native.test(translation.text) ? undefined : scriptProblem(translation, firstCharacter);
}

const writings = new Map<string, Writing | undefined>();

/** Returns the scripts of a locale; undefined for a locale that is not BCP 47 or whose script is unknown. */
export function writingOf(locale: string): Writing | undefined {
  if (!writings.has(locale)) writings.set(locale, readWriting(locale));
  return writings.get(locale);
}

function readWriting(locale: string): Writing | undefined {
  try {
    const tag = new Intl.Locale(localeTag(locale));
    // `sr-Latn` declares its script; that of `sr` follows from the language.
    const { script: declaredScript, language } = tag;
    const { script } = tag.maximize();
    if (script === undefined) return undefined;
    let scripts = unicodeScripts[script] ?? [script];
    if (declaredScript === undefined) scripts = scriptsByLanguage.get(language) ?? scripts;
    const letters = scripts.map((code) => `\\p{Script=${code}}`).join('');
    const writing: Writing = {
      language,
      // Letters without a script, such as ordinal signs, are not foreign to any language.
      foreignLetter: new RegExp(`[\\p{L}--[${letters}\\p{Script=Common}\\p{Script=Inherited}]]`, 'v'),
      ownLetter: new RegExp(`[${letters}]`, 'v'),
      isLatin: scripts.includes('Latn'),
    };
    return script === 'Hans' || script === 'Hant' ? { ...writing, chinese: script } : writing;
  } catch {
    return undefined;
  }
}
