import assert from 'node:assert/strict';
import {
  allLocalesLayout,
  detectLayout,
  existingLocales,
  isSingleFile,
  targetPath,
} from '../../../src/locales/layout.ts';
import { withSentence } from '../../builders/englishReason.ts';
import { LayoutPatternError } from '../../../src/locales/layoutPatternError.ts';
import { parseLayoutPatterns } from '../../../src/locales/layoutPattern.ts';

interface Example {
  readonly path: string;
  readonly siblings?: readonly string[];
  readonly patterns?: readonly string[];
  readonly pattern: string;
  readonly source: string;
  /** Locale → path. */
  readonly targets: Readonly<Record<string, string>>;
  readonly existing?: readonly string[];
}

const examples: readonly Example[] = [
  {
    path: 'locales/en.json',
    siblings: ['locales/en.json', 'locales/ja.json', 'package.json'],
    pattern: 'locales/{locale}.json',
    source: 'en',
    targets: { ja: 'locales/ja.json', 'pt-BR': 'locales/pt-BR.json', en: 'locales/en.json' },
    existing: ['ja'],
  },
  {
    path: 'src/i18n/en.json',
    siblings: ['src/i18n/pt_BR.json', 'src/i18n/new.json'],
    pattern: 'src/i18n/{locale}.json',
    source: 'en',
    targets: { 'pt-BR': 'src/i18n/pt_BR.json', 'fr-CA': 'src/i18n/fr_CA.json', 'zh-Hant': 'src/i18n/zh_TW.json' },
    existing: ['pt-BR'],
  },
  { path: 'lang/en-us.json', pattern: 'lang/{locale}.json', source: 'en-US', targets: { 'pt-BR': 'lang/pt-br.json' } },
  {
    path: 'locales/en.json',
    siblings: ['locales/zh-CN.json', 'locales/no.json'],
    pattern: 'locales/{locale}.json',
    source: 'en',
    targets: { 'zh-Hans': 'locales/zh-CN.json', nb: 'locales/no.json', 'zh-Hant': 'locales/zh-TW.json' },
  },
  {
    path: 'data/de.json',
    siblings: ['data/fr.json'],
    pattern: 'data/{locale}.json',
    source: 'de',
    targets: { fr: 'data/fr.json' },
    existing: ['fr'],
  },
  {
    path: 'public/locales/en/common.json',
    siblings: ['public/locales/de/common.json', 'public/locales/fr/other.json'],
    pattern: 'public/locales/{locale}/common.json',
    source: 'en',
    targets: { de: 'public/locales/de/common.json' },
    existing: ['de'],
  },
  {
    path: 'locales/en/it.json',
    pattern: 'locales/{locale}/it.json',
    source: 'en',
    targets: { ja: 'locales/ja/it.json' },
  },
  {
    path: 'locales/en/shop/cart.json',
    pattern: 'locales/{locale}/shop/cart.json',
    source: 'en',
    targets: { ja: 'locales/ja/shop/cart.json' },
  },
  {
    path: 'locales/en/messages.en.json',
    pattern: 'locales/{locale}/messages.{locale}.json',
    source: 'en',
    targets: { ja: 'locales/ja/messages.ja.json' },
  },
  {
    path: '_locales/en/messages.json',
    pattern: '_locales/{locale}/messages.json',
    source: 'en',
    targets: { 'pt-BR': '_locales/pt_BR/messages.json' },
  },
  {
    path: 'package.nls.json',
    siblings: ['package.nls.json', 'package.nls.ja.json', 'package.nls.zh-cn.json', 'package.json'],
    pattern: 'package.nls.{locale}.json',
    source: 'en',
    targets: {
      ja: 'package.nls.ja.json',
      'pt-BR': 'package.nls.pt-br.json',
      'zh-Hans': 'package.nls.zh-cn.json',
      en: 'package.nls.json',
    },
    existing: ['ja', 'zh-CN'],
  },
  {
    path: 'l10n/bundle.l10n.json',
    pattern: 'l10n/bundle.l10n.{locale}.json',
    source: 'en',
    targets: { ja: 'l10n/bundle.l10n.ja.json' },
  },
  {
    path: 'src/messages.en.json',
    pattern: 'src/messages.{locale}.json',
    source: 'en',
    targets: { ja: 'src/messages.ja.json' },
  },
  {
    path: 'lib/l10n/app_en.arb',
    siblings: ['lib/l10n/app_pt_BR.arb'],
    pattern: 'lib/l10n/app_{locale}.arb',
    source: 'en',
    targets: { 'pt-BR': 'lib/l10n/app_pt_BR.arb', 'zh-TW': 'lib/l10n/app_zh_TW.arb' },
    existing: ['pt-BR'],
  },
  {
    path: 'apps/web/copy/en/home.json',
    patterns: ['apps/*/copy/{locale}/{name}.json'],
    pattern: 'apps/web/copy/{locale}/home.json',
    source: 'en',
    targets: { ja: 'apps/web/copy/ja/home.json' },
  },
  {
    path: 'src/no/x/text-no.json',
    patterns: ['./src/**/text-{locale}.json'],
    pattern: 'src/no/x/text-{locale}.json',
    source: 'no',
    targets: { ja: 'src/no/x/text-ja.json' },
  },
  {
    path: 'copy/EN.json',
    siblings: ['copy/DE.json'],
    patterns: ['copy/{locale}.json'],
    pattern: 'copy/{locale}.json',
    source: 'en',
    targets: { de: 'copy/DE.json' },
    existing: ['de'],
  },
  {
    path: 'locales/pt_BR/a_b.json',
    patterns: ['locales/{locale}/{name}.json'],
    pattern: 'locales/{locale}/a_b.json',
    source: 'pt-BR',
    targets: { 'en-GB': 'locales/en_GB/a_b.json' },
  },
];

