import assert from 'node:assert/strict';
import { englishReason } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { php } from '../../../../src/formats/php/php.ts';

describe('PHP', () => {
  it('reads literals as units, and computed texts as read-only units', () => {
    const file = `<?php return ['a' => 'It\\'s \\n', 'b' => ["x\\n\\$y", 5], 'c' => 'x' . Y, 'd' => "x $y"];`;
    assert.deepEqual(
      php.read(file).map(({ id, text, translatable }) => [id, text, translatable]),
      [
        ['a', "It's \\n", undefined],
        ['b.0', 'x\n$y', undefined],
        ['c', "'x' . Y", false],
        ['d', 'x $y', false],
      ],
    );
  });

  it('reads and writes a heredoc with an empty line, with either line end', () => {
    for (const lineEnd of ['\n', '\r\n']) {
      const file = (lines: readonly string[]): string =>
        ['<?php', 'return [', "    'page' => <<<HTML", ...lines, '    HTML,', "    'b' => 'c',", '];', ''].join(
          lineEnd,
        );
      const source = file(['    One', '', '    Two']);
      assert.deepEqual(
        php.read(source).map(({ id, text }) => [id, text]),
        [
          ['page', ['One', '', 'Two'].join(lineEnd)],
          ['b', 'c'],
        ],
      );
      const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
      const edits = php.write(source, new Map([['page', ['Eins', '', '', 'Zwei'].join(lineEnd)]]), context);
      assert.equal(applyEdits(source, edits), file(['    Eins', '', '', '    Zwei']));
      const emptied = php.write(source, new Map([['page', '']]), context);
      assert.equal(applyEdits(source, emptied), file(['']));
    }
  });

  it('names the line of an error in a file with Windows’ line ends and empty lines', () => {
    assert.throws(
      () => php.read("<?php\r\n\r\n\r\nreturn [\r\n  'a' => ];\r\n\r\n"),
      (error) => error instanceof FormatError && error.line === 5,
    );
  });

  it('keeps quotes and the alignment of arrows', () => {
    const source = "<?php\nreturn [\n    'a'    => 'A',\n    'bcd'  => \"B\",\n    'long' => 'L',\n];\n";
    assert.equal(
      write(source.replace('    \'bcd\'  => "B",\n', ''), { bcd: "d'é", a: '$1' }, source),
      "<?php\nreturn [\n    'a'    => '$1',\n    'bcd'  => 'd\\'é',\n    'long' => 'L',\n];\n",
    );
    assert.equal(write(source, { bcd: '$x {$y} "' }, source), source.replace('"B"', '"\\$x {\\$y} \\""'));
  });

  it('adds texts as assignments to a file of assignments', () => {
    const source = "<?php\n$lang['a'] = 'A';\n$lang['m']['b'] = 'B';\n";
    assert.equal(
      write("<?php\n$lang['a'] = 'x';\n", { 'm.b': 'y' }, source),
      "<?php\n$lang['a'] = 'x';\n$lang['m']['b'] = 'y';\n",
    );
  });

  it('does not count operators in strings, comments and text outside of PHP', () => {
    const many = '- '.repeat(2000);
    const file =
      `<p>${many}</p>\n<?php // ${many}\n/* ${many} */ # ${many}\n` +
      `return ['a' => '${many}', 'b' => "\\" ${many}", 'c' => <<<EOT\n  it's ${many}\n  EOT, 'd' => 'D'];\n`;
    assert.deepEqual(
      php
        .read(file)
        .map(({ id }) => id)
        .filter((id) => id !== 'c'),
      ['a', 'b', 'd'],
    );
  });

  for (const [file, reason] of [
    ["<?php return ['a' => 'b'", /expected here/],
    ["<?php $a = 'b", /quotation mark is never closed/],
    ['<?php return [ } ];', /“}” is not expected here/],
    ["<?php return ['a' 'b'];", /“]” is expected here, not “'b'”/],
    ['<?php return', /not valid PHP/],
    ['<?php /* x', /never closed/],
    ['words', /doesn’t contain <\?php/],
    [`<?php return ${'['.repeat(20_000)}`, /nested more than/],
    [`<?php return ['a' => $a ${'<b '.repeat(20_000)}];`, /operators/],
  ] as const) {
    it(`refuses ${file.slice(0, 20)}`, () => {
      assert.throws(
        () => php.read(file),
        (error) => error instanceof FormatError && reason.test(englishReason(error.reason)),
      );
    });
  }
});

function write(target: string, translations: Record<string, string>, sourceText: string): string {
  return applyEdits(
    target,
    php.write(target, new Map(Object.entries(translations)), { sourceText, sourceLocale: 'en', targetLocale: 'de' }),
  );
}
