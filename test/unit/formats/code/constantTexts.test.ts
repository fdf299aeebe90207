import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import type { LocaleFormat } from '../../../../src/formats/format.ts';
import { typescript } from '../../../../src/formats/module/module.ts';
import { php } from '../../../../src/formats/php/php.ts';

function textsOf(format: LocaleFormat, file: string): Readonly<Record<string, string>> {
  return Object.fromEntries(format.read(file).map(({ id, text, reason }) => [id, reason?.code ?? text]));
}

function write(format: LocaleFormat, target: string, texts: Readonly<Record<string, string>>, source: string): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
  return applyEdits(target, format.write(target, new Map(Object.entries(texts)), context));
}

describe('constant texts in PHP', () => {
  const rules =
    "<?php return [\n  'content' => <<<'TEXT'\n<p>The rules, article 144.</p>\nTEXT\n, 'concat' => 'Part one ' .\n    'part two',\n  'quote' => 'It\\'s',\n];\n";

  it('reads nowdocs, heredocs without variables and concatenations, as php does', () => {
    assert.deepEqual(textsOf(php, rules), {
      content: '<p>The rules, article 144.</p>',
      concat: 'Part one part two',
      quote: "It's",
    });
    const more =
      '<?php return [\'h\' => <<<EOT\n    Say "hi" \\"x\\" \\$5\\tand {\n\n      in\n    EOT, \'empty\' => <<<X\nX,' +
      " 'p' => ('a' . ('b' . \"\\n\")) . 'c', 'n' => <<<\"EOT\"\n\\u{e9}\nEOT . 'x'];";
    assert.deepEqual(textsOf(php, more), {
      h: 'Say "hi" \\"x\\" $5\tand {\n\n  in',
      empty: '',
      p: 'ab\nc',
      n: 'éx',
    });
  });

  it('names what the program computes', () => {
    const file =
      "<?php return ['v' => <<<EOT\nHello $name\nEOT, 's' => 'Hello ' . $name, 't' => $x ? 'Yes, do it' : 'No'," +
      " 'f' => sprintf('Hello %s', $x), 'c' => Stall::OPEN, 'i' => icon('fa-home'), 'n' => 5];";
    assert.deepEqual(textsOf(php, file), {
      v: 'code-interpolated',
      s: 'code-concatenated',
      t: 'code-computed',
      f: 'code-computed',
    });
  });

  it('writes a translation as the source writes its text', () => {
    assert.equal(
      write(php, rules, { content: "<p>Die Regeln,\n$1 'x'</p>", concat: 'Der erste Teil und der zweite' }, rules),
      rules
        .replace('<p>The rules, article 144.</p>', "<p>Die Regeln,\n$1 'x'</p>")
        .replace("'Part one '", "'Der erste Teil '")
        .replace("'part two'", "'und der zweite'"),
    );
    const heredoc = "<?php return [\n  'a' => <<<EOT\n    One\n    EOT,\n];\n";
    assert.equal(
      write(php, heredoc, { a: 'a\\b $x "y"\n\n z' }, heredoc),
      heredoc.replace('    One\n', '    a\\\\b \\$x "y"\n\n     z\n'),
    );
  });

  it('writes a text that would end the heredoc in quotes', () => {
    const heredoc = "<?php return ['a' => <<<'EOT'\nOne\nEOT];\n";
    for (const text of ['EOT', 'a\n  EOT.', 'a\u0007', 'a\rb'])
      assert.deepEqual(textsOf(php, write(php, heredoc, { a: text }, heredoc)), { a: text });
    assert.match(write(php, heredoc, { a: 'EOTA' }, heredoc), /<<<'EOT'\nEOTA\nEOT/);
  });

  it('adds a text with several lines as the source has it', () => {
    const source = "<?php\nreturn [\n  'a' => 'A',\n  'b' => <<<'EOT'\n  One\n  Two\n  EOT,\n];\n";
    assert.equal(
      write(php, "<?php\nreturn [\n  'a' => 'A',\n];\n", { b: 'Eins\nZwei' }, source),
      source.replace('One', 'Eins').replace('Two', 'Zwei'),
    );
  });
});

describe('constant texts in modules', () => {
  it('reads sums of texts, templates without expressions and the module’s constants', () => {
    const file =
      "const title = 'Our ' + `shop`;\nexport const help = 'Help me';\nlet open = 'x';\nexport default {\n" +
      "  a: 'One ' +\n    'two',\n  b: `three\nlines`,\n  c: title,\n  d: ['x' + ('y' as string), help],\n  e: open,\n" +
      "  f: 'a' + title,\n  g: `Hi ${title}`,\n  h: (n: number) => (n > 1 ? 'Many files' : 'One file'),\n" +
      "  i: t('Save changes'),\n  j: require('./icon.svg'),\n  k: 5,\n};\n";
    assert.deepEqual(textsOf(typescript, file.replace('export const help', 'const help')), {
      a: 'One two',
      b: 'three\nlines',
      c: 'Our shop',
      'd.0': 'xy',
      'd.1': 'Help me',
      f: 'code-concatenated',
      g: 'code-interpolated',
      h: 'code-computed',
      i: 'code-computed',
    });
  });

  it('writes a translation as the source writes its text', () => {
    const file =
      "const title = 'Our shop';\nexport default {\n  a: 'The first part ' +\n    'and more',\n  b: title,\n  c: 'x\\n' + 'y',\n};\n";
    assert.equal(
      write(typescript, file, { a: 'Der erste Teil und noch mehr', b: 'Unser Laden', c: 'eins zwei\ndrei' }, file),
      file
        .replace("'The first part '", "'Der erste Teil und '")
        .replace("'and more'", "'noch mehr'")
        .replace('b: title', "b: 'Unser Laden'")
        .replace("'x\\n' + 'y'", "'eins zwei\\n' + 'drei'"),
    );
    assert.equal(write(typescript, file, { a: 'Kurz' }, file), file.replace(/'The[^]*more'/, "'Kurz'"));
  });
});
