import assert from 'node:assert/strict';
import { readCommandLine, UsageError } from '../../../src/sandbox/commandLine.ts';

describe('sandbox/commandLine', () => {
  it('has a default for everything', () => {
    assert.deepEqual(readCommandLine([]), { port: 0, pace: 'fast', allowedHosts: [], openingCents: 1_000_000, help: false });
  });

  it('reads every option', () => {
    const line = '--port 8777 --api-key K --private-key S --pace manual --data d.jsonl --allow-host a.test --allow-host b.test --credits 5 --port-file p.json --idle-exit 60';
    assert.deepEqual(readCommandLine(line.split(' ')), {
      port: 8777, apiKey: 'K', privateKey: 'S', pace: 'manual', dataFile: 'd.jsonl', allowedHosts: ['a.test', 'b.test'],
      openingCents: 500, portFile: 'p.json', idleExitMs: 60_000, help: false,
    });
  });

  for (const bad of ['--port x', '--port 65536', '--pace slow', '--idle-exit 0', '--credits -1', '--unknown', 'word', '--api-key=']) {
    it(`refuses ${bad}`, () => {
      assert.throws(() => readCommandLine(bad.split(' ')), UsageError);
    });
  }
});
