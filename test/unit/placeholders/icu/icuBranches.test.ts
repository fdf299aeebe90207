import assert from 'node:assert/strict';
import {
  branchLabel,
  joinBranches,
  maxBranches,
  splitIcu,
  type IcuCategories,
  type SplitMessage,
} from '../../../../src/placeholders/icu/icuBranches.ts';
import { escapeLiterals } from '../../../../src/placeholders/icu/escapeLiterals.ts';
import { protect } from '../../../../src/placeholders/protect.ts';
import { restore } from '../../../../src/placeholders/restore.ts';

const polish: IcuCategories = { cardinal: ['one', 'few', 'many', 'other'], ordinal: ['other'] };

function split(message: string, categories = polish): SplitMessage {
  const result = splitIcu(message, categories);
  assert.ok(result, message);
  return result;
}

function texts(message: string, categories = polish): readonly (readonly [string, string])[] {
  return split(message, categories).branches.map(({ id, text }) => [id, text]);
}

describe('splitIcu and joinBranches with their branches', () => {
  it('return the categories of the target, exact numbers and keywords', () => {
    assert.deepEqual(texts('{n, plural, =0 {none} one {# tin} other {# tins}}'), [
      ['n:=0', 'none'],
      ['n:one', '# tin'],
      ['n:few', '# tins'],
      ['n:many', '# tins'],
      ['n:other', '# tins'],
    ]);
    assert.deepEqual(
      texts('{n, plural, one {# tin} two {# pair} other {# tins}}', { cardinal: ['other'], ordinal: ['other'] }),
      [['n:other', '# tins']],
    );
    const kinds = split('{who, select, cook {{n, plural, one {# pie} other {# pies}}} other {nothing}}').branches.map(
      (branch) => [branchLabel(branch), branch.kind],
    );
    assert.deepEqual(kinds, [
      ['cook, one', 'plural'],
      ['cook, few', 'added-plural'],
      ['cook, many', 'added-plural'],
      ['cook, other', 'plural'],
      ['other', 'select'],
    ]);
  });

  it('return whole sentences', () => {
    assert.deepEqual(
      texts('{who, select, f {She} other {They}} bought {n, plural, one {a tin} other {# tins}}.', {
        cardinal: ['one', 'other'],
        ordinal: ['other'],
      }),
      [
        ['who:f n:one', 'She bought a tin.'],
        ['who:f n:other', 'She bought # tins.'],
        ['who:other n:one', 'They bought a tin.'],
        ['who:other n:other', 'They bought # tins.'],
      ],
    );
    assert.deepEqual(
      texts('{n, plural, other {# for {who, select, cook {the cook} other {all}}}}', {
        cardinal: ['other'],
        ordinal: ['other'],
      }).map(([, text]) => text),
      ['{n, number} for the cook', '{n, number} for all'],
    );
  });

  it('omit combinations that cannot occur', () => {
    assert.deepEqual(
      texts('There {n, plural, one {is} other {are}} {n, plural, one {# tin} other {# tins}}.').map(([id]) => id),
      ['n:one', 'n:few', 'n:many', 'n:other'],
    );
    assert.equal(texts('{n, plural, one {is} other {are}} {n, plural, =0 {none} other {#}} x').length, 4 * 5);
  });

  it('report which branches contain no words', () => {
    assert.deepEqual(
      split('{n, plural, =0 {} =1 {<b>1</b>} one {{price, number} &nbsp;} other {x}}').branches.map(
        ({ isWordless }) => isWordless,
      ),
      [true, true, true, false, false, false],
    );
  });

  it('write new forms in the order and style of the source', () => {
    const join = (message: string, categories = polish): string | undefined =>
      joinBranches(
        split(message, categories),
        new Map([
          ['n:few', 'F'],
          ['n:many', 'M'],
        ]),
      );
    assert.equal(
      join('{n, plural,\n  one {a}\n  other {b}\n}'),
      '{n, plural,\n  one {a}\n  few {F}\n  many {M}\n  other {b}\n}',
    );
    assert.equal(
      join('{n, plural, other{b} one{a}}'),
      '{n, plural, one{a} few{F} many{M} other{b}}'.replace(' one{a}', '').replace('other{b}', 'other{b} one{a}'),
    );
    assert.equal(join('{n,plural,one{a}other{b}}'), '{n,plural,one{a}few{F}many{M}other{b}}');
    assert.equal(
      join('{n, plural, offset:1 =0 {z} other {b}}'),
      '{n, plural, offset:1 =0 {z} one {b} few {F} many {M} other {b}}',
    );
    assert.equal(
      join('{n, plural, one {a} other {b}}', { cardinal: ['other'], ordinal: ['other'] }),
      '{n, plural, other {b}}',
    );
    assert.equal(join('{n, plural,other {b}}'), '{n, plural,one {b}few {F}many {M}other {b}}');
  });

  it('refuse texts that would break the message', () => {
    const message = split('{n, plural, one {a} other {b}}');
    for (const text of [
      "l'",
      'a } b',
      '{',
      'a} two {b',
      '}} {x',
      "'{",
      '{n, plural, other {x}}',
      '{m, select, other {x}}',
    ]) {
      assert.equal(joinBranches(message, new Map([['n:few', text]])), undefined, text);
    }
    assert.equal(
      joinBranches(message, new Map([['n:few', "d''{x} '{' it's #"]])),
      "{n, plural, one {a} few {d''{x} '{' it's #} many {b} other {b}}",
    );
  });

  it('do not split messages with too many branches', () => {
    const select = (count: number): string =>
      `{x, select, ${Array.from({ length: count - 1 }, (_, index) => `k${index} {a}`).join(' ')} other {a}}`;
    assert.equal(split(select(maxBranches)).branches.length, maxBranches);
    assert.equal(splitIcu(select(maxBranches + 1), polish), undefined);
    const start = performance.now();
    assert.equal(
      splitIcu(
        '{a, plural, one {x} other {y}} '.repeat(2000).replace(/\{a/gu, () => `{a${Math.trunc(Math.random() * 1e9)}`),
        polish,
      ),
      undefined,
    );
    assert.ok(performance.now() - start < 2000);
  });
});

describe('escapeLiterals', () => {
  it('quotes literal text for its new location', () => {
    const spell = (raw: string, from: 'plural' | 'select' | 'top', to: 'plural' | 'select' | 'top'): string =>
      escapeLiterals([{ raw, position: from }], to);
    assert.equal(spell('No #1', 'top', 'plural'), "No '#'1");
    assert.equal(spell("'#' and #", 'select', 'plural'), "'''#''' and '#'");
    assert.equal(spell("'#' tins", 'plural', 'select'), '# tins');
    assert.equal(spell("it''s 'his'", 'top', 'plural'), "it's 'his''");
    assert.equal(spell("a } '{b", 'top', 'select'), "a '}' '{'b");
    assert.equal(spell("'<b>' <i>", 'top', 'plural'), "'<'b'>' <i>");
    assert.equal(
      escapeLiterals(
        [
          { raw: "'{'", position: 'top' },
          { raw: "'s", position: 'plural' },
        ],
        'plural',
      ),
      "'{'''s",
    );
  });
});

describe('protect and restore of a branch', () => {
  const syntaxes = ['url', 'tag', 'icu', 'brace'] as const;
  const errors = (text: string, translated: string, within: 'plural' | 'added-plural' | 'select'): readonly string[] =>
    restore(translated, protect(text, syntaxes, within))
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ kind, text: what }) => `${kind} ${what}`);

  it('protect unquoted number signs in plurals only', () => {
    assert.equal(protect('# tins #', syntaxes, 'plural').text, '[[[#]]] tins [[[#]]]');
    assert.equal(protect('# tins #', syntaxes, 'select').text, '# tins #');
    assert.equal(protect("'#' tins", syntaxes, 'plural').text, "'#' tins");
  });

  it('accept a form with the correct number', () => {
    assert.deepEqual(errors('# tins', '[[[#]]] puszki', 'plural'), []);
    assert.deepEqual(errors('# tins', 'dwie puszki', 'added-plural'), []);
    assert.deepEqual(errors('tins', 'puszki', 'select'), []);
  });

  for (const [translated, within, expected] of [
    ['puszki', 'plural', 'missing-placeholder #'],
    ['[[[#]]] z # puszek', 'plural', 'extra-placeholder #'],
    ['[[[#]]] z # puszek', 'added-plural', 'extra-placeholder #'],
    ['[[[{n}]]] puszki', 'plural', 'changed-placeholder {n}'],
  ] as const) {
    it(`report ${translated} as ${expected} in ${within}`, () => {
      assert.ok(errors('# tins', translated, within).includes(expected), errors('# tins', translated, within).join());
    });
  }

  for (const translated of ['[[[#]]] } puszki', '[[[#]]] { puszki', '[[[#]]] puszki} two {x', "[[[#]]] '{puszki"]) {
    it(`report ${translated} as broken`, () => {
      for (const within of ['plural', 'added-plural'] as const)
        assert.ok(
          errors('# tins', translated, within).some((error) => error.startsWith('icu-broken')),
          within,
        );
    });
  }

  it('escape apostrophes of moved text as the program reads them', () => {
    const only: IcuCategories = { cardinal: ['other'], ordinal: ['other'] };
    const moved = (message: string, apostrophes: IcuCategories['apostrophes']): string | undefined =>
      splitIcu(message, { ...only, apostrophes })?.branches[0]?.text;
    assert.equal(moved("{name}'s {n, plural, other {day's end}}", 'literal'), "{name}'s day's end");
    assert.equal(moved("{name}''s {n, plural, other {day''s end}}", 'flutter'), "{name}''s day''s end");
    assert.equal(moved("{name}''s {n, plural, other {day's end}}", undefined), "{name}''s day's end");
  });

  it('double apostrophes that would quote the following text', () => {
    const restored = (text: string, translated: string): string =>
      restore(translated, protect(text, syntaxes, 'plural')).text;
    assert.equal(restored('of {name}', "d'[[[{name}]]]"), "d''{name}");
    assert.equal(restored('<b>it</b>', "l'<b>objet</b>"), "l''<b>objet</b>");
    assert.equal(restored('# of it', "[[[#]]] d'"), "# d''");
    assert.equal(restored("'{'{name}'}'", "d'{'[[[{name}]]]'}'"), "d'{'{name}'}'");
  });
});
