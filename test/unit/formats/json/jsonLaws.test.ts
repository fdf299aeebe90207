import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormatError, type Unit, type WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { json } from '../../../../src/formats/json/json.ts';
import { document, hand, prune, text, textsOf, writeDocument, type Tree } from './jsonDocuments.ts';

const written = fc
  .record({ tree: document, hand })
  .map(({ tree, hand }) => ({ tree, file: writeDocument(tree, hand) }));
const choices = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 });

describe('the laws, for JSON', () => {
  it('reads every text of any file, in its order and with its location', () => {
    fc.assert(
      fc.property(written, ({ tree, file }) => {
        const units = json.read(file);
        assert.deepEqual(
          units.map((unit) => [unit.id, unit.text]),
          [...textsOf(tree)],
        );
        for (const unit of units) assert.equal(JSON.parse(file.slice(unit.start, unit.end)), unit.text);
      }),
    );
  });

  it('identity: writing what was read gives no edit', () => {
    fc.assert(
      fc.property(written, written, ({ file }, source) => {
        const same = new Map(json.read(file).map((unit) => [unit.id, unit.text]));
        assert.deepEqual(json.write(file, same, from(source.file)), []);
      }),
    );
  });

  it('locality and round trip: one text changes one literal, and reads back', () => {
    fc.assert(
      fc.property(written, fc.nat(), text, ({ file }, choice, translation) => {
        const before = json.read(file);
        const unit = before[choice % before.length];
        fc.pre(unit !== undefined && unit.text !== translation);
        const edits = json.write(file, new Map([[unit.id, translation]]), from(file));
        assert.deepEqual(
          edits.map(({ start, end }) => [start, end]),
          [[unit.start, unit.end]],
        );
        const after = json.read(applyEdits(file, edits));
        assert.deepEqual(
          after.map(saying),
          before.map((each) => saying(each === unit ? { ...each, text: translation } : each)),
        );
      }),
    );
  });

  it('insertion: adds missing texts in the source’s order, and removes nothing', () => {
    fc.assert(
      fc.property(
        document,
        hand,
        hand,
        choices,
        choices,
        fc.func(text),
        (tree, sourceHand, targetHand, kept, chosen, translate) => {
          const target = prune(tree, taking(kept));
          const [sourceText, targetText] = [writeDocument(tree, sourceHand), writeDocument(target, targetHand)];
          const present = textsOf(target);
          const choose = taking(chosen);
          const wanted = new Map([...textsOf(tree).keys()].filter(choose).map((id) => [id, translate(id)]));

          const edits = json.write(targetText, wanted, from(sourceText));

          const result = applyEdits(targetText, edits);
          const after = new Map(json.read(result).map((unit) => [unit.id, unit.text]));
          for (const [id, expected] of new Map([...present, ...wanted])) assert.equal(after.get(id), expected, id);
          // Elements of an array before a wanted one are filled; nothing else is added.
          for (const [id, extra] of after)
            assert.ok(present.has(id) || wanted.has(id) || extra === '', `${id} came from nowhere`);
          const order = [...textsOf(tree).keys()];
          const places = [...after.keys()].map((id) => order.indexOf(id));
          assert.deepEqual(
            places,
            places.toSorted((a, b) => a - b),
          );
          for (const { start, end } of edits) {
            const replaced = targetText.slice(start, end);
            const isValue = json
              .read(targetText)
              .some((unit) => unit.start === start && unit.end === end && wanted.has(unit.id));
            assert.ok(isValue || /^[ \t]*$/.test(replaced), `“${replaced}” was replaced`);
          }
          assert.deepEqual(commentsOf(result), commentsOf(targetText));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('insertion and creation: a file formatted by JSON.stringify stays formatted in the same way', () => {
    fc.assert(
      fc.property(
        plain,
        fc.constantFrom(1, 2, 4, '\t'),
        fc.constantFrom(1, 2, 3, '\t'),
        choices,
        (tree, sourceIndent, indent, kept) => {
          const target = prune(tree, taking(kept));
          const sourceText = `${JSON.stringify(toPlain(tree), null, sourceIndent)}\n`;
          const targetText = JSON.stringify(toPlain(target), null, indent);
          const wanted = textsOf(tree);
          const showsIndent = [...target.values()].length > 0;

          const grown = applyEdits(targetText, json.write(targetText, wanted, from(sourceText)));
          assert.equal(grown, JSON.stringify(toPlain(tree), null, showsIndent ? indent : sourceIndent));
          if (wanted.size > 0) assert.equal(applyEdits('', json.write('', wanted, from(sourceText))), sourceText);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('creation: a new file contains only the wanted texts, and fillers of arrays', () => {
    fc.assert(
      fc.property(written, choices, fc.func(text), ({ tree, file }, chosen, translate) => {
        const wanted = new Map([...textsOf(tree).keys()].filter(taking(chosen)).map((id) => [id, translate(id)]));
        fc.pre(wanted.size > 0);
        const after = new Map(
          json.read(applyEdits('', json.write('', wanted, from(file)))).map((unit) => [unit.id, unit.text]),
        );
        for (const [id, expected] of wanted) assert.equal(after.get(id), expected);
        for (const [id, extra] of after) assert.ok(wanted.has(id) || extra === '');
      }),
    );
  });

  it('broken input: refuses and accepts the same files as JSON.parse, with the location of the error', () => {
    const broken = fc.record({
      file: written,
      at: fc.nat(),
      cut: fc.nat({ max: 3 }),
      put: fc.constantFrom('', '"', '{', '}', '[', ']', ':', ',', '\\', '\n', '0', 'x', '\u0001'),
    });
    fc.assert(
      fc.property(broken, ({ file: { file }, at, cut, put }) => {
        const place = at % (file.length + 1);
        const mutilated = file.slice(0, place) + put + file.slice(place + cut);
        let units: readonly Unit[] | undefined;
        try {
          units = json.read(mutilated);
        } catch (error) {
          assert.ok(error instanceof FormatError, String(error));
          const lines = mutilated.split(/\r\n|\n|\r/);
          assert.ok(error.line >= 1 && error.line <= lines.length);
          assert.ok(error.column >= 1 && error.column <= (lines[error.line - 1]?.length ?? 0) + 1);
        }
        if (mutilated.includes('/') || /,[\s]*[}\]]/.test(mutilated)) return;
        let parses = true;
        try {
          parses = typeof JSON.parse(mutilated) === 'object' && JSON.parse(mutilated) !== null;
        } catch {
          parses = false;
        }
        assert.equal(units !== undefined, parses);
      }),
      { numRuns: 500 },
    );
  });
});

/** Documents that survive JSON.stringify as they are: no number-like keys, no empty objects or arrays, texts only. */
const leaf = text.filter((each) => each.isWellFormed() && !/[\u007f-\u009f\u2028\u2029]/.test(each));
const plain = fc.letrec<{ tree: Tree; object: ReadonlyMap<string, Tree> }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: leaf },
    { weight: 2, arbitrary: tie('object') },
    { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }) },
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z][a-z.]{0,5}$/), tie('tree')), {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    })
    .map((entries) => new Map(entries)),
})).object;

function toPlain(tree: Tree): unknown {
  if (tree instanceof Map)
    return Object.fromEntries([...(tree as ReadonlyMap<string, Tree>)].map(([name, child]) => [name, toPlain(child)]));
  return Array.isArray(tree) ? (tree as readonly Tree[]).map(toPlain) : tree;
}

function from(sourceText: string): WriteContext {
  return { sourceText, sourceLocale: 'en', targetLocale: 'de' };
}

function taking(answers: readonly boolean[]): () => boolean {
  let turn = 0;
  return () => answers[turn++ % answers.length] ?? false;
}

/** A unit without its location. */
function saying({ id, text, note, plural }: Unit): unknown {
  return { id, text, note, plural };
}

function commentsOf(file: string): readonly string[] {
  return file.match(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\//g)?.filter((token) => token.startsWith('/')) ?? [];
}