describe('detectLayout', () => {
  for (const { path, siblings = [], patterns = [], pattern, source, targets, existing } of examples) {
    it(`returns ${pattern} for ${path}`, () => {
      const layout = detectLayout(path, siblings, parseLayoutPatterns(patterns));
      assert.ok(layout);
      assert.equal(layout.pattern, pattern);
      assert.equal(layout.sourceLocale, source);
      assert.equal(layout.sourcePath, path);
      for (const [locale, target] of Object.entries(targets)) assert.equal(targetPath(layout, locale), target);
      if (existing) assert.deepEqual(existingLocales(layout, siblings), existing);
    });
  }

  it('finds no layout in other paths', () => {
    for (const path of [
      'package.json',
      'src/app.json',
      'tsconfig.json',
      'src/no/data.json',
      'data/it.json',
      'dist/app.min.json',
      'locales/README.md',
      'src/is.ts',
      'en',
      'locales/index.json',
    ]) {
      assert.equal(detectLayout(path, ['package.json', 'src/index.ts']), undefined, path);
    }
  });

  it('accepts only locales as part of a path', () => {
    const layout = detectLayout('locales/en.json', []);
    assert.ok(layout);
    for (const locale of ['../../etc/passwd', 'ja/../x', '', 'ja.json', '..'])
      assert.throws(() => targetPath(layout, locale), /is not a locale/u);
  });

  it('prefers the user’s patterns, and rejects invalid ones', () => {
    const patterns = parseLayoutPatterns(['locales/en/{locale}.json']);
    assert.equal(detectLayout('locales/en/it.json', [], patterns)?.pattern, 'locales/en/{locale}.json');
    const reasonOf = (pattern: string): unknown => {
      try {
        return parseLayoutPatterns([pattern]);
      } catch (error) {
        return error instanceof LayoutPatternError && error.pattern === pattern ? error.reason : error;
      }
    };
    for (const [pattern, reason] of Object.entries({
      'locales/*.json': 'no-locale',
      'locales/*.{json,ts}': 'no-locale',
      'src/i18n.ts -> src/all.ts': 'no-locale',
      'a -> b -> {locale}': 'several-arrows',
      'docs/*.md -> {locale}/**': 'unmatched-wildcard',
    }))
      assert.deepEqual(reasonOf(pattern), reason);
    for (const pattern of [
      '/etc/{locale}.json',
      '../{locale}.json',
      'a/../../{locale}.json',
      'C:/{locale}.json',
      'a\\{locale}.json',
    ]) {
      assert.throws(() => parseLayoutPatterns([pattern]), withSentence(/inside the project/u), pattern);
    }
  });
});

describe('files that hold all locales', () => {
  it('are found by a pattern without a locale, if their format can hold several', () => {
    for (const [pattern, path] of [
      ['src/**/texts.{js,ts}', 'src/app/texts.ts'],
      ['i18n.php', 'i18n.php'],
      ['data/*.csv', 'data/ui.csv'],
    ] as const) {
      const layout = detectLayout(path, [], parseLayoutPatterns([pattern]), 'de');
      assert.ok(layout);
      assert.deepEqual([isSingleFile(layout), layout.sourceLocale, layout.namesSource], [true, 'de', false]);
      assert.equal(targetPath(layout, 'fr'), path);
      assert.deepEqual(existingLocales(layout, [path]), []);
    }
  });

  it('may be tables anywhere, and modules and data files named for messages', () => {
    for (const path of [
      'data/ui.csv',
      'a.tsv',
      'src/i18n.ts',
      'i18n.php',
      'Cards.i18n.php',
      'src/locales/index.js',
      'i18n.json',
      'locales/app.yml',
    ])
      assert.equal(allLocalesLayout(path, 'en')?.pattern, path);
    for (const path of [
      'src/app.ts',
      'a/index.php',
      'src/app.json',
      'src/i18n.d.ts',
      'node_modules/a/i18n.js',
      'i18n.md',
    ])
      assert.equal(allLocalesLayout(path, 'en'), undefined, path);
  });
});

describe('detectLayout without other files', () => {
  it('decides by the path alone', () => {
    for (const path of [
      'locales/en.json',
      'locales/ja.json',
      'package.nls.json',
      'package.nls.ja.json',
      'public/locales/fr/common.json',
      'src/en.json',
      'a/messages.de.json',
    ])
      assert.ok(detectLayout(path, []) !== undefined, path);
    for (const path of [
      'package.json',
      'data/it.json',
      'src/no/data.json',
      'src/en.ts',
      'app.min.json',
      'locales/index.json',
      'locales/en.png',
    ])
      assert.equal(detectLayout(path, []), undefined, path);
  });
});
