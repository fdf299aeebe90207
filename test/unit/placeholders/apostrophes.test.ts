import assert from 'node:assert/strict';
import fc from 'fast-check';
import { apostropheRulesOf } from '../../../src/placeholders/project/apostropheRules.ts';
import { manifestKinds } from '../../../src/placeholders/project/dependencyNames.ts';
import { protect } from '../../../src/placeholders/protect.ts';
import { readApostrophes, type ApostropheRule } from '../../../src/placeholders/read/apostropheRule.ts';
import type { PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import {
  readTable,
  showWithFlutter,
  showWithFormatjs,
  showWithJava,
  undecided,
  writtenFor,
  type ApostropheRow,
} from '../../apostrophes/runtimes.ts';

const icu: readonly PlaceholderSyntax[] = ['tag', 'icu', 'brace'];
const rules: readonly (ApostropheRule | undefined)[] = [
  'message-format',
  'flutter',
  'icu',
  'icu-and-tags',
  'literal',
  'uncertain',
  undefined,
];

/** Texts with many apostrophes next to syntax. */
const quotedText = fc
  .array(fc.constantFrom("'", "''", '{0}', '{name}', '<b>', '</b>', '#', 'l', 'été', ' ', '{n, plural, other {#}}'))
  .map((parts) => parts.join(''));

function lineOf({ runtime, source, translation }: ApostropheRow): string {
  return `${runtime}: ${JSON.stringify(source)} → ${JSON.stringify(translation)}`;
}

/** Runs the rules over the table, and the programs that are available. */
describe('apostrophes of returned translations', () => {
  const table = readTable();
  const ofRuntime = (runtime: ApostropheRow['runtime']): readonly ApostropheRow[] =>
    table.filter((row) => row.runtime === runtime);

  for (const row of table) {
    it(`are written so that the program shows what the translator meant: ${lineOf(row)}`, () => {
      assert.equal(writtenFor(row), row.written);
      // Where nobody can know the right escape, the program would indeed show something else.
      if (row.written === undecided) assert.notEqual(row.shownAsReturned, row.meant);
      else assert.equal(row.shown, row.meant);
      if (row.shownAsReturned === row.meant) assert.equal(row.written, row.translation);
    });
  }

  it('are recorded as intl-messageformat’s parser and Flutter’s rule read them', () => {
    for (const row of table.filter(({ written }) => written !== undecided)) {
      const { runtime, translation, written = '' } = row;
      const show =
        runtime === 'intl-messageformat'
          ? showWithFormatjs
          : (text: string) => showWithFlutter(text, runtime === 'flutter use-escaping');
      if (runtime === 'java' || runtime === 'unformatted') continue;
      assert.deepEqual([show(translation), show(written)], [row.shownAsReturned, row.shown], lineOf(row));
    }
  });

  it('are recorded as Java’s MessageFormat shows them (skipped without Java)', function () {
    const rows = ofRuntime('java').filter(({ written }) => written !== undecided);
    const shown = showWithJava(rows.flatMap(({ translation, written = '' }) => [translation, written]));
    if (shown === undefined) this.skip();
    assert.deepEqual(
      shown,
      rows.flatMap((row) => [row.shownAsReturned, row.shown]),
    );
  });

  it('stay as they are in every text that comes back unchanged', () => {
    fc.assert(
      fc.property(quotedText, fc.constantFrom(...rules), (text, rule) => {
        const { text: restored, problems } = restore(text, protect(text, icu, undefined, rule));
        assert.equal(restored, text);
        assert.deepEqual(
          problems.filter(({ kind }) => kind.startsWith('apostrophe')),
          [],
        );
      }),
      // Three apostrophes in a row are no brackets around the message between them.
      { numRuns: 2_000, examples: rules.map((rule) => ["'''{n, plural, other {#}}'''{n, plural, other {#}}", rule]) },
    );
  });

  it('are all shown, and quote nothing, after they were doubled', () => {
    const syntaxes: readonly PlaceholderSyntax[] = ['dotnet'];
    fc.assert(
      fc.property(quotedText, fc.constantFrom('message-format', 'flutter'), (text, rule) => {
        fc.pre(!text.includes("'''"));
        const { text: written } = restore(text, protect('About {0}', syntaxes, undefined, rule));
        const shown = readApostrophes(written, rule);
        assert.ok(shown.every(({ quoted }) => !quoted));
        // A pair was one apostrophe already.
        const meant = text.replaceAll("''", "'").trim();
        assert.equal(
          shown
            .map(({ char }) => char)
            .join('')
            .trim(),
          meant,
        );
      }),
    );
  });

  it('are reported with what the program would show', () => {
    const problemsOf = (source: string, translation: string, rule: ApostropheRule) =>
      restore(translation, protect(source, ['icu', 'dotnet'], undefined, rule)).problems;
    assert.deepEqual(problemsOf("Can't open {0}", "Impossible d'ouvrir {0}", 'uncertain'), [
      { kind: 'apostrophe-quotes', severity: 'error', text: "'", start: 12, shown: 'Impossible douvrir {0}' },
    ]);
    assert.deepEqual(problemsOf('Open', "L'objet", 'uncertain'), [
      { kind: 'apostrophe-quotes', severity: 'warning', text: "'", start: 1, shown: 'Lobjet' },
    ]);
    assert.deepEqual(problemsOf("Can't {0}", "N'ouvrez pas {0}", 'flutter'), [
      { kind: 'apostrophe-quotes', severity: 'error', text: "'", start: 1 },
    ]);
    assert.deepEqual(problemsOf('Open {0}', " L'{0}", 'message-format'), [
      { kind: 'apostrophe-doubled', severity: 'warning', text: "''", start: 1 },
      { kind: 'whitespace-restored', severity: 'warning', text: '', start: 0 },
    ]);
  });
});

describe('apostropheRulesOf', () => {
  const ruleOf = (text: string, others: readonly string[] = [], dependencies: readonly string[] = []) =>
    apostropheRulesOf({ formatId: 'properties', dependencies, units: [text, ...others].map((one) => ({ text: one })) })(
      {
        text,
      },
    );

  it('reads texts with numbered arguments in .properties files as MessageFormat', () => {
    assert.equal(ruleOf('Open {0}'), 'message-format');
    assert.equal(ruleOf("Can''t open {0}", ["Can't close {0}"]), 'message-format');
    assert.equal(ruleOf('{0,number,integer} days'), 'message-format');
  });

  it('follows a file that has single apostrophes next to arguments', () => {
    assert.equal(ruleOf('Open {0}', ["Can't close {0}", "Don't close {0}"]), 'literal');
    assert.equal(ruleOf('Open {0}', ["Can't close {0}"]), 'uncertain');
    assert.equal(ruleOf('Open {0}', ["Can't {0}", "Don't {0}", "Isn''t {0}"]), 'uncertain');
    assert.equal(ruleOf('Open {0}', ["Can't close", "Don't close"]), 'message-format');
  });

  it('leaves texts without arguments as they are, unless they are formatted too', () => {
    assert.equal(ruleOf('Open'), 'literal');
    assert.equal(ruleOf('Open', ["Can''t close", "Don''t close"]), 'message-format');
    assert.equal(ruleOf("Can''t open"), 'message-format');
    assert.equal(ruleOf('Open', [], ['maven:org.kohsuke.stapler:stapler']), 'uncertain');
    assert.equal(ruleOf('Open', ["Can't close"], ['maven:org.kohsuke.stapler:stapler']), 'literal');
    const ofLocalizer = (path: string): ApostropheRule | undefined =>
      apostropheRulesOf({ formatId: 'properties', path, dependencies: ['maven:org.jvnet.localizer:localizer'] })({
        text: 'Open',
      });
    assert.equal(ofLocalizer('src/hudson/Messages.properties'), 'message-format');
    assert.equal(ofLocalizer('src/hudson/errors.properties'), 'literal');
  });

  it('knows nothing about texts with named arguments in .properties files', () => {
    assert.equal(ruleOf('Open {name}'), undefined);
  });

  it('follows the library that reads a file', () => {
    const of = (formatId: string, dependencies: readonly string[] = [], path = ''): ApostropheRule | undefined =>
      apostropheRulesOf({ formatId, dependencies, path })({ text: 'Open {name}' });
    assert.equal(of('formatjs'), 'icu-and-tags');
    assert.equal(of('json', ['react-intl']), 'icu-and-tags');
    assert.equal(of('json', ['@lingui/core']), 'icu');
    assert.equal(of('json', ['react-intl', 'vue-i18n']), undefined);
    assert.equal(of('json'), undefined);
    assert.equal(of('yaml', [], 'translations/messages+intl-icu.en.yaml'), 'icu');
    assert.equal(of('play'), 'message-format');
    assert.equal(of('arb'), 'literal');
    assert.equal(of('arb', ['l10n:use-escaping']), 'flutter');
  });

  it('reads the flags of a PO file', () => {
    const of = apostropheRulesOf({ formatId: 'po' });
    assert.equal(of({ text: 'Open {0}', flags: ['java-format'] }), 'message-format');
    assert.equal(of({ text: 'Open {0}', flags: ['csharp-format'] }), undefined);
    assert.equal(of({ text: 'Open {0}' }), undefined);
  });

  it('reads Flutter’s option from l10n.yaml', () => {
    const names = (text: string): readonly string[] =>
      manifestKinds.find(({ isNamed }) => isNamed('l10n.yaml'))?.readNames(text) ?? [];
    assert.deepEqual(names('arb-dir: lib/l10n\nuse-escaping: true\n'), ['l10n:use-escaping']);
    assert.deepEqual(names('arb-dir: lib/l10n\n# use-escaping: true\nuse-escaping: false\n'), []);
  });
});
