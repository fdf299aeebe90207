import assert from 'node:assert/strict';
import { documentLayout, documentSource } from '../../../src/locales/documentLayout.ts';
import { existingLocales, targetPath } from '../../../src/locales/layout.ts';
import { parseLayoutPatterns } from '../../../src/locales/layoutPattern.ts';

interface Case {
  readonly path: string;
  readonly otherPaths?: readonly string[];
  readonly patterns?: readonly string[];
  /** The source locale in the settings. Default: `en`. */
  readonly setting?: string;
  readonly locale?: string;
  readonly pattern: string;
  readonly targets: Readonly<Record<string, string>>;
  readonly existing?: readonly string[];
}

const cases: readonly Case[] = [
  // Paths without a locale: the translation is next to the source.
  { path: 'guide.md', pattern: 'guide.{locale}.md', targets: { ja: 'guide.ja.md', 'pt-BR': 'guide.pt-BR.md' } },
  { path: 'docs/manual.v2.docx', pattern: 'docs/manual.v2.{locale}.docx', targets: { fr: 'docs/manual.v2.fr.docx' } },
  { path: 'LICENSE', pattern: 'LICENSE.{locale}', targets: { ja: 'LICENSE.ja' } },
  { path: '.notes', pattern: '.notes.{locale}', targets: { ja: '.notes.ja' } },
  // The same, but named like existing translations in the project.
  {
    path: 'README.md',
    otherPaths: ['README_zh-CN.md', 'README_ja.md'],
    pattern: 'README_{locale}.md',
    targets: { fr: 'README_fr.md', 'zh-Hans': 'README_zh-CN.md', 'pt-BR': 'README_pt-BR.md' },
    existing: ['zh-CN', 'ja'],
  },
  {
    path: 'README.md',
    otherPaths: ['README-pt_BR.md'],
    pattern: 'README-{locale}.md',
    targets: { 'fr-CA': 'README-fr_CA.md' },
    existing: ['pt-BR'],
  },
  {
    path: 'docs/b.md',
    otherPaths: ['docs/a.md', 'docs/a_ja.md', 'docs/a_de.md'],
    pattern: 'docs/b_{locale}.md',
    targets: { ja: 'docs/b_ja.md' },
  },
  { path: 'how.md', otherPaths: ['how-to.md', 'how-it.txt'], pattern: 'how.{locale}.md', targets: { ja: 'how.ja.md' } },
  {
    path: 'docs/guide/start.md',
    otherPaths: ['docs/ja/guide/start.md'],
    pattern: 'docs/{locale}/guide/start.md',
    targets: { fr: 'docs/fr/guide/start.md' },
    existing: ['ja'],
  },
  {
    path: 'docs/new.md',
    otherPaths: ['docs/old.md', 'docs/fr/old.md', 'docs/ja/old.md'],
    pattern: 'docs/{locale}/new.md',
    targets: { ja: 'docs/ja/new.md' },
  },
  {
    path: 'index.html',
    otherPaths: ['it/index.html'],
    pattern: 'index.{locale}.html',
    targets: { ja: 'index.ja.html' },
  },
  // Paths with a locale.
  { path: 'docs/en/guide.md', locale: 'en', pattern: 'docs/{locale}/guide.md', targets: { ja: 'docs/ja/guide.md' } },
  {
    path: 'docs/en/guide/start.md',
    otherPaths: ['docs/pt_BR/guide/other.md', 'docs/pt_BR/guide/start.md'],
    locale: 'en',
    pattern: 'docs/{locale}/guide/start.md',
    targets: { 'zh-Hant': 'docs/zh_Hant/guide/start.md' },
    existing: ['pt-BR'],
  },
  {
    path: 'docs/en-US/guide.md',
    locale: 'en-US',
    pattern: 'docs/{locale}/guide.md',
    targets: { 'pt-BR': 'docs/pt-BR/guide.md' },
  },
  { path: 'guide.en.md', locale: 'en', pattern: 'guide.{locale}.md', targets: { ja: 'guide.ja.md' } },
  { path: 'guide_en_GB.md', locale: 'en-GB', pattern: 'guide_{locale}.md', targets: { 'pt-BR': 'guide_pt_BR.md' } },
  { path: 'help/en.html', locale: 'en', pattern: 'help/{locale}.html', targets: { ja: 'help/ja.html' } },
  { path: 'docs/ja/guide.md', locale: 'ja', pattern: 'docs/{locale}/guide.md', targets: { fr: 'docs/fr/guide.md' } },
  { path: 'movie.de.srt', locale: 'de', pattern: 'movie.{locale}.srt', targets: { fr: 'movie.fr.srt' } },
  {
    path: 'README-ja.md',
    otherPaths: ['README.md'],
    locale: 'ja',
    pattern: 'README-{locale}.md',
    targets: { fr: 'README-fr.md' },
  },
  { path: 'i18n/it/page.md', locale: 'it', pattern: 'i18n/{locale}/page.md', targets: { fr: 'i18n/fr/page.md' } },
  // Names that only look like locales.
  { path: 'sign-in.md', pattern: 'sign-in.{locale}.md', targets: { ja: 'sign-in.ja.md' } },
  { path: 'it/printers.md', pattern: 'it/printers.{locale}.md', targets: { ja: 'it/printers.ja.md' } },
  { path: 'hr/policy.docx', pattern: 'hr/policy.{locale}.docx', targets: { ja: 'hr/policy.ja.docx' } },
  {
    path: 'it/page.md',
    otherPaths: ['de/other.md'],
    locale: 'it',
    pattern: '{locale}/page.md',
    targets: { fr: 'fr/page.md' },
  },
  { path: 'src/ts/notes.txt', pattern: 'src/ts/notes.{locale}.txt', targets: { ja: 'src/ts/notes.ja.txt' } },
  // The user's settings have priority.
  {
    path: 'docs/guide.md',
    otherPaths: ['lang/ja/docs/guide.md'],
    patterns: ['copy/{locale}/**'],
    pattern: 'docs/guide.{locale}.md',
    targets: { fr: 'docs/guide.fr.md' },
  },
  {
    path: 'copy/xx-en/guide.md',
    patterns: ['copy/xx-{locale}/{name}.md'],
    locale: 'en',
    pattern: 'copy/xx-{locale}/guide.md',
    targets: { ja: 'copy/xx-ja/guide.md' },
  },
  {
    path: 'leitfaden.md',
    setting: 'de',
    locale: 'de',
    pattern: 'leitfaden.{locale}.md',
    targets: { en: 'leitfaden.en.md' },
  },
];

