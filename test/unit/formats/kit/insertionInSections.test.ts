import assert from 'node:assert/strict';
import { applyEdits, formatById } from '../../../../src/formats/formats.ts';

/** A source whose lines of entries end in `=KEY`, in each format: sections under headings of all kinds. */
const samples: Readonly<Record<string, string>> = {
  properties: `# Licence of the shop

# Buttons
ok=OK
cancel=Cancel

# --- Dialogs ---
title=Title
body=Body

################
# Errors
################

lost=Lost
late=Late
`,
  strings: `/* MARK: Buttons */
"ok" = "OK";
"cancel" = "Cancel";

// Dialogs
"title" = "Title";
"body" = "Body";

/* Errors */

"lost" = "Lost";
"late" = "Late";
`,
  ini: `; Buttons
OK="OK"
CANCEL="Cancel"

; === Dialogs ===
TITLE="Title"
BODY="Body"

; Errors

LOST="Lost"
LATE="Late"
`,
  play: `# Buttons
ok=OK
cancel=Cancel

# Errors

lost=Lost
late=Late
`,
  fluent: `### The shop

## Buttons

ok = OK
cancel = Cancel

## Dialogs

title = Title
body = Body

# Only a remark

lost = Lost
late = Late
`,
  'android-xml': `<resources>
    <!-- Buttons -->
    <string name="ok">OK</string>
    <string name="cancel">Cancel</string>
    <!-- ===== Dialogs ===== -->
    <string name="title">Title</string>
    <string name="body">Body</string>

    <!-- Errors -->

    <string name="lost">Lost</string>
    <string name="late">Late</string>
</resources>
`,
  resx: `<root>
  <!-- Buttons -->
  <data name="ok" xml:space="preserve"><value>OK</value></data>
  <data name="cancel" xml:space="preserve"><value>Cancel</value></data>

  <!-- Errors -->
  <data name="lost" xml:space="preserve"><value>Lost</value></data>
  <data name="late" xml:space="preserve"><value>Late</value></data>
</root>
`,
  yaml: `# Buttons
ok: OK
cancel: Cancel

# Dialogs
title: Title
body: Body

# --- Errors

lost: Lost
late: Late
`,
  toml: `# Buttons
ok = "OK"
cancel = "Cancel"

# Dialogs
title = "Title"
body = "Body"

# --- Errors

lost = "Lost"
late = "Late"
`,
  json5: `{
  // Buttons
  ok: 'OK',
  cancel: 'Cancel',

  // region Dialogs
  title: 'Title',
  body: 'Body',
  // endregion

  /* Errors */

  lost: 'Lost',
  late: 'Late',
}
`,
  php: `<?php

return [
    // Buttons
    'ok' => 'OK',
    'cancel' => 'Cancel',

    /*
    |--------------------------------------------------------------------------
    | Dialogs
    |--------------------------------------------------------------------------
    */

    'title' => 'Title',
    'body' => 'Body',

    # Errors
    'lost' => 'Lost',
    'late' => 'Late',
];
`,
  typescript: `export default {
  // Buttons
  ok: 'OK',
  cancel: 'Cancel',

  // #region Dialogs
  title: 'Title',
  body: 'Body',
  // #endregion

  /* Errors */
  lost: 'Lost',
  late: 'Late',
};
`,
};

/** Removes the lines of texts, and nothing else. */
function without(text: string, ids: readonly string[], units: ReadonlyMap<string, { start: number }>): string {
  const starts = new Set(ids.map((id) => text.lastIndexOf('\n', (units.get(id)?.start ?? 0) - 1) + 1));
  let at = 0;
  return text
    .split(/(?<=\n)/)
    .filter((line) => {
      const isRemoved = starts.has(at);
      at += line.length;
      return !isRemoved;
    })
    .join('');
}

for (const [id, source] of Object.entries(samples)) {
  describe(`insertion into sections, for ${id}`, () => {
    const write = async (target: string, ids: readonly string[], sourceText = source): Promise<string> => {
      const format = await formatById(id);
      assert.ok(format !== undefined);
      const texts = new Map(format.read(sourceText).map((unit) => [unit.id, unit.text]));
      const added = new Map(ids.map((each) => [each, texts.get(each) ?? '']));
      return applyEdits(target, format.write(target, added, { sourceText, sourceLocale: 'en', targetLocale: 'de' }));
    };
    const reduced = async (ids: readonly string[]): Promise<string> => {
      const format = await formatById(id);
      return without(source, ids, new Map(format?.read(source).map((unit) => [unit.id, unit])));
    };
    const sections = [
      ['ok', 'cancel'],
      ['title', 'body'],
      ['lost', 'late'],
    ]
      .map((keys) => keys.map((key) => (id === 'ini' ? key.toUpperCase() : key)))
      .filter(([first = '']) => new RegExp(`\\b${first}\\b`).test(source));

    it('restores the first entry of each section below its heading', async () => {
      const firsts = sections.map(([first = '']) => first);
      for (const first of firsts) assert.equal(await write(await reduced([first]), [first]), source, first);
      assert.equal(await write(await reduced(firsts), firsts), source);
    });

    it('restores the last entry of each section above the empty line', async () => {
      const lasts = sections.map(([, last = '']) => last);
      for (const last of lasts) assert.equal(await write(await reduced([last]), [last]), source, last);
      assert.equal(await write(await reduced(lasts), lasts), source);
    });

    it('restores neighbors on both sides of a heading', async () => {
      const [[, last = ''] = [], [first = ''] = []] = sections;
      assert.equal(await write(await reduced([last, first]), [last, first]), source);
    });

    it('leaves translated headings where they are', async () => {
      const translated = (text: string): string => text.replace('Buttons', 'Tasten').replace('Errors', 'Fehler');
      const firsts = sections.map(([first = '']) => first);
      assert.equal(await write(translated(await reduced(firsts)), firsts), translated(source));
    });
  });
}

