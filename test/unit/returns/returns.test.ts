import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCheckout } from '../../returns/checkoutProject.ts';
import { collectPairs } from '../../returns/returnedPairs.ts';
import { ReturnsReport } from '../../returns/returnsReport.ts';

describe('checks of the translations in a checkout', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'returns-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function check(
    files: Readonly<Record<string, string>>,
    {
      icuMessages = 'branches',
      withBrackets = false,
    }: { readonly icuMessages?: 'branches' | 'whole'; readonly withBrackets?: boolean } = {},
  ): Promise<ReturnsReport> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), text);
    }
    const report = new ReturnsReport({ withBrackets });
    const settings = { patterns: [], sourceLocale: 'en', icuMessages };
    await collectPairs(await openCheckout(root, 'en'), settings, report);
    return report;
  }

  function linesOf({ findings }: ReturnsReport): readonly string[] {
    return findings.map(({ pair: { targetLocale, key, branch }, problem: { severity, kind, family, text } }) =>
      [targetLocale, branch === undefined ? key : `${key} [${branch}]`, severity, kind, family, text].join(' '),
    );
  }

  it('pairs each translation with its source, by file and key', async () => {
    const report = await check({
      'package.json': '{"dependencies": {"i18next": "1"}}',
      'locales/en.json': '{"a": "Hello, {{name}}", "b": "Save", "c": "Not translated"}',
      'locales/de.json': '{"a": "Hallo, {{nam}}", "b": "Sichern", "c": "", "d": "Not in the source"}',
      'locales/fr.json': '{"a": "Bonjour, {{name}}"}',
      'node_modules/x/locales/en.json': '{"a": "Hello"}',
      'node_modules/x/locales/de.json': '{"a": "Hallo"}',
    });
    assert.deepEqual(
      [...report.counts].map(([format, counts]) => [format, Object.fromEntries(counts)]),
      [['json', { de: { pairs: 2, errors: 1, warnings: 0 }, fr: { pairs: 1, errors: 0, warnings: 0 } }]],
    );
    assert.deepEqual(linesOf(report), [
      'de a error extra-placeholder mustache {{nam}}',
      'de a error missing-placeholder mustache {{name}}',
    ]);
    assert.deepEqual(
      report.findings.map(({ pair: { sourceFile, targetFile } }) => [sourceFile, targetFile]),
      Array.from({ length: 2 }, () => ['locales/en.json', 'locales/de.json']),
    );
  });

  it('takes the families of placeholders from the manifest', async () => {
    const files = {
      'lang/en.json': '{"a": "Hello, :name"}',
      'lang/de.json': '{"a": "Hallo, :nom"}',
    };
    assert.deepEqual(linesOf(await check(files)), []);
    assert.deepEqual(linesOf(await check({ ...files, 'composer.json': '{"require": {"laravel/framework": "11"}}' })), [
      'de a error extra-placeholder laravel :nom',
      'de a error missing-placeholder laravel :name',
    ]);
  });

  it('takes the families of placeholders from the flags of a PO file, and skips fuzzy entries', async () => {
    const entry = (flags: string, id: string, text: string): string =>
      `${flags === '' ? '' : `#, ${flags}\n`}msgid "${id}"\nmsgstr "${text}"\n`;
    const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"\n';
    const report = await check({
      'locale/de/LC_MESSAGES/app.po': [
        header,
        entry('c-format', '%d files', 'Dateien'),
        entry('', '5% discount', '5 Prozent Rabatt'),
        entry('fuzzy, c-format', '%d words', 'Wörter'),
      ].join('\n'),
    });
    assert.equal(report.total.pairs, 2);
    assert.deepEqual(
      linesOf(report).map((line) => line.replace(/^de .*(?=error)/u, '')),
      ['error missing-placeholder printf %d'],
    );
  });

  it('does not pair translations of different languages with one another', async () => {
    const po = (language: string, text: string): string =>
      `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: ${language}\\n"\n\n` +
      `msgid "Open"\nmsgstr "${text}"\n`;
    const report = await check({
      'locale/de/LC_MESSAGES/app.po': po('de', 'Öffnen'),
      'locale/fr/LC_MESSAGES/app.po': po('fr', 'Ouvrir'),
    });
    assert.deepEqual(Object.fromEntries(report.counts.get('po') ?? []), {
      de: { pairs: 1, errors: 0, warnings: 0 },
      fr: { pairs: 1, errors: 0, warnings: 0 },
    });
  });

  it('compares a plural form with the source form that would be ordered', async () => {
    const strings = (...items: readonly string[]): string =>
      `<resources><plurals name="files">${items.join('')}</plurals></resources>`;
    const report = await check({
      'app/src/main/res/values/strings.xml': strings(
        '<item quantity="one">A file</item>',
        '<item quantity="other">%d files</item>',
      ),
      'app/src/main/res/values-ru/strings.xml': strings(
        '<item quantity="few">%d файла</item>',
        '<item quantity="many">Файлы</item>',
        '<item quantity="other">%d файла</item>',
      ),
    });
    // Counts of Android are whole numbers, for which Russian has no “other”.
    assert.equal(report.total.pairs, 2);
    assert.deepEqual(linesOf(report), ['ru files#many error missing-placeholder printf %d']);
  });

  it('takes the numbers of a plural form from the file’s own rule', async () => {
    const found = async (locale: string, rule: string, form: string): Promise<readonly string[]> => {
      const header = [
        `Language: ${locale}`,
        `Plural-Forms: nplurals=2; plural=${rule};`,
        'Content-Type: text/plain; charset=UTF-8',
      ];
      const report = await check({
        [`locale/${locale}/LC_MESSAGES/app.po`]:
          `# A translation\nmsgid ""\nmsgstr ""\n${header.map((line) => `"${line}\\n"\n`).join('')}\n` +
          `msgid "One page"\nmsgid_plural "%(count)s pages"\nmsgstr[0] "${form}"\nmsgstr[1] "%(count)s"\n`,
      });
      await rm(path.join(root, 'locale'), { recursive: true });
      return report.findings.map(({ problem: { severity, kind, text } }) => `${severity} ${kind} ${text}`);
    };
    assert.deepEqual(await found('fr', '(n != 1)', 'Une page'), []);
    assert.deepEqual(await found('fr', '(n > 1)', 'Une page'), ['warning missing-placeholder %(count)s']);
    assert.deepEqual(await found('tr', '(n > 1)', 'Bir sayfa'), ['warning missing-placeholder %(count)s']);
    assert.deepEqual(await found('is', '(n != 1)', 'Ein síða'), []);
    assert.deepEqual(await found('is', '(n % 10 != 1 || n % 100 == 11)', 'Ein síða'), [
      'error missing-placeholder %(count)s',
    ]);
  });

  it('only warns of a missing number if the project does not load the rules of its language', async () => {
    const files = {
      'config/locales/en.yml': 'en:\n  day:\n    one: "1 day"\n    other: "%{count} days"\n',
      'config/locales/ru.yml':
        'ru:\n  day:\n    one: "1 день"\n    few: "%{count} дня"\n    many: "%{count} дней"\n    other: "%{count} дня"\n',
    };
    const problem = 'missing-placeholder - %{count}';
    const lost = { ...files, 'config/locales/uk.yml': 'uk:\n  day:\n    one: "1 день"\n    other: "днів"\n' };
    assert.deepEqual(linesOf(await check({ ...files, Gemfile: "gem 'rails', '8.0'\n" })), [
      `ru day#one warning ${problem}`,
    ]);
    assert.deepEqual(linesOf(await check({ ...lost, Gemfile: "gem 'rails', '8.0'\n" })).slice(1), [
      `uk day#one warning ${problem}`,
      'uk day#other error missing-placeholder ruby %{count}',
    ]);
    await rm(path.join(root, 'config/locales/uk.yml'));
    const withRules = "gem 'rails', '8.0'\ngem 'rails-i18n'\n";
    assert.deepEqual(linesOf(await check({ ...files, Gemfile: withRules })), [`ru day#one error ${problem}`]);
    const withOwnRules = { Gemfile: "gem 'rails', '8.0'\n", 'config/locales/plurals.rb': '{}' };
    assert.deepEqual(linesOf(await check({ ...files, ...withOwnRules })), [`ru day#one error ${problem}`]);
  });

  it('compares the branches of an ICU message, and joins them', async () => {
    const files = {
      'lib/l10n/app_en.arb': '{"@@locale": "en", "n": "{n, plural, one {# day of {x}} other {# days of {x}}}"}',
      'lib/l10n/app_pl.arb':
        '{"@@locale": "pl", "n": "{n, plural, one {# dzień {x}} few {# dni {x}} many {# dni} other {# dnia {x}}}"}',
    };
    const report = await check(files);
    assert.equal(report.total.pairs, 4);
    assert.deepEqual(linesOf(report), ['pl n [n:many] error missing-placeholder icu {x}']);
    const whole = await check(files, { icuMessages: 'whole' });
    assert.equal(whole.total.pairs, 1);
    assert.equal(whole.total.errors, 1);
  });

  it('checks a message with other choices than its source as a whole', async () => {
    const report = await check({
      'lib/l10n/app_en.arb': '{"n": "{n, plural, one {# day} other {# days}}"}',
      'lib/l10n/app_de.arb': '{"n": "{m, plural, one {# Tag} other {# Tage}}"}',
    });
    assert.deepEqual([...report.skips], [['other-branches', 1]]);
    assert.ok(report.findings.every(({ pair }) => pair.isOtherwiseBranched === true));
    assert.equal(report.total.errors, 1);
  });

  it('returns the source’s placeholders in brackets if asked to', async () => {
    const files = {
      'app/src/main/res/values/strings.xml': '<resources><string name="a">%s files</string></resources>',
      'app/src/main/res/values-ja/strings.xml': '<resources><string name="a">5%s</string></resources>',
    };
    assert.equal((await check(files)).total.errors, 1);
    assert.equal((await check(files, { withBrackets: true })).total.errors, 0);
  });

  it('names files that cannot be read, and goes on', async () => {
    const report = await check({
      'locales/en.json': '{"a": "Open"}',
      'locales/de.json': '{"a": "Öffnen"',
      'locales/fr.json': '{"a": "Ouvrir"}',
    });
    assert.equal(report.total.pairs, 1);
    assert.deepEqual(
      report.unreadableFiles.map(({ file }) => file),
      ['locales/en.json (de)'],
    );
  });
});
