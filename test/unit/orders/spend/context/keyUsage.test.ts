import assert from 'node:assert/strict';
import { inSearchOrder, isCodePath } from '../../../../../src/editor/workspace/codePaths.ts';
import { keySearch, usageKey, isLocalePath, keyScope } from '../../../../../src/orders/spend/context/keyUsage.ts';
import { openSourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { memoryProject } from '../../memoryProject.ts';

/** Returns `KEY:LINE` for every match. */
function found(text: string, keys: readonly string[], scope?: string): readonly string[] {
  return keySearch(keys, scope)(text).map(({ key, line }) => `${key}:${line}`);
}

describe('keySearch', () => {
  it('finds a whole key in quotes of any kind, with its line', () => {
    const code =
      'const a = t(\'cart.title\');\n\nconst b = t("cart.title") + t(`cart.empty`);\n<p :title="$t(\'cart.empty\')">';
    assert.deepEqual(found(code, ['cart.title', 'cart.empty']), [
      'cart.title:1',
      'cart.title:3',
      'cart.empty:3',
      'cart.empty:4',
    ]);
  });

  it('lists quoted keys and identifiers in the order of the code', () => {
    const code = "show(R.string.cart_title);\nt('cart.empty');\nshow(R.string.cart_total);";
    assert.deepEqual(found(code, ['cart.title', 'cart.empty', 'cart.total']), [
      'cart.title:1',
      'cart.empty:2',
      'cart.total:3',
    ]);
  });

  it('finds no part of a key, and no key without quotes', () => {
    assert.deepEqual(found("t('cart.title.long'); t('my.cart.title'); cart.title; // cart.title", ['cart.title']), []);
  });

  it('is not misled by apostrophes in comments and texts', () => {
    assert.deepEqual(
      found("// don't do it\n<p>It's here</p> {t('cart.title')} isn't it {t('cart.empty')}", [
        'cart.title',
        'cart.empty',
      ]),
      ['cart.title:2', 'cart.empty:2'],
    );
  });

  it('accepts a single word as a key only in a lookup', () => {
    const sure = [
      "t('title')",
      '$t("title")',
      "i18n.t('title')",
      "_('title')",
      "__( 'title' )",
      '<Trans i18nKey="title" />',
      "<FormattedMessage id='title' />",
      "formatMessage({ id: 'title' })",
      't "title"',
      'getString("title")',
    ];
    for (const code of sure) assert.deepEqual(found(code, ['title']), ['title:1'], code);
    const unsure = [
      "'title'",
      'const title = "title";',
      "{ type: 'title' }",
      "<p id='title'>",
      "alert('title')",
      "import('title')",
      "left('title')",
      "x.set('title')",
    ];
    for (const code of unsure) assert.deepEqual(found(code, ['title']), [], code);
    assert.deepEqual(found("use('saveButton')", ['saveButton']), ['saveButton:1']);
  });

  it('finds the identifiers that platforms derive from keys', () => {
    const keys = ['cart_title', 'app.name', 'greeting'];
    const cases: Readonly<Record<string, string>> = {
      'getString(R.string.cart_title)': 'cart_title:1',
      'resources.getQuantityString(R.plurals.cart_title, n)': 'cart_title:1',
      'android:text="@string/cart_title"': 'cart_title:1',
      'R.string.app_name': 'app.name:1',
      'Text(AppLocalizations.of(context)!.greeting)': 'greeting:1',
      'S.of(context).greeting': 'greeting:1',
      'S.current.greeting': 'greeting:1',
      'L10n.of( context ).greeting': 'greeting:1',
      'context.l10n.greeting': 'greeting:1',
      't(:greeting)': 'greeting:1',
      '"title": "%app.name%"': 'app.name:1',
    };
    for (const [code, match] of Object.entries(cases)) assert.deepEqual(found(code, keys), [match], code);
    assert.deepEqual(found('R.string.cart_title_long, @string/other, foo.greeting, greeting', keys), []);
  });

  it('finds keys after the name of their file', () => {
    assert.deepEqual(found("t('cart:title'); __('cart.empty'); t('shop:title')", ['title', 'empty'], 'cart'), [
      'title:1',
      'empty:1',
    ]);
  });

  it('looks up all forms of a plural by one key', () => {
    assert.deepEqual(['items#one', 'items#ordinal-few', 'items'].map(usageKey), ['items', 'items', 'items']);
  });

  it('finds keys that are sentences, with escaped quotes, without their context', () => {
    assert.deepEqual(found(`_('It\\'s empty'); tr("Open the file")`, ["It's empty", 'MainWindow.Open the file']), [
      "It's empty:1",
      'MainWindow.Open the file:1',
    ]);
  });

  it('shows a long line around the key, on one line', () => {
    const [match] = keySearch(['cart.title'])(`${'x'.repeat(5000)} t('cart.title') ${'y'.repeat(5000)}`);
    assert.ok(match!.code.length <= 160 && match!.code.includes("t('cart.title')"), match!.code);
    assert.equal(keySearch(['cart.title'])("\n\t t('cart.title',\t1);\r\n")[0]?.code, "t('cart.title', 1);");
  });

  it('reads a file of half a megabyte for ten thousand keys in one pass', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `section.key_${index}`);
    const code = keys.map((key) => `const text = t('${key}');`).join('\n');
    const before = performance.now();
    assert.equal(keySearch(keys)(code).length, 10_000);
    assert.equal(keySearch(keys)(`${"'".repeat(250_000)}${'a'.repeat(250_000)}${'"'.repeat(10_000)}`).length, 0);
    assert.ok(performance.now() - before < 3000);
  }).timeout(20_000);
});

