import { cldrPluralCategories, cldrRules } from '../../base/pluralForms.ts';
import { parsePluralForms } from './pluralFormula.ts';

/** The formulas of languages in the GNU gettext manual ("Additional functions for plural forms"), as spelled there. */
const slavicForms =
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);';
const czechForms = 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;';
const oneForm = 'nplurals=1; plural=0;';
const germanicForms = 'nplurals=2; plural=(n != 1);';
const frenchForms = 'nplurals=2; plural=(n > 1);';

/** By language, or by locale where it differs from its language. */
const manualForms: Readonly<Record<string, string>> = {
  ...sameForms('id ja ko lo ms my th vi zh', oneForm),
  ...sameForms('bg ca da de el en eo es et eu fi fo gl he hu it nb nl nn no pt sv tr', germanicForms),
  ...sameForms('fil fr pt-BR', frenchForms),
  ...sameForms('be bs hr ru sr uk', slavicForms),
  ...sameForms('cs sk', czechForms),
  ar: 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
  ga: 'nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;',
  is: 'nplurals=2; plural=(n%10!=1 || n%100==11);',
  lt: 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);',
  lv: 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);',
  pl: 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  ro: 'nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;',
  sl: 'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
};

function sameForms(languages: string, forms: string): Readonly<Record<string, string>> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, forms]));
}

/** Returns the value of Plural-Forms for a locale (BCP 47): the manual's, else one derived from CLDR's rules. */
export function pluralFormsFor(locale: string): string {
  const language = locale.split('-')[0] ?? '';
  return manualForms[locale] ?? manualForms[language] ?? formsByCldr(locale) ?? germanicForms;
}

/** Derived formulas are checked for the numbers up to this one. */
const checkedNumbers = 1200;

/**
 * Derives a formula that returns CLDR's categories for whole numbers: first for individual numbers, then by the last
 * two digits: `n==1 ? 0 : n%100==2 || n%100>=22 && n%100<=24 ? 1 : 2`. Undefined if there is no such formula.
 */
function formsByCldr(locale: string): string | undefined {
  const rules = cldrRules(locale);
  if (rules === undefined) return undefined;
  const numbers = Array.from({ length: checkedNumbers }, (_, n) => n);
  const categoryByNumber = numbers.map((n) => rules.select(n));
  const usedCategories = cldrPluralCategories.filter((category) => categoryByNumber.includes(category));
  if (usedCategories.length === 1) return oneForm;
  const isExact = (pluralForms: string): boolean => {
    const forms = parsePluralForms(pluralForms);
    return forms !== undefined && numbers.every((n) => usedCategories[forms.formOf(n)] === categoryByNumber[n]);
  };
  const simpleForms = [germanicForms, frenchForms].find(isExact);
  if (simpleForms !== undefined) return simpleForms;
  // Numbers below 100 that differ from the larger ones with the same two digits: 1, but not 101.
  const exceptions = numbers.slice(0, 100).filter((n) => categoryByNumber[n] !== categoryByNumber[n + 100]);
  const terms = exceptions.map((n) => `n==${n} ? ${usedCategories.indexOf(categoryByNumber[n] ?? 'other')} : `);
  const lastIndex = usedCategories.length - 1;
  // The numbers from 100 to 199 show the rules for the last two digits.
  for (const [index, category] of usedCategories.slice(0, -1).entries()) {
    const ranges = rangesOf(numbers.slice(0, 100).filter((n) => categoryByNumber[n + 100] === category));
    if (ranges.length > 0) terms.push(`${ranges.map(conditionOf).join(' || ')} ? ${index} : `);
  }
  const pluralForms = `nplurals=${usedCategories.length}; plural=(${terms.join('')}${lastIndex});`;
  return isExact(pluralForms) ? pluralForms : undefined;
}

type Span = readonly [first: number, last: number];

/** `1, 2, 3, 7` → `[1, 3], [7, 7]` */
function rangesOf(numbers: readonly number[]): readonly Span[] {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const lastRange = ranges.at(-1);
    if (lastRange?.[1] === n - 1) lastRange[1] = n;
    else ranges.push([n, n]);
  }
  return ranges;
}

function conditionOf([first, last]: Span): string {
  return first === last ? `n%100==${first}` : `n%100>=${first} && n%100<=${last}`;
}
