import assert from 'node:assert/strict';
import type { Unit } from '../../../../../src/formats/format.ts';
import { formatFor } from '../../../../../src/formats/formats.ts';
import { BranchError } from '../../../../../src/orders/model/errors/branchError.ts';
import type { BranchBase } from '../../../../../src/orders/model/plan/branchBase.ts';
import { stringsOfBranch } from '../../../../../src/orders/model/plan/branchStrings.ts';

const signal = new AbortController().signal;

/** Returns the ids of the strings that were added or changed between two contents of a file. */
async function changedIds(path: string, earlier: string | undefined, text: string): Promise<readonly string[]> {
  const format = await formatFor(path, text);
  assert.ok(format);
  const base: BranchBase = {
    name: 'main',
    contentOf: (name) => {
      assert.equal(name, path);
      return Promise.resolve(earlier === undefined ? undefined : new TextEncoder().encode(earlier));
    },
    dispose: () => undefined,
  };
  const read = (content: string): Promise<readonly Unit[]> => Promise.resolve(format.read(content, 'en'));
  const file = { path, text, units: await read(text), read, usualEncoding: undefined };
  return [...(await stringsOfBranch(base, { ...file, idsArePositions: format.idsArePositions === true }, signal))];
}

describe('stringsOfBranch', () => {
  it('are those that were added, or whose text was changed, wherever they are now', async () => {
    const earlier = '{ "a": "One", "b": "Two", "c": "Three" }';
    const text = '{ "c": "Three", "new": "Four", "a": "One", "b": "Two!" }';
    assert.deepEqual(await changedIds('locales/en.json', earlier, text), ['new', 'b']);
  });

  it('are none if only white space and order have changed', async () => {
    assert.deepEqual(
      await changedIds('locales/en.json', '{"a":"One","b":"Two"}', '{\n "b": "Two",\n "a": "One"\n}'),
      [],
    );
  });

  it('are none if only line ends have changed, as where Git checks texts out for Windows', async () => {
    const earlier = '<?php\nreturn ["a" => "One\nline", "b" => "Two"];\n';
    assert.deepEqual(await changedIds('lang/en/app.php', earlier, earlier.replaceAll('\n', '\r\n')), []);
    const paragraphs = '# Title\n\nA paragraph\nof two lines.\n';
    assert.deepEqual(await changedIds('docs/intro.md', paragraphs, paragraphs.replaceAll('\n', '\r\n')), []);
  });

  it('are all of a file that the branch has added', async () => {
    assert.deepEqual(await changedIds('locales/en.json', undefined, '{ "a": "One", "b": "Two" }'), ['a', 'b']);
  });

  it('are all of a file whose earlier content is broken', async () => {
    const conflict = '<<<<<<< ours\n{ "a": "One" }\n=======\n{}\n>>>>>>> theirs\n';
    assert.deepEqual(await changedIds('locales/en.json', conflict, '{ "a": "One" }'), ['a']);
  });

  it('are the new paragraphs of a document, and not those that moved down', async () => {
    const earlier = '# Title\n\nFirst paragraph.\n\nLast paragraph.\n';
    const text = '# Title\n\nNew paragraph.\n\nFirst paragraph.\n\nFirst paragraph.\n\nLast paragraph.\n';
    const format = await formatFor('docs/intro.md', text);
    assert.ok(format?.idsArePositions);
    const ids = await changedIds('docs/intro.md', earlier, text);
    const units = format.read(text, 'en');
    const texts = units.filter(({ id }) => ids.includes(id)).map((unit) => unit.text);
    assert.deepEqual(texts, ['New paragraph.', 'First paragraph.']);
  });

  it('are unknown if the earlier content is', async () => {
    const base: BranchBase = {
      name: 'main',
      contentOf: () => Promise.reject(new BranchError('partial', 'main')),
      dispose: () => undefined,
    };
    const read = (): Promise<readonly Unit[]> => Promise.resolve([]);
    const file = { path: 'en.json', text: '{}', units: [], idsArePositions: false, read, usualEncoding: undefined };
    await assert.rejects(stringsOfBranch(base, file, signal), BranchError);
  });
});
