import assert from 'node:assert/strict';
import { readCommandLine, usage, UsageError } from '../../../src/sandbox/commandLine.ts';

describe('sandbox/commandLine', () => {
  it('has defaults for all options', () => {
    assert.deepEqual(readCommandLine([]), {
      port: 0,
      pace: 'fast',
      allowedHosts: [],
      openingCents: 1_000_000,
      help: false,
    });
  });

  it('reads every option', () => {
    const line =
      '--port 8777 --api-key K --private-key S --pace manual --data d.jsonl --allow-host a.test ' +
      '--allow-host b.test --credits 5 --port-file p.json --release 1.2.3 --idle-exit 60';
    assert.deepEqual(readCommandLine(line.split(' ')), {
      port: 8777,
      apiKey: 'K',
      privateKey: 'S',
      pace: 'manual',
      dataFile: 'd.jsonl',
      allowedHosts: ['a.test', 'b.test'],
      openingCents: 500,
      portFile: 'p.json',
      release: '1.2.3',
      idleExitMs: 60_000,
      help: false,
    });
  });

  it('reads options for rate limits, number types and callbacks', () => {
    const line =
      '--translation-memory --throttle code --limits sandbox --wire recorded --callback-url http://127.0.0.1:9/hook ' +
      '--allow-callbacks Hooks.test --allow-callbacks ::1';
    assert.deepEqual(readCommandLine(line.split(' ')), {
      ...readCommandLine([]),
      translationMemory: true,
      throttle: 'code',
      limits: 'sandbox',
      wire: 'recorded',
      callbackUrl: 'http://127.0.0.1:9/hook',
      allowedCallbacks: ['hooks.test', '[::1]'],
    });
  });

  it('reads additional accounts, each split at its first colon', () => {
    const { accounts } = readCommandLine(['--api-key', 'K', '--account', 'A:S', '--account', 'B& =%:s:e:c']);
    assert.deepEqual(accounts, [
      { apiKey: 'A', privateKey: 'S' },
      { apiKey: 'B& =%', privateKey: 's:e:c' },
    ]);
  });

  it('does not show keys in error messages', () => {
    for (const args of [
      ['--account', 'meant-as-key'],
      ['--account', 'meant-as-key:'],
      ['--account', 'a:meant-as-key', '--account', 'a:b'],
    ]) {
      assert.throws(
        () => readCommandLine(args),
        (error) => error instanceof UsageError && !error.message.includes('meant-as-key'),
      );
    }
  });

  it('reads the files for https', () => {
    const line = '--tls-key key.pem --tls-cert cert.pem';
    assert.deepEqual(readCommandLine(line.split(' ')), {
      ...readCommandLine([]),
      tls: { keyFile: 'key.pem', certificateFile: 'cert.pem' },
    });
  });

  it('describes every option in the help', () => {
    const options = [
      'port',
      'api-key',
      'private-key',
      'account',
      'tls-key',
      'tls-cert',
      'pace',
      'data',
      'allow-host',
      'credits',
      'translation-memory',
      'throttle',
      'limits',
      'wire',
      'callback-url',
      'allow-callbacks',
      'port-file',
      'release',
      'idle-exit',
      'help',
    ];
    for (const option of options) assert.match(usage, new RegExp(`^  --${option}\\b`, 'mu'));
  });

  for (const bad of [
    '--port x',
    '--port 65536',
    '--pace slow',
    '--idle-exit 0',
    '--release next',
    '--release=',
    '--credits -1',
    '--unknown',
    'word',
    '--api-key=',
    '--throttle 503',
    '--limits none',
    '--wire text',
    '--callback-url ftp://a.test/',
    '--callback-url http://u:p@a.test/',
    '--callback-url nowhere',
    '--allow-callbacks a.test:80',
    '--allow-callbacks a.test/x',
    '--allow-callbacks=',
    '--account key',
    '--account :secret',
    '--account key:',
    '--account=',
    '--account a:b --account a:c',
    '--api-key a --account a:b',
    '--tls-key a.pem',
    '--tls-cert a.pem',
    '--tls-key= --tls-cert a.pem',
    '--tls-key a.pem --tls-cert=',
  ]) {
    it(`refuses ${bad}`, () => {
      assert.throws(() => readCommandLine(bad.split(' ')), UsageError);
    });
  }
});