describe('documentLayout', () => {
  for (const {
    path,
    otherPaths = [],
    patterns = [],
    setting = 'en',
    locale = setting,
    pattern,
    targets,
    existing = [],
  } of cases) {
    it(`returns ${pattern} for ${path}${otherPaths.length > 0 ? ` next to ${otherPaths.join(', ')}` : ''}`, () => {
      const counterparts = [path, ...otherPaths];
      const layout = documentLayout(path, counterparts, parseLayoutPatterns(patterns), setting);
      assert.equal(layout.pattern, pattern);
      assert.equal(layout.sourceLocale, locale);
      assert.deepEqual(
        Object.fromEntries(Object.keys(targets).map((target) => [target, targetPath(layout, target)])),
        targets,
      );
      assert.deepEqual(existingLocales(layout, counterparts), existing);
    });
  }

  it('accepts only locales as part of a path', () => {
    const layout = documentLayout('guide.md', [], [], 'en');
    assert.throws(() => targetPath(layout, '../../etc/passwd'), /not a locale/u);
  });
});

describe('documentSource', () => {
  const sources: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ['docs/ja/guide.md', ['docs/en/guide.md'], 'docs/en/guide.md'],
    ['docs/ja/guide.md', ['docs/guide.md'], 'docs/guide.md'],
    ['guide.ja.md', ['guide.en.md'], 'guide.en.md'],
    ['guide.ja.md', ['guide.md'], 'guide.md'],
    ['README_zh-CN.md', ['README.md'], 'README.md'],
    ['docs/en/guide.md', ['docs/ja/guide.md'], undefined],
    ['guide.md', ['guide.ja.md'], undefined],
    ['docs/ja/guide.md', [], undefined],
  ];
  for (const [path, otherPaths, source] of sources) {
    const others = otherPaths.length > 0 ? ` next to ${otherPaths.join(', ')}` : '';
    it(`returns ${String(source)} for ${path}${others}`, () => {
      const counterparts = [path, ...otherPaths];
      assert.equal(documentSource(documentLayout(path, counterparts, [], 'en'), counterparts, 'en'), source);
    });
  }
});
