import { localeTag } from '../../base/locale.ts';
import { wordsOf } from './checkText.ts';
import type { Message } from '../read/readMessage.ts';
import type { Problem } from '../read/placeholder.ts';

/** The scripts of a locale's texts. */
export interface Writing {
  readonly language: string;
  /** Matches letters of other scripts. */
  readonly other: RegExp;
  /** Matches letters of these scripts. */
  readonly own: RegExp;
  readonly isLatin: boolean;
  readonly chinese?: 'Hans' | 'Hant';
}

/** Codes that mean several Unicode scripts. */
const unicodeScripts: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Han', 'Hira', 'Kana'],
  Kore: ['Hang', 'Han'],
  Hans: ['Han', 'Bopo'],
  Hant: ['Han', 'Bopo'],
  Aran: ['Arab'],
};

/** Languages that are written in several scripts: all are accepted if the locale names none. */
const manyScripts: Readonly<Record<string, readonly string[]>> = {
  az: ['Latn', 'Cyrl', 'Arab'],
  bs: ['Latn', 'Cyrl'],
  ff: ['Latn', 'Adlm'],
  ha: ['Latn', 'Arab'],
  kk: ['Cyrl', 'Latn', 'Arab'],
  ks: ['Arab', 'Deva'],
  ku: ['Latn', 'Arab'],
  ky: ['Cyrl', 'Latn', 'Arab'],
  mn: ['Cyrl', 'Mong'],
  ms: ['Latn', 'Arab'],
  pa: ['Guru', 'Arab'],
  sd: ['Arab', 'Deva'],
  sr: ['Cyrl', 'Latn'],
  tg: ['Cyrl', 'Latn', 'Arab'],
  tk: ['Latn', 'Cyrl', 'Arab'],
  tt: ['Cyrl', 'Latn'],
  ug: ['Arab', 'Latn', 'Cyrl'],
  uz: ['Latn', 'Cyrl', 'Arab'],
};

/** Fewer letters of another script than this are a name or an abbreviation. */
const fewLetters = 4;
/**
 * A translation is mostly wrong if it has this many times more letters of other scripts than of its own, since its own
 * script may need fewer.
 */
const mostly = 3;

/**
 * Returns a warning if a translation is mostly in a script that its language is not written in: another language, or
 * words typed with the wrong keyboard layout. Names are usually not translated, so words of the source, abbreviations
 * and placeholders do not count.
 */
export function checkScript(source: Message, translation: Message, locale: string): Problem | undefined {
  const writing = writingOf(locale);
  if (writing === undefined) return undefined;
  if (writing.chinese !== undefined) {
    const wrongForm = otherChinese(translation.text, writing.chinese);
    if (wrongForm !== undefined) return problem(translation, wrongForm);
  }
  if (writing.isLatin && !isBeyondLatin(translation.text)) return undefined;
  const otherLetter = writing.other.exec(translation.text);
  if (otherLetter === null) return chineseInstead(writing.language, translation);

  const sourceWords = new Set(source.text.toLowerCase().match(words));
  let [ownLetters, otherLetters] = [0, 0];
  for (const [word] of wordsOf(translation).matchAll(words)) {
    if (writing.own.test(word)) ownLetters += word.length;
    else if (writing.other.test(word) && !sourceWords.has(word.toLowerCase()) && !abbreviation.test(word))
      otherLetters += word.length;
  }
  if (otherLetters < fewLetters || otherLetters <= ownLetters * mostly) return undefined;
  return problem(translation, otherLetter[0]);
}

/** The first character of the first block of another script. */
const firstGreek = 0x370;

/** Characters outside the common Latin blocks: a cheap check before the search. */
function isBeyondLatin(text: string): boolean {
  for (let offset = 0; offset < text.length; offset += 1) if (text.charCodeAt(offset) >= firstGreek) return true;
  return false;
}

const words = /[\p{L}\p{M}]+/gu;
const abbreviation = /^\p{Lu}{1,6}s?$/u;

