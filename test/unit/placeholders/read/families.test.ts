import assert from 'node:assert/strict';
import { findPlaceholders } from '../../../../src/placeholders/findPlaceholders.ts';
import { syntaxesOfUnits } from '../../../../src/placeholders/project/syntaxes.ts';
import { protect } from '../../../../src/placeholders/protect.ts';
import { restore } from '../../../../src/placeholders/restore.ts';

/** A text of a file, and the texts of its placeholders. */
interface Case {
  readonly format: string;
  readonly dependencies?: readonly string[];
  readonly path?: string;
  readonly text: string;
  readonly runs: readonly string[];
  /** Other texts of the file. */
  readonly others?: readonly string[];
}

function syntaxesOf({ format, dependencies = [], path = 'en.x', text, others = [] }: Case) {
  const units = [text, ...others].map((one) => ({ text: one }));
  return syntaxesOfUnits({ formatId: format, dependencies, path, units })({ text });
}

const phrase: Case = {
  format: 'strings',
  text: 'Start with ${applicationName}',
  runs: ['${applicationName}'],
};
const inflected: Case = {
  format: 'xcstrings',
  text: '^[%lld items](inflect: true)',
  runs: ['^[', '%lld', '](inflect: true)'],
};
const apple = ['strings', 'xcstrings', 'stringsdict', 'xliff'];
const laravel = ['composer:laravel/framework'];
const symfony = ['composer:symfony/framework-bundle'];

/** What the program that reads a format fills in, by its documentation. */
const cases: readonly Case[] = [
  // App Shortcuts and App Intents: developer.apple.com/documentation/appintents/appshortcutphrase.
  ...apple.flatMap((format): readonly Case[] => [
    { ...phrase, format },
    { format, text: 'Summary ${count} of ${total}', runs: ['${count}', '${total}'] },
    // Grammar agreement: developer.apple.com/documentation/foundation/attributedstring.
    { ...inflected, format },
    {
      format,
      text: 'Add ^[${count} large cup](inflect: true, morphology: { number: "plural" }) now',
      runs: ['^[', '${count}', '](inflect: true, morphology: { number: "plural" })'],
    },
    { format, text: 'See [the guide](https://a.example/x) in ^[2]', runs: ['https://a.example/x'] },
  ]),
  // Go's package fmt: explicit argument indexes and verbs.
  ...['json', 'yaml', 'toml', 'ini', 'po', 'properties', 'php', 'csv'].map((format): Case => ({
    format,
    text: 'Hi %[1]s, task %[2]s took %[3]*.[2]*[1]f or %[4]v',
    runs: ['%[1]s', '%[2]s', '%[3]*.[2]*[1]f', '%[4]v'],
  })),
  { format: 'toml', dependencies: ['golang:golang.org/x/text'], text: '%v of %+v is %q', runs: ['%v', '%+v', '%q'] },
  // Colors of MiniMessage next to brackets; help of commands.
  {
    format: 'properties',
    text: '<primary>[<reset>{0}<primary>] x',
    runs: ['<primary>', '<reset>', '{0}', '<primary>'],
  },
  { format: 'yaml', text: '[<red>Admin<gray>] %player%', runs: ['<red>', '<gray>', '%player%'] },
  { format: 'json', text: '<gold>[<white>{}<gold>]', runs: ['<gold>', '<white>', '{}', '<gold>'] },
  { format: 'properties', text: '/<command> <player> <jailname> [datediff]', runs: [] },
  { format: 'yaml', text: '/warp <warp-name> [<player>]', runs: [] },
  { format: 'json', text: 'Usage: /kit <kit> <other_player>', runs: [] },
  { format: 'po', text: 'git push [<remote> <branch>...]', runs: [] },
  // The code of a project formats a text with sprintf, whatever library loads it.
  { format: 'php', dependencies: laravel, text: 'transaction #%d.', runs: ['%d'] },
  { format: 'php', dependencies: laravel, text: 'the %s:%s field', runs: ['%s', '%s'] },
  { format: 'xliff', dependencies: symfony, text: 'Edit record %s of %name%', runs: ['%s', '%name%'] },
  { format: 'yaml', dependencies: ['gem:rails'], text: 'Paid by %1$s on %2$s', runs: ['%1$s', '%2$s'] },
  { format: 'yaml', dependencies: ['gem:rails'], text: '%d. %B %Y', runs: [] },
  { format: 'yaml', dependencies: ['gem:rails'], text: '%u %n', runs: [] },
  { format: 'php', dependencies: laravel, text: '100% sure, 5 %d, %off', runs: [] },
  {
    format: 'chrome',
    text: '%s of $TOTAL$',
    others: ['%s left', 'By %s', '%1$s done'],
    runs: ['%s', '$TOTAL$'],
  },
  { format: 'resx', text: 'Hi {name}', others: ['{a} b', 'c {d}'], runs: ['{name}'] },
  { format: 'qt', text: 'Hi {name}', others: ['{a} b', 'c {d}'], runs: ['{name}'] },
  // Chrome reads `$$` as one dollar sign.
  { format: 'chrome', text: 'html[x$$="a"]', runs: ['$$'] },
  { format: 'chrome', text: '$$5 for $NAME$', runs: ['$$', '$NAME$'] },
  // Minecraft's colors.
  ...['json', 'yaml', 'properties'].map((format): Case => ({
    format,
    text: '&cNo §lentry&r for R&D &amp; others',
    others: ['&7Hi', '&aYes', '§cNo'],
    runs: ['&c', '§l', '&r', '&amp;'],
  })),
  { format: 'properties', text: '&File and &open', others: ['&Edit', '&View', '&about'], runs: [] },
  // Subtitles.
  {
    format: 'vtt',
    text: '<v Mary Smith>Hi <00:01.500><c.loud>you</c></v>',
    runs: ['<v Mary Smith>', '<00:01.500>', '<c.loud>', '</c>', '</v>'],
  },
  { format: 'srt', text: '{\\an8}<i>Hi</i>', runs: ['{\\an8}', '<i>', '</i>'] },
  // Addresses with placeholders, and schemes with the ending of a language.
  { format: 'resx', text: 'https://{{Hostname}}/ or not', runs: ['https://{{Hostname}}/'] },
  { format: 'json', text: 'Ein https://-Präfix, ein mailto:-Link, ftp://:n ja http://-vel', runs: [] },
];

