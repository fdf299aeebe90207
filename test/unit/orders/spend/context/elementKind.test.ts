import assert from 'node:assert/strict';
import { elementLine, type ElementClues } from '../../../../../src/orders/spend/context/elementKind.ts';
import { isGeneratedCode } from '../../../../../src/orders/spend/context/keyUsage.ts';
import { placeholderLines } from '../../../../../src/orders/spend/context/placeholderLines.ts';

function lineOf(clues: Partial<ElementClues>): string | undefined {
  return elementLine({ id: 'a', text: 'Save', code: [], ...clues });
}

describe('elementLine', () => {
  const cases: readonly (readonly [Partial<ElementClues>, string | undefined])[] = [
    [{ id: 'cart.submitButton' }, 'on a button'],
    [{ id: 'settings_page_title' }, 'a title'],
    [{ id: 'button.title' }, 'on a button'],
    [{ id: 'menu.label' }, 'an item of a menu'],
    [{ id: 'errors.not_found' }, 'an error message'],
    [{ id: 'searchField.placeholder' }, 'a hint in an empty field'],
    [{ id: 'close.aria-label' }, 'read out by screen readers'],
    [{ id: 'Save the button', text: 'Save the button' }, undefined],
    [{ id: 'cart.count' }, undefined],
    [{ id: '4a.normalTitle', note: 'Class = "UIButton"; normalTitle = "Save"; ObjectID = "4a";' }, 'on a button'],
    [{ id: '4a.title', note: 'Class = "NSMenuItem"; title = "Save"; ObjectID = "4a";' }, 'an item of a menu'],
    [{ code: ['<Button onClick={save}>{t("a")}</Button>'] }, 'on a button'],
    [{ code: ['<input placeholder={t("a")} />'] }, 'a hint in an empty field'],
    [{ code: ['throw new ValidationError(t("a"))'] }, 'an error message'],
    [{ code: ['<h2>{{ $t("a") }}</h2>'] }, 'a title'],
    [{ code: ['ElevatedButton(child: Text(l10n.a))'] }, 'on a button'],
    [{ code: ['const x = t("a")'] }, undefined],
    [{ path: 'locales/en/errors.json' }, 'an error message'],
    [{ path: 'config/locales/mailer/en.yml' }, 'in a mail'],
    [{ path: 'lang/en/pages.php' }, undefined],
  ];
  for (const [clues, kind] of cases) {
    it(`says what ${JSON.stringify(clues)} shows`, () => {
      assert.equal(lineOf(clues), kind && `It is probably ${kind}.`);
    });
  }
});

describe('isGeneratedCode', () => {
  it('recognizes code that tools generate from locale files and forms', () => {
    for (const path of [
      'App/Generated/Strings.swift',
      'R.generated.swift',
      'App/L10n+Generated.swift',
      'Properties/Resources.Designer.cs',
      'lib/l10n/app_localizations_de.dart',
      'lib/i18n/strings.g.dart',
      'build/ui_mainwindow.h',
    ])
      assert.ok(isGeneratedCode(path), path);
  });

  it('does not hide other code', () => {
    for (const path of ['App/Cart.swift', 'src/generatedImage.ts', 'Designer.cs', 'lib/strings.dart', 'src/ui_kit.ts'])
      assert.ok(!isGeneratedCode(path), path);
  });
});

describe('placeholderLines of elements', () => {
  function linesOf(...texts: readonly string[]): readonly string[] {
    return placeholderLines({
      placeholders: texts.map((text) => ({ text, start: 0, end: 1, syntax: 'tag' as const })),
    });
  }

  it('says what empty elements stand for, and shows only their ids', () => {
    assert.deepEqual(linesOf('<x id="PH" equiv-text="network"/>', '<ph id="0" equiv="INTERPOLATION"/>', '<br />'), [
      '<x id="PH"/> is replaced while the program runs (network).',
      '<ph id="0"/> is replaced while the program runs.',
      '<br /> begins a new line.',
    ]);
  });

  it('calls only elements with words in them markup', () => {
    assert.deepEqual(
      linesOf(
        '<x id="START_LINK" ctype="x-a" equiv-text="&lt;a&gt;"/>',
        '<x id="CLOSE_LINK" ctype="x-a"/>',
        '<b>',
        '</b>',
      ),
      ['<x id="START_LINK"/> <x id="CLOSE_LINK"/> <b> </b> is markup: keep it around the words that it belongs to.'],
    );
  });
});
