import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { vuePluralRulesIn } from '../../../../src/formats/formats.ts';
import { ruleInFamily, vueFamily } from '../../../../src/placeholders/pipes/vueRules.ts';

type Rule = (choice: number, choicesLength: number) => number | boolean;

const numbers = [0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 100, 101, 111, 121, 1000, 1_000_000];

/** Asserts that the rule that is read for `ru` selects the same forms as the function itself. */
async function assertSameRule(text: string, rule: Rule, path = 'src/i18n.ts'): Promise<void> {
  const rules = new Map(
    [...(await vuePluralRulesIn(path, text))].map(([locale, expression]) => [locale, expression ?? '']),
  );
  const read = ruleInFamily(vueFamily(rules), 'ru');
  assert.ok(read !== undefined && rules.get('ru') !== '', text);
  for (const number of numbers)
    for (const count of [2, 3, 4]) {
      const index = Number(rule(number, count));
      const isIndex = Number.isSafeInteger(index) && index >= 0;
      assert.equal(read(number, count), isIndex ? index : undefined, `${text} for ${number} of ${count}`);
    }
}

/** The rule of vue-i18n's manual. */
const slavic = `(choice, choicesLength) {
  if (choice === 0) {
    return 0
  }
  const teen = choice > 10 && choice < 20
  const endsWithOne = choice % 10 === 1
  if (!teen && endsWithOne) {
    return 1
  }
  if (!teen && choice % 10 >= 2 && choice % 10 <= 4) {
    return 2
  }
  return choicesLength < 4 ? 2 : 3
}`;

function functionOf(parametersAndBody: string): Rule {
  return runInNewContext(`(function ${parametersAndBody})`) as Rule;
}

