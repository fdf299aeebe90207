import assert from 'node:assert/strict';
import { containsOnlyExpectedChanges } from '../../../../src/formats/json/containsOnlyExpectedChanges.ts';
import { parseJson } from '../../../../src/formats/json/jsonTree.ts';
import type { WantedNode } from '../../../../src/formats/json/jsonWant.ts';

describe('containsOnlyExpectedChanges', () => {
  const before = '{"a":"1","n":5,"l":["x"],"o":{"p":"q"}}';
  const want = tree({ a: '2', o: { r: 's' }, l: { 2: 'z' } });

  const cases: readonly [string, string, boolean][] = [
    ['wanted and existing values', '{"a":"2","n":5,"l":["x","","z"],"o":{"p":"q","r":"s"}}', true],
    ['another text than was wanted', '{"a":"3","n":5,"l":["x","","z"],"o":{"p":"q","r":"s"}}', false],
    ['a missing wanted value', '{"a":"2","n":5,"l":["x","","z"],"o":{"p":"q"}}', false],
    ['a missing existing value', '{"a":"2","l":["x","","z"],"o":{"p":"q","r":"s"}}', false],
    ['a changed existing text', '{"a":"2","n":5,"l":["x","","z"],"o":{"p":"Q","r":"s"}}', false],
    ['a changed existing number', '{"a":"2","n":6,"l":["x","","z"],"o":{"p":"q","r":"s"}}', false],
    ['a changed existing element', '{"a":"2","n":5,"l":["y","","z"],"o":{"p":"q","r":"s"}}', false],
    ['an additional text', '{"a":"2","n":5,"l":["x","","z"],"o":{"p":"q","r":"s","t":"u"}}', false],
    ['an object in place of a text', '{"a":{},"n":5,"l":["x","","z"],"o":{"p":"q","r":"s"}}', false],
    ['a text in place of an object', '{"a":"2","n":5,"l":["x","","z"],"o":"p"}', false],
    ['an array in place of an object', '{"a":"2","n":5,"l":["x","","z"],"o":["q","s"]}', false],
  ];
  for (const [what, after, holds] of cases) {
    it(`${holds ? 'accepts' : 'refuses'} ${what}`, () => {
      assert.equal(
        containsOnlyExpectedChanges(
          { text: after, node: parseJson(after) },
          { text: before, node: parseJson(before) },
          want,
        ),
        holds,
      );
    });
  }
});

interface Texts {
  readonly [key: string]: string | Texts;
}

function tree(texts: Texts): WantedNode {
  const children = Object.entries(texts).map(
    ([key, value]) =>
      [
        key,
        typeof value === 'string' ? { text: value, children: new Map<string, WantedNode>() } : tree(value),
      ] as const,
  );
  return { text: undefined, children: new Map(children) };
}
