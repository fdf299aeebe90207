import assert from 'node:assert/strict';
import { findPlaceholders } from '../../../../src/placeholders/findPlaceholders.ts';
import { syntaxesOfUnits } from '../../../../src/placeholders/project/syntaxes.ts';

/** Texts, and what is no text in them, as the documentation of each program says. */
const cases: readonly (readonly [formatId: string, text: string, placeholders: readonly string[]])[] = [
  ['factorio', 'Drop __ITEM__iron-plate__ here: __1__ of __2__', ['__ITEM__iron-plate__', '__1__', '__2__']],
  [
    'factorio',
    '__CONTROL_STYLE_BEGIN__Shift__CONTROL_STYLE_END__ and __ALT_CONTROL__1__build__ to move',
    ['__CONTROL_STYLE_BEGIN__', '__CONTROL_STYLE_END__', '__ALT_CONTROL__1__build__'],
  ],
  [
    'factorio',
    '__1__ __plural_for_parameter_1__{0,1=day|ends in 11=days|rest=days}__ left',
    ['__1__', '__plural_for_parameter_1__{0,1=', '|ends in 11=', '|rest=', '}__'],
  ],
  [
    'factorio',
    '[color=red]Press[/color] [img=item/iron-plate] or [item=wood].\\n[optional] a | b = c',
    ['[color=red]', '[/color]', '[img=item/iron-plate]', '[item=wood]', '\\n'],
  ],
  ['inno', 'Install [name/ver] in {app}?%n%nIt needs %1 [mb].', ['[name/ver]', '{app}', '%n', '%n', '%1', '[mb]']],
  ['inno', '100%% of {#AppName} (%2) [optional]', ['%%', '{#AppName}', '%2']],
  ['lang', '§6%1$s§r sold %d of %s (100%%)', ['§6', '%1$s', '§r', '%d', '%s', '%%']],
  ['lang', 'Save & close', []],
  [
    'wxl',
    '{\\WixUI_Font_Title}Welcome to [ProductName] !(loc.Name)',
    ['{\\WixUI_Font_Title}', '[ProductName]', '!(loc.Name)'],
  ],
  ['wxl', 'Error [2]: $(var.File) [!FilePath] (see below) [a b]', ['[2]', '$(var.File)', '[!FilePath]']],
  ['rimworld', '{0} gives {PAWN_nameDef} to [OTHER_nameDef].\\n', ['{0}', '{PAWN_nameDef}', '[OTHER_nameDef]', '\\n']],
  ['rimworld', '(*Name)Stall(/Name) (new) {PAWN_gender ? his : her}', ['(*Name)', '(/Name)', '{PAWN_gender ?']],
  ['umbraco', 'Sell %0% to <b>%1%</b> at 50%', ['%0%', '<b>', '%1%', '</b>']],
  ['salesforce-labels', '{0} of {1} &amp; more', ['{0}', '{1}', '&amp;']],
];

describe('placeholders of games and installers', () => {
  for (const [formatId, text, placeholders] of cases) {
    it(`are found in ${formatId}: ${text}`, () => {
      const unit = { id: 'a', text, start: 0, end: 0 };
      const syntaxesOf = syntaxesOfUnits({ formatId, units: [unit] });
      assert.deepEqual(
        findPlaceholders(text, syntaxesOf(unit)).map((placeholder) => placeholder.text),
        placeholders,
      );
    });
  }
});
