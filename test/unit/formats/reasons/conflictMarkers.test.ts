import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { decodeFile } from '../../../../src/formats/encoding.ts';
import { because, FormatError } from '../../../../src/formats/format.ts';
import { applyEdits, formatFor, hasConflictMarkers, holdsAllLocales } from '../../../../src/formats/formats.ts';
import { conflictOffset, firstVersion } from '../../../../src/formats/reasons/conflictMarkers.ts';
import { fixtureFolder, fixturesOf, subjectsOf } from '../../../laws/subjects.ts';

const conflict = ['<<<<<<< HEAD', 'ours', '||||||| base', 'base', '=======', 'theirs', '>>>>>>> feature'];

/** The error with which reading fails. */
function refusalOf(read: () => unknown): FormatError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof FormatError, String(error));
    return error;
  }
}

describe('conflict markers', () => {
  it('are found at the beginnings of lines, whatever ends these, and in any length that git writes', () => {
    for (const lineEnd of ['\n', '\r\n', '\r'])
      for (const lines of [
        conflict,
        conflict.map((line) => line.replace(/^[<|=>]{7}/u, (marker) => marker.charAt(0).repeat(12))),
        ['<<<<<<<', 'ours', '=======', 'theirs', '>>>>>>>'],
        ['<<<<<<< .mine', 'ours', '=======', 'theirs', '>>>>>>> .r12'],
        ['<<<<<<< Conflict 1 of 1', '+++++++ Contents of side #1', 'ours', '>>>>>>> Conflict 1 of 1 ends'],
        // One marker of the conflict was removed by hand.
        ['ours', '=======', 'theirs', '>>>>>>> feature'],
        ['<<<<<<< HEAD', 'ours', '======='],
      ]) {
        const text = ['first', ...lines, 'last'].join(lineEnd);
        const first = lines.findIndex((line) => /^[<=]{7}/u.test(line));
        assert.equal(conflictOffset(text), ['first', ...lines.slice(0, first), ''].join(lineEnd).length, text);
        assert.equal(conflictOffset(lines.join(lineEnd)) >= 0, true);
      }
  });

  it('are not headings, quotations, tables, or values that only contain them', () => {
    for (const text of [
      'Heading\n=======\n\nText\n\nAnother\n=======\n',
      '# a: <<<<<<< b\n a: =======\n  >>>>>>> c\n',
      '{ "a": "<<<<<<< HEAD\\n=======\\n>>>>>>> x" }',
      '>>>>>>> quoted seven times\n',
      'a <<<<<<< b\nHeading\n=======\n>>>>>>>x\n',
      '<<<<<<<<\n=======\n',
      '||||||| a\n',
      '>>>>>>> b\nHeading\n=======\n',
    ])
      assert.equal(conflictOffset(text), -1, text);
  });

  it('are found in documents of any encoding, and not in binary files without them', () => {
    const text = conflict.join('\r\n');
    assert.equal(hasConflictMarkers(Buffer.from(`\uFEFF\n${text}`, 'utf16le')), true);
    assert.equal(hasConflictMarkers(Buffer.from(text, 'utf16le').swap16()), true);
    assert.equal(hasConflictMarkers(Buffer.from(text, 'latin1')), true);
    assert.equal(hasConflictMarkers(Buffer.from('PK\u0003\u0004<<<<<<<', 'latin1')), false);
  });

  it('leave the first version, by which a file is recognized', () => {
    assert.equal(firstVersion(['a', ...conflict, 'b'].join('\n')), 'a\nours\nb');
    assert.equal(firstVersion('a\n=======\n'), 'a\n=======\n');
  });

  it('take linear time, however many there are', () => {
    const text = '<<<<<<< a\n'.repeat(400_000);
    assert.equal(conflictOffset(text), -1);
    assert.equal(firstVersion(`${text}=======\n`).length, text.length - '<<<<<<< a\n'.length);
  });

  it('don’t hide that a table or module has several locales', async () => {
    const table = ['key,en,de,ja', 'a,Hello,Hallo,', ...conflict, 'b,Bye,,'].join('\n');
    assert.equal(await holdsAllLocales('res/texts.csv', table), true);
  });

  it('in UTF-16 are reported at their line', async () => {
    const text = ['"a" = "A";', ...conflict.map((line) => (line.includes(' ') ? line : `/* ${line} */`)), ''];
    const bytes = Buffer.from(`\uFEFF${text.join('\r\n')}`, 'utf16le');
    const decoded = decodeFile(bytes, 'en.lproj/Localizable.strings');
    const format = await formatFor('en.lproj/Localizable.strings', decoded.text);
    const error = refusalOf(() => format?.read(decoded.text));
    assert.deepEqual([error?.reason.code, error?.line], ['conflict-markers', 2]);
  });
});

describe('a locale file with conflict markers', () => {
  it('is refused in every format, to read, to write to and to translate from, even if it could be parsed', async () => {
    for (const id of await readdir(path.dirname(fixtureFolder('json'))))
      for (const { name, text } of await fixturesOf(id)) {
        const file = `${id}/${name}`;
        const format = await formatFor(name, text);
        assert.ok(format !== undefined, file);
        const lines = text.split('\n');
        for (const line of [0, Math.floor(lines.length / 2), lines.length - 1]) {
          const own = lines[line] ?? '';
          const broken = lines.toSpliced(line, 1, '<<<<<<< HEAD', own, '=======', own, '>>>>>>> feature').join('\n');
          assert.equal((await formatFor(name, broken))?.id, format.id, `${file}: the format at line ${line}`);
          for (const subject of subjectsOf(format, name, text)) {
            const { sourceLocale, targetLocale } = subject;
            const [unit] = format.read(text, targetLocale);
            const [source] = format.read(text);
            const translations = new Map([[(unit ?? source)?.id ?? '', 'Another text']]);
            const context = { sourceText: text, sourceLocale, targetLocale };
            const refused: readonly (FormatError | undefined)[] = [
              refusalOf(() => format.read(broken, targetLocale)),
              refusalOf(() => format.write(broken, translations, context)),
              ...(format.locales === undefined ? [] : [refusalOf(() => format.locales?.(broken))]),
            ];
            for (const error of refused)
              assert.deepEqual([error?.reason.code, error?.line], ['conflict-markers', line + 1], file);
          }
        }
      }
  });

  it('is not made by writing a text', async () => {
    const text = '# Title\n\nSome text.\n';
    const format = await formatFor('docs/en/guide.md', text);
    assert.ok(format !== undefined);
    const unit = format.read(text).find((one) => one.text === 'Some text.');
    const translations = new Map([[unit?.id ?? '', `Text\n${conflict.join('\n')}`]]);
    const error = refusalOf(() => {
      const edits = format.write(text, translations, { sourceText: text, sourceLocale: 'en', targetLocale: 'de' });
      assert.equal(conflictOffset(applyEdits(text, edits)), -1);
      throw new FormatError({
        line: 1,
        column: 1,
        reason: because('file-system', 'written so that it is no conflict'),
      });
    });
    assert.ok(error !== undefined);
  });
});