describe('isCodePath', () => {
  it('accepts source code', () => {
    for (const path of [
      'src/cart.tsx',
      'app/views/cart.html.erb',
      'lib/main.dart',
      'a.PHP',
      'app/src/main/res/layout/cart.xml',
      'AndroidManifest.xml',
    ])
      assert.equal(isCodePath(path), true, path);
  });

  it('rejects data, installed and generated files, and files that may contain credentials', () => {
    const others = [
      'a.json',
      'notes.md',
      'logo.svg',
      'node_modules/x/a.js',
      'packages/a/dist/a.js',
      'ios/Pods/A/a.m',
      '.venv/lib/a.py',
      'a.min.js',
      '.env',
      '.env.ts',
      '.env.local.js',
      'id_rsa.py',
      'credentials.ts',
      'secrets.rb',
      'server.key',
      'a.pem',
      'Makefile',
      '.ts',
      'res/values/strings.xml',
      'pom.xml',
    ];
    for (const path of others) assert.equal(isCodePath(path), false, path);
  });

  it('orders source files before tests, always in the same order', () => {
    const paths = ['test/a.ts', 'src/b.ts', 'src/a.test.ts', 'src/a.ts', 'src/b.ts'];
    assert.deepEqual(inSearchOrder(paths), ['src/a.ts', 'src/b.ts', 'src/a.test.ts', 'test/a.ts']);
    assert.deepEqual(inSearchOrder(paths.toReversed()), inSearchOrder(paths));
  });
});

describe('isLocalePath', () => {
  it('recognizes locale files by the layout and by locale folders', async () => {
    const project = memoryProject({
      'src/locales/en/cart.ts': "export default { title: 'Cart' }",
      'src/locales/de/cart.ts': "export default { title: 'Korb' }",
    });
    const source = await openSourceFile(project, 'src/locales/en/cart.ts', { patterns: [], sourceLocale: 'en' });
    for (const path of [
      'src/locales/en/cart.ts',
      'src/locales/de/cart.ts',
      'src/locales/fr/cart.ts',
      'src/locales/en/shop.ts',
      'lang/de.php',
    ])
      assert.equal(isLocalePath(source, path), true, path);
    for (const path of ['src/cart.ts', 'src/locales/index.ts', 'src/de/cart.ts'])
      assert.equal(isLocalePath(source, path), false, path);
  });

  it('recognizes locale files by the layout alone', async () => {
    const texts = '{"title": "Cart"}';
    const project = memoryProject({ 'lib/app_en.arb': texts, 'lib/app_de.arb': texts });
    const source = await openSourceFile(project, 'lib/app_en.arb', { patterns: [], sourceLocale: 'en' });
    for (const path of ['lib/app_en.arb', 'lib/app_de.arb']) assert.equal(isLocalePath(source, path), true, path);
    assert.equal(isLocalePath(source, 'lib/app.dart'), false);
  });

  it('returns the file name as the scope of the keys, unless it is a locale', () => {
    assert.deepEqual(
      ['locales/en/cart.json', 'translations/messages.en.yaml', 'locales/en.json', 'lang/pt-BR.php'].map(keyScope),
      ['cart', 'messages', undefined, undefined],
    );
  });
});
