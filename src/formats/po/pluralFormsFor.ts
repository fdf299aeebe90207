import { cldrPluralCategories, cldrRules } from '../../base/pluralForms.ts';
import { parsePluralForms } from './pluralFormula.ts';

/** The formulas of languages in the GNU gettext manual ("Additional functions for plural forms"), as spelled there. */
const slavicForms =
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);';
const czech = 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;';
const oneForm = 'nplurals=1; plural=0;';
const germanicForms = 'nplurals=2; plural=(n != 1);';
const french = 'nplurals=2; plural=(n > 1);';

const manual: Readonly<Record<string, string>> = {
  ...formulaOf('id ja ko lo ms my th vi zh', oneForm),
  ...formulaOf('bg ca da de el en eo es et eu fi fo gl he hu it nb nl nn no pt sv tr', germanicForms),
  ...formulaOf('fil fr pt-BR', french),
  ...formulaOf('be bs hr ru sr uk', slavicForms),
  ...formulaOf('cs sk', czech),
  ar: 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
  ga: 'nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;',
  is: 'nplurals=2; plural=(n%10!=1 || n%100==11);',
  lt: 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);',
  lv: 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);',
  pl: 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  ro: 'nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;',
  sl: 'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
};

function formulaOf(languages: string, formula: string): Readonly<Record<string, string>> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, formula]));
}

/** Returns the value of Plural-Forms for a locale (BCP 47): the manual's, else one derived from CLDR's rules. */
export function pluralFormsFor(locale: string): string {
  const language = locale.split('-')[0] ?? '';
  return manual[locale] ?? manual[language] ?? formulaByCldr(locale) ?? germanicForms;
}

/**
 * Derives a formula that returns CLDR's categories for whole numbers: first for individual numbers, then by the last
 * two digits.
 */
function formulaByCldr(locale: string): string | undefined {
  const rules = cldrRules(locale);
  if (rules === undefined) return undefined;
  const numbers = Array.from({ length: 1200 }, (_, n) => n);
  const byNumber = numbers.map((n) => rules.select(n));
  const usedCategories = cldrPluralCategories.filter((category) => byNumber.includes(category));
  if (usedCategories.length === 1) return oneForm;
  const isExact = (formula: string): boolean => {
    const forms = parsePluralForms(formula);
    return forms !== undefined && numbers.every((n) => usedCategories[forms.formOf(n)] === byNumber[n]);
  };
  const simpleFormula = [germanicForms, french].find(isExact);
  if (simpleFormula !== undefined) return simpleFormula;
  // Numbers below 100 that differ from the larger ones with the same two digits: 1, but not 101.
  const exceptions = numbers.slice(0, 100).filter((n) => byNumber[n] !== byNumber[n + 100]);
  const terms = exceptions.map((n) => `n==${n} ? ${usedCategories.indexOf(byNumber[n] ?? 'other')} : `);
  const lastIndex = usedCategories.length - 1;
  for (const [index, category] of usedCategories.slice(0, -1).entries()) {
    const ranges = rangesOf(numbers.slice(0, 100).filter((n) => byNumber[n + 100] === category));
    if (ranges.length > 0) terms.push(`${ranges.map(conditionOf).join(' || ')} ? ${index} : `);
  }
  const formula = `nplurals=${usedCategories.length}; plural=(${terms.join('')}${lastIndex});`;
  return isExact(formula) ? formula : undefined;
}

type Span = readonly [first: number, last: number];

function rangesOf(numbers: readonly number[]): readonly Span[] {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === n - 1) range[1] = n;
    else ranges.push([n, n]);
  }
  return ranges;
}

function conditionOf([first, last]: Span): string {
  return first === last ? `n%100==${first}` : `n%100>=${first} && n%100<=${last}`;
}