/** Returns a problem at the first foreign letter, with the text from there to the end of its word. */
function problem({ text }: Message, letter: string): Problem {
  const start = text.indexOf(letter);
  const [word = letter] = /^[\p{L}\p{M}]+/u.exec(text.slice(start)) ?? [];
  return { kind: 'unusual-script', severity: 'warning', text: word, start };
}

/**
 * Characters not used in traditional Chinese; the subset of them not used in Japanese; characters not used in
 * simplified Chinese.
 */
const simplified =
  /[国会来数无号从声运们这说时对发现经进动关门问间开长东车马语请设认让页图络码传选项错误应储载输删编辑显账邮录类单连链闭还过给获订购额费该详电视频导击线级纪继续红绿蓝颜检测验证计览转远预]/gu;
const simplifiedAlone =
  /[们这说时对发现经进动关门问间开长东车马语请设认让页图络码传选项错误应储载输删编辑显账邮录类单连链闭还过给获订购额费该详电视频导击线级纪继续红绿蓝颜检测验证计览转远预]/gu;
const traditional =
  /[們這說時國會對來發現經進動關門問間開長東車馬語請設認讓頁圖網絡碼數傳選項錯誤應儲載輸刪編輯顯賬郵無錄類單號連鏈閉還過給獲訂購額費該詳從電視頻聲導擊線級紀繼續紅綠藍顏檢測驗證計覽轉運遠適預]/gu;

/**
 * Returns the first character of the other form of Chinese if there are at least two of that form and none of this one.
 */
function otherChinese(text: string, form: 'Hans' | 'Hant'): string | undefined {
  const [thisForm, otherForm] = form === 'Hans' ? [simplified, traditional] : [traditional, simplified];
  const characters = text.match(otherForm) ?? [];
  if (characters.length < 2 || text.match(thisForm) !== null) return undefined;
  return characters[0];
}

/** Characters that show a text to be Chinese, how many are needed, and what shows that it isn't. */
const chineseFor: Readonly<Record<string, { readonly han: RegExp; readonly count: number; readonly native: RegExp }>> =
  {
    ja: { han: simplifiedAlone, count: 2, native: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
    ko: { han: /\p{Script=Han}/gu, count: fewLetters, native: /\p{Script=Hangul}/u },
  };

/** Returns a warning for Chinese instead of Japanese or Korean. */
function chineseInstead(language: string, translation: Message): Problem | undefined {
  const signs = chineseFor[language];
  if (signs === undefined) return undefined;
  const [first, ...others] = translation.text.match(signs.han) ?? [];
  if (first === undefined || others.length + 1 < signs.count || signs.native.test(translation.text)) return undefined;
  return problem(translation, first);
}

const writings = new Map<string, Writing | undefined>();

export function writingOf(locale: string): Writing | undefined {
  if (!writings.has(locale)) writings.set(locale, readWriting(locale));
  return writings.get(locale);
}

/** Returns undefined for a locale that is not BCP 47 or whose script is unknown. */
function readWriting(locale: string): Writing | undefined {
  try {
    const tag = new Intl.Locale(localeTag(locale));
    const { script: declared, language } = tag;
    const { script } = tag.maximize();
    if (script === undefined) return undefined;
    let scripts = unicodeScripts[script] ?? [script];
    if (declared === undefined) scripts = manyScripts[language] ?? scripts;
    const letters = scripts.map((code) => `\\p{Script=${code}}`).join('');
    const writing: Writing = {
      language,
      // Letters without a script, such as ordinal signs, are not foreign to any language.
      other: new RegExp(`[\\p{L}--[${letters}\\p{Script=Common}\\p{Script=Inherited}]]`, 'v'),
      own: new RegExp(`[${letters}]`, 'v'),
      isLatin: scripts.includes('Latn'),
    };
    return script === 'Hans' || script === 'Hant' ? { ...writing, chinese: script } : writing;
  } catch {
    return undefined;
  }
}
