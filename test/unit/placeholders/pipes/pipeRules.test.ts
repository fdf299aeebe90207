import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { formCounts, listedRule, vueRule } from '../../../../src/placeholders/pipes/pipeRules.ts';

interface Row {
  readonly locales: readonly string[];
  /** The index of the form for each number from 0, as a digit. */
  readonly indexes: string;
}

/**
 * What the libraries themselves returned, run with PHP 8.2: `MessageSelector::getPluralIndex` of illuminate/translation
 * at 8e5b3c5, and `TranslatorTrait::getPluralizationRule` of symfony/translation-contracts at ccb206b.
 */
const returned = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/pipes/rules.json'), 'utf8'),
) as Readonly<Record<'laravel' | 'symfony', readonly Row[]>>;

function indexesOf({ indexOf }: ReturnType<typeof listedRule>, length: number): string {
  return Array.from({ length }, (_, number) => indexOf(number)).join('');
}

describe('listedRule', () => {
  for (const [library, rows] of Object.entries(returned)) {
    it(`selects the form that ${library} selects, for all of its languages`, () => {
      const family = library === 'laravel' ? 'laravel-plural' : 'symfony-plural';
      for (const { locales, indexes } of rows) {
        for (const locale of locales) {
          const rule = listedRule(family, locale);
          assert.equal(indexesOf(rule, indexes.length), indexes, locale);
          assert.equal(rule.count, new Set(indexes).size, locale);
        }
      }
      assert.ok(rows.flatMap(({ locales }) => locales).length > 90);
    });
  }

  it('treats a region as its language, and an unknown language as one with a single form', () => {
    assert.equal(listedRule('laravel-plural', 'ru-RU').count, 3);
    assert.equal(listedRule('symfony-plural', 'pt_BR').indexOf(0), 0);
    assert.equal(listedRule('laravel-plural', 'pt_BR').indexOf(0), 1);
    assert.equal(listedRule('laravel-plural', 'qaa').count, 1);
  });
});

describe('vueRule', () => {
  // What `t(key, n)` of vue-i18n 9 returned for messages with two, three and four forms, n from 0 to 5.
  it('selects the forms of vue-i18n’s default rule for as many forms as the source has', () => {
    assert.equal(indexesOf(vueRule(1, 'de', 1), 6), '000000');
    assert.equal(indexesOf(vueRule(2, 'ru', 2), 6), '101111');
    assert.equal(indexesOf(vueRule(3, 'ru', 3), 6), '012222');
    assert.equal(indexesOf(vueRule(4, 'de', 4), 6), '012222');
  });

  it('takes exactly the forms of the language, or one more for 0, as the project’s own rule', () => {
    assert.equal(indexesOf(vueRule(3, 'ru', 2), 6), '201112');
    assert.equal(indexesOf(vueRule(4, 'ru', 2), 6), '012223');
    assert.equal(vueRule(4, 'ru', 2).indexOf(21), 1);
  });
});

describe('formCounts', () => {
  it('names the usual number of forms first, and those that a project’s own rule may need', () => {
    assert.deepEqual(formCounts('laravel-plural', 'ru', 2), [3]);
    assert.deepEqual(formCounts('laravel-plural', 'ar', 2), [6]);
    assert.deepEqual(formCounts('vue-plural', 'de', 2), [2]);
    assert.deepEqual(formCounts('vue-plural', 'ja', 2), [1, 2]);
    assert.deepEqual(formCounts('vue-plural', 'ja', 3), [3, 1, 2]);
    assert.deepEqual(formCounts('vue-plural', 'ru', 2), [2, 3, 4]);
  });

  it('treats an unknown language as one with singular and plural, whatever the language of the machine', async () => {
    const module = pathToFileURL(path.resolve(import.meta.dirname, '../../../../src/placeholders/pipes/pipeRules.ts'));
    const script =
      `const { formCounts } = await import(${JSON.stringify(module.href)});` +
      `console.log(JSON.stringify(['qaa', 'ar'].map((locale) => formCounts('vue-plural', locale, 2))));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, LC_ALL: 'ar_EG.UTF-8' },
    });
    assert.deepEqual(JSON.parse(stdout), [[2], [2, 6, 7]]);
  });
});
