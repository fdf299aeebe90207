import { languageOf, localeTag } from '../../../base/locale.ts';

/**
 * Letters outside ASCII that ordinary texts of a language cannot do without, by CLDR's main exemplar sets. Letters that
 * only some words need, such as the French œ, are not listed, nor is typographic punctuation.
 */
const lettersOfLanguages: Readonly<Record<string, string>> = {
  af: 'êëï',
  az: 'əğıöşüç',
  bs: 'čćđšž',
  ca: 'àèéíòóúüç',
  cs: 'áčďéěíňóřšťúůýž',
  cy: 'âêîôŵŷ',
  da: 'æøå',
  de: 'äöüß',
  es: 'áéíóúñü',
  et: 'äöõü',
  fi: 'äö',
  fo: 'áðíóúýæø',
  fr: 'àâçéèêëîïôùû',
  ga: 'áéíóú',
  gl: 'áéíóúñ',
  ha: 'ɓɗƙ',
  haw: 'āēīōū',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  ig: 'ịọụ',
  is: 'áðéíóúýþæö',
  it: 'àèéìòù',
  ku: 'çêîşû',
  lb: 'äëé',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  mi: 'āēīōū',
  mt: 'ċġħż',
  nb: 'æøå',
  nn: 'æøå',
  pl: 'ąćęłńóśźż',
  pt: 'ãáàâçéêíõóôú',
  ro: 'ăâîșț',
  sk: 'áäčďéíľňóôšťúýž',
  sl: 'čšž',
  sq: 'ëç',
  sv: 'åäö',
  tk: 'äçňöşüýž',
  tr: 'çğıİöşü',
  vi: 'ăâđêôơưạếộ',
  yo: 'ẹọṣ',
  be: 'ўіё',
  kk: 'әғқңөұүһі',
  ky: 'ңөү',
  mk: 'ѓќѕјљњџ',
  mn: 'өү',
  sr: 'ђјљњћџ',
  tg: 'ғӣқӯҳҷ',
  tt: 'әөүҗңһ',
  uk: 'єії',
  fa: 'پچژگ',
  ur: 'ٹڈڑےپچ',
};

/** Letters of scripts, for languages that are written in them. */
const lettersOfScripts: Readonly<Record<string, string>> = {
  Arab: 'سلام',
  Armn: 'Հայ',
  Beng: 'বাংলা',
  Cans: 'ᐃᓄᒃ',
  Cher: 'ᏣᎳᎩ',
  Cyrl: 'жяю',
  Deva: 'हिन्दी',
  Ethi: 'አማርኛ',
  Geor: 'ქართ',
  Grek: 'ελώ',
  Gujr: 'ગુજ',
  Guru: 'ਪੰਜਾਬੀ',
  Hans: '简体中文',
  Hant: '繁體中文',
  Hebr: 'עברית',
  Jpan: '日本語かな',
  Khmr: 'ខ្មែរ',
  Knda: 'ಕನ್ನಡ',
  Kore: '한국어',
  Laoo: 'ລາວ',
  Mlym: 'മലയാളം',
  Mymr: 'မြန်မာ',
  Olck: 'ᱥᱟᱱ',
  Orya: 'ଓଡ଼ିଆ',
  Sinh: 'සිංහල',
  Taml: 'தமிழ்',
  Telu: 'తెలుగు',
  Tfng: 'ⵜⴰⵎ',
  Thaa: 'ދިވެހި',
  Thai: 'ภาษาไทย',
  Tibt: 'བོད་',
  Yiii: 'ꆈꌠ',
};

/** Serbian and its neighbors in Latin letters. */
const southSlavicLatin = 'čćđšž';

/**
 * Returns letters that ordinary texts of a locale need, as a sample of its translations: those of its script, and those
 * of its language. '' for a locale whose texts need only ASCII, and for an unknown one.
 */
export function sampleLetters(locale: string): string {
  const script = scriptOf(locale);
  const language = languageOf(locale);
  if (language === 'sr' && script === 'Latn') return southSlavicLatin;
  const languageLetters = lettersOfLanguages[language] ?? '';
  if (script === undefined) return languageLetters;
  const scriptLetters = lettersOfScripts[script] ?? '';
  // The letters that are listed for `az` are Latin, so `az-Cyrl` doesn't use them.
  const isSameScript = letterOfScript[script]?.test(languageLetters) === true;
  return isSameScript ? scriptLetters + languageLetters : scriptLetters;
}

/** A letter of each script that `lettersOfLanguages` has. */
const letterOfScript: Readonly<Record<string, RegExp>> = {
  Arab: /\p{Script=Arab}/u,
  Cyrl: /\p{Script=Cyrl}/u,
  Latn: /\p{Script=Latn}/u,
};

/** Returns the script of a locale's texts, such as `Cyrl`; undefined for an unknown locale. */
function scriptOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(localeTag(locale)).maximize().script;
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that turns a source text into a sample of its translation: the source with letters of the language
 * at its end, before any whitespace there (`Save {name}\n → Save {name} äöüß\n`). Placeholders, tags and branches of
 * the source are kept, so that the format accepts it.
 */
export function sampleTranslator(locale: string): (source: string) => string {
  const letters = sampleLetters(locale);
  if (letters === '') return (source) => source;
  const addition = ` ${letters}`;
  return (source) => {
    const trimmed = source.trimEnd();
    return trimmed + addition + source.slice(trimmed.length);
  };
}
