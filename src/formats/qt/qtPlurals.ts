import type { PluralCategory } from '../kit/localeFormat.ts';

/** The plural forms in a `.ts` file, in their order, and the languages that have them. */
interface PluralRule {
  readonly forms: readonly PluralCategory[];
  readonly languages: string;
}

/**
 * Qt's plural rules of languages (https://doc.qt.io/qt-6/i18n-plural-rules.html and the output of `lupdate`),
 * expressed as the CLDR categories of the whole numbers for which Qt uses each form. They differ from CLDR's:
 * Hungarian, Persian and Turkish have one form, Latvian's last is for 0 only, Welsh's third serves 2 to 5.
 */
const rules: readonly PluralRule[] = [
  { forms: ['other'], languages: 'bi my zh dz fj gn hu id ja jv ko ms na om fa su tt th bo tr vi yo za' },
  {
    forms: ['one', 'other'],
    languages:
      'ab aa af sq am as ay az ba eu bn bg ca kw co da nl en eo et fo fi fur fy gl ka de el kl gu ha he hi ia ie it ' +
      'kn ks kk km rw ky ku lo la ln lb mg ml mr mn ne nso nb no nn oc or ps pt pa qu rm rn sn sd si so st es sw ss ' +
      'sv tg ta te to ts tn tk ug ur uz vo wo xh yi zu',
  },
  // 0 and 1 share a form.
  { forms: ['one', 'other'], languages: 'hy br fr fil tl ti wa' },
  { forms: ['one', 'other'], languages: 'is' },
  { forms: ['one', 'other', 'zero'], languages: 'lv' },
  { forms: ['one', 'two', 'other'], languages: 'dv iu ik ga gv mi se sm sa mk' },
  { forms: ['one', 'two', 'few', 'other'], languages: 'gd sl' },
  { forms: ['one', 'few', 'other'], languages: 'sk cs lt bs hr sr ro' },
  // CLDR reserves `other` for fractions, which Qt does not support.
  { forms: ['one', 'few', 'many'], languages: 'ru uk be pl' },
  { forms: ['one', 'few', 'many', 'other'], languages: 'mt' },
  { forms: ['zero', 'one', 'few', 'many', 'other'], languages: 'cy' },
  { forms: ['zero', 'one', 'two', 'few', 'many', 'other'], languages: 'ar' },
];

const byLanguage: ReadonlyMap<string, readonly PluralCategory[]> = new Map(
  rules.flatMap(({ forms, languages }) => languages.split(' ').map((language) => [language, forms] as const)),
);

/** Older codes of languages. */
const renamed: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi', jw: 'jv', sh: 'sr' };

/** The plural forms of a locale in Qt, in their order; undefined for a language without rules in Qt. */
export function qtPlurals(locale: string): readonly PluralCategory[] | undefined {
  const language = /^[A-Za-z]*/.exec(locale)?.[0].toLowerCase() ?? '';
  return byLanguage.get(renamed[language] ?? language);
}
