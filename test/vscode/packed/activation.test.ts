import assert from 'node:assert/strict';
import { extensionUnderTest, unregisteredCommands } from '../extensionUnderTest.ts';

describe('the packed extension', () => {
  it('is loaded from its installation, not from the checkout', () => {
    const place = extensionUnderTest().extensionPath.replaceAll('\\', '/');
    assert.match(place, /\/extensions\/human-translation\.human-translation-\d+\.\d+\.\d+[^/]*$/);
  });

  it('activates', async () => {
    await extensionUnderTest().activate();
    assert.equal(extensionUnderTest().isActive, true);
  });

  it('registers every command of its manifest', async () => {
    await extensionUnderTest().activate();
    assert.deepEqual(await unregisteredCommands(extensionUnderTest()), []);
  });
});