describe('copying comments', () => {
  it('copies an entry’s own comment, and no heading', async () => {
    const format = await formatById('properties');
    const sourceText =
      '# Buttons\nok=OK\ncancel=Cancel\n\n# {0}: a name\nhello=Hello {0}\n\n# {0}: a count\nitems={0} items\n' +
      '\n# === Pages ===\n# the first page\nhome=Home\nhelp=Help\n';
    const target = '# Tasten\ncancel=Abbrechen\n\n# {0}: ein Name\nhello=Hallo {0}\n';
    const added = new Map([
      ['ok', 'OK'],
      ['items', '{0} Dinge'],
      ['home', 'Start'],
    ]);
    const edits = format?.write(target, added, { sourceText, sourceLocale: 'en', targetLocale: 'de' }) ?? [];
    assert.equal(
      applyEdits(target, edits),
      '# Tasten\nok=OK\ncancel=Abbrechen\n\n# {0}: ein Name\nhello=Hallo {0}\n\n# {0}: a count\nitems={0} Dinge\n' +
        '\n# the first page\nhome=Start\n',
    );
  });
});

describe('comments above a group of entries', () => {
  /** Returns what is written for `ok` into a file that lacks it and has all other entries, with their comments. */
  async function writtenFor(group: string): Promise<string> {
    const format = await formatById('properties');
    const sourceText = `${group}\n# a page\nhome=Home\n`;
    const target = sourceText.replace(/^#.*\nok=OK\n/u, '');
    const edits = format?.write(target, new Map([['ok', 'Gut']]), {
      sourceText,
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    return applyEdits(target, edits ?? []).slice(0, -target.length);
  }

  it('are a heading if no other entry of the group has one', async () => {
    assert.equal(await writtenFor('# Buttons\nok=OK\ncancel=Cancel\nhelp=Help\n'), 'ok=Gut\n');
  });

  it('belong to the first entry if it is alone, or if another entry has one, too', async () => {
    assert.equal(await writtenFor('# Buttons\nok=OK\n'), '\n# Buttons\nok=Gut\n');
    assert.equal(
      await writtenFor('# Agree\nok=OK\ncancel=Cancel\n# Help\nhelp=Help\nmore=More\n'),
      '# Agree\nok=Gut\n',
    );
  });
});

describe('aligned separators', () => {
  const cases: readonly [string, string, string, string][] = [
    [
      'properties',
      'a=A\nlonger=B\nmid=C\nfar.too.long=D\n',
      'a      = A\nlonger = B\n',
      'mid    = C\nfar.too.long = D\n',
    ],
    ['properties', 'a=A\nlonger=B\nmid=C\n', 'a=      A\nlonger= B\n', 'mid=    C\n'],
    [
      'strings',
      '"a" = "A";\n"longer" = "B";\n"mid" = "C";\n',
      '"a"      = "A";\n"longer" = "B";\n',
      '"mid"    = "C";\n',
    ],
    ['toml', 'a = "A"\nlonger = "B"\nmid = "C"\n', 'a      = "A"\nlonger = "B"\n', 'mid    = "C"\n'],
    ['yaml', 'a: A\nlonger: B\nmid: C\n', 'a:      A\nlonger: B\n', 'mid:    C\n'],
    [
      'php',
      "<?php\nreturn [\n  'a' => 'A',\n  'longer' => 'B',\n  'mid' => 'C',\n];\n",
      "<?php\nreturn [\n  'a'      => 'A',\n  'longer' => 'B',\n",
      "  'mid'    => 'C',\n",
    ],
  ];
  for (const [id, sourceText, target, added] of cases) {
    it(`stay aligned in ${id}: ${JSON.stringify(added)}`, async () => {
      const format = await formatById(id);
      const tail = id === 'php' ? '];\n' : '';
      const present = new Set(format?.read(target + tail).map((unit) => unit.id));
      const missing = new Map(
        format?.read(sourceText).flatMap((unit) => (present.has(unit.id) ? [] : [[unit.id, unit.text] as const])),
      );
      const edits = format?.write(target + tail, missing, { sourceText, sourceLocale: 'en', targetLocale: 'de' }) ?? [];
      assert.equal(applyEdits(target + tail, edits), target + added + tail);
    });
  }
});