describe('plural rules for vue-i18n', () => {
  const slavicRule = functionOf(slavic);
  const polish =
    '(n: number, c: number) => n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && !(n % 100 > 10 && n % 100 < 20) ? 1 : 2';
  const polishRule = functionOf(
    '(n, c) { return n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && !(n % 100 > 10 && n % 100 < 20) ? 1 : 2; }',
  );

  const places: readonly (readonly [what: string, text: string, rule: Rule])[] = [
    [
      'a function by its name',
      `function rule${slavic}\nexport default createI18n({ legacy: false, pluralRules: { ru: rule } });`,
      slavicRule,
    ],
    [
      'a function in a constant',
      `const rule = function ${slavic};\ncreateI18n({ pluralizationRules: { 'ru': rule } });`,
      slavicRule,
    ],
    ['a method', `new VueI18n({ pluralizationRules: { ru${slavic} } });`, slavicRule],
    [
      'an arrow function with types',
      `export default { pluralRules: { ru: ${polish} } } satisfies I18nOptions;`,
      polishRule,
    ],
    [
      'rules in a constant',
      `export const pluralRules = { ru: ${polish} };\nexport default defineI18nConfig(() => ({ legacy: false, pluralRules }));`,
      polishRule,
    ],
    [
      'calls of Math, and operators',
      'createI18n({ legacy: false, pluralRules: { ru: (n, c) => Math.min(Math.abs(-n) > 1 ? 2 : +n, c - 1) } });',
      (n, c) => Math.min(Math.abs(-n) > 1 ? 2 : n, c - 1),
    ],
  ];
  for (const [what, text, rule] of places)
    it(`are read from ${what}`, async () => {
      await assertSameRule(text, rule);
    });

  it('are read for each locale', async () => {
    const rules = await vuePluralRulesIn(
      'i18n.js',
      `createI18n({ legacy: false, pluralRules: { ru: (n) => n, 'pt-BR': (n) => 1, uk: other } });`,
    );
    assert.deepEqual(Object.fromEntries(rules), { ru: 'n', 'pt-BR': '1', uk: undefined });
  });

  for (const body of [
    '(n) => rules.ru(n)',
    '(n) => fetch(n)',
    '(n) => new Intl.PluralRules("ru").select(n) === "one" ? 0 : 1',
    '(n) => { let index = 0; index += n; return index; }',
    '(n) => { while (true) {} }',
    '(n) => this.n',
    'async (n) => n',
    'function* (n) { return n; }',
    '({ n }) => n',
    '(n) => { if (n === 1) return 0; }',
    '(n) => [0, 1][n]',
    '(n) => n.constructor',
    `(n) => ${'n ? 0 : '.repeat(500)}1`,
  ])
    it(`are not read if they do anything but compute: ${body.slice(0, 60)}`, async () => {
      const rules = await vuePluralRulesIn('i18n.js', `createI18n({ legacy: false, pluralRules: { ru: ${body} } });`);
      assert.deepEqual([...rules], [['ru', undefined]]);
    });

  const optionsByApi: readonly (readonly [code: string, isRead: boolean])[] = [
    // What `t` of vue-i18n 9.14, 10.0 and 11.4 and of petite-vue-i18n 11.4 did with a rule in such options.
    ['createI18n({ pluralRules: RULES })', false],
    ['createI18n({ pluralizationRules: RULES })', true],
    ['createI18n({ legacy: true, pluralRules: RULES })', false],
    ['createI18n({ legacy: true, pluralizationRules: RULES })', true],
    ['createI18n({ legacy: false, pluralRules: RULES })', true],
    ['createI18n({ legacy: false, pluralizationRules: RULES })', false],
    ["import { createI18n } from 'petite-vue-i18n';\ncreateI18n({ pluralRules: RULES })", true],
    ["import { createI18n } from 'petite-vue-i18n';\ncreateI18n({ pluralizationRules: RULES })", false],
    ['const options = { pluralRules: RULES };\nexport default createI18n(options as Options)', false],
    ['new VueI18n({ pluralizationRules: RULES })', true],
    ['useI18n({ pluralRules: RULES })', true],
    // Nothing shows which API will read these.
    ['export default { pluralRules: RULES }', true],
    ['export default { pluralizationRules: RULES }', true],
    ['createI18n({ legacy: isOld, pluralRules: RULES })', true],
  ];
  for (const [code, isRead] of optionsByApi)
    it(`${isRead ? 'are' : 'are not'} read by the API of ${code}`, async () => {
      const rules = await vuePluralRulesIn('i18n.ts', `${code.replace('RULES', '{ ru: (n) => n }')};\n`);
      assert.deepEqual([...rules], isRead ? [['ru', 'n']] : []);
    });

  it('are none in a file that is broken or has none', async () => {
    assert.equal((await vuePluralRulesIn('i18n.js', 'createI18n({ legacy: false, pluralRules: {')).size, 0);
    assert.equal((await vuePluralRulesIn('i18n.js', 'createI18n({ locale: "ru" });')).size, 0);
    assert.equal((await vuePluralRulesIn('i18n.js', '// pluralRules: none\ncreateI18n({});')).size, 0);
  });

  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom('n', 'c', '0', '1', '2', '3', '10', '100', 'true', 'false'),
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom('+', '-', '*', '%', '===', '!==', '<', '<=', '>', '>=', '==', '!=', '&&', '||'),
          tie('expression'),
        )
        .map(([a, sign, b]) => `(Number(${a}) ${sign} Number(${b}))`),
      fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc
        .tuple(fc.constantFrom('!', '-', '+', 'Math.abs', 'Math.floor'), tie('expression'))
        .map(([sign, a]) => `${sign}(${a})`),
    ),
  }));

  it('select the same forms as the function itself', async () => {
    await fc.assert(
      fc.asyncProperty(expression, expression, async (first, second) => {
        const body = `(n, c) { const x = ${first}; if (x) { return ${second}; } return x; }`;
        await assertSameRule(`createI18n({ legacy: false, pluralRules: { ru: function ${body} } });`, functionOf(body));
      }),
      { numRuns: 300 },
    );
  });
});