describe('families', () => {
  for (const labeled of cases) {
    it(`finds in ${labeled.format}: ${labeled.text}`, () => {
      const found = findPlaceholders(labeled.text, syntaxesOf(labeled)).map(({ text }) => text);
      assert.deepEqual(found, labeled.runs);
      const sent = protect(labeled.text, syntaxesOf(labeled));
      assert.deepEqual(restore(sent.text, sent).text, labeled.text);
    });
  }

  const damaged: readonly (readonly [Case, string])[] = [
    [phrase, 'Mit ${üapplicationName} starten'],
    [phrase, 'Mit ${applicationname} starten'],
    [phrase, 'Mit applicationName starten'],
    [inflected, '^[%lld Artikel](üinflect: ütrue)'],
    [inflected, '%lld Artikel'],
    [inflected, '^[%lld Artikel]'],
    [{ format: 'json', text: 'Hi %[1]s, task %[2]s', runs: [] }, 'Hola %[2]s'],
    [{ format: 'json', text: 'Hi %[1]s', runs: [] }, 'Hola %1$s'],
    [{ format: 'toml', text: '%d of %v', runs: [] }, '%v von %d'],
    [{ format: 'chrome', text: 'html[x$$="a"]', runs: [] }, 'html[x$="a"]'],
    [{ format: 'php', dependencies: laravel, text: 'step #%d', runs: [] }, 'Schritt #'],
    [{ format: 'po', text: 'Saved {path}', runs: [] }, 'Guardado {ruta}'],
  ];
  for (const [source, translation] of damaged) {
    it(`reports an error in ${source.format}: ${translation}`, () => {
      const { problems } = restore(translation, protect(source.text, syntaxesOf(source)));
      assert.ok(problems.some(({ severity }) => severity === 'error'));
    });
  }
});
