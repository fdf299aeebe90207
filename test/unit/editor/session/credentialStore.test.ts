import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { CredentialStore } from '../../../../src/editor/session/credentialStore.ts';
import { KeysNotKeptError } from '../../../../src/orders/model/connectionErrors.ts';
import type { Environment } from '../../../../src/service/interface/environmentKeys.ts';

const baseUrl = 'https://api.example.com/v2';
const keys = { apiKey: 'public-key', privateKey: 'private-key' };
const variables: Environment = {
  HUMAN_TRANSLATION_BASE_URL: baseUrl,
  HUMAN_TRANSLATION_PUBLIC_KEY: 'public-of-environment',
  HUMAN_TRANSLATION_PRIVATE_KEY: 'private-of-environment',
};
const ofEnvironment = { apiKey: 'public-of-environment', privateKey: 'private-of-environment' };

type Secrets = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;

/** A store with a secret storage that `secrets` changes; all instances with the same `state` are one machine. */
function makeStore({
  secrets = {},
  state = new Map<string, unknown>(),
  env = {},
}: { readonly secrets?: Partial<Secrets>; readonly state?: Map<string, unknown>; readonly env?: Environment } = {}) {
  const stored = new Map<string, string>();
  const lines: string[] = [];
  const all: Secrets = {
    get: (name) => Promise.resolve(stored.get(name)),
    store: (name, value) => {
      stored.set(name, value);
      return Promise.resolve();
    },
    delete: (name) => {
      stored.delete(name);
      return Promise.resolve();
    },
    ...secrets,
  };
  const memento = {
    get: (name: string) => state.get(name),
    update: (name: string, value: unknown) => {
      state.set(name, value);
      return Promise.resolve();
    },
  };
  const context = { secrets: all, globalState: memento } as unknown as vscode.ExtensionContext;
  return { store: new CredentialStore(context, env, (line) => lines.push(line)), stored, state, lines };
}

describe('the keys of services', () => {
  it('are those that were stored for the address', async () => {
    const { store } = makeStore({ env: variables });
    await store.store(baseUrl, keys);
    assert.deepEqual(await store.get(baseUrl), keys);
    assert.equal(await store.get('https://other.example.com/v2'), undefined);
  });

  for (const [what, secrets] of [
    ['rejects', { store: () => Promise.reject(new Error(`no keyring for ${keys.privateKey}`)) }],
    ['keeps nothing', { store: () => Promise.resolve() }],
    ['can’t be read afterwards', { get: () => Promise.reject(new Error('locked')) }],
    ['keeps something else', { get: () => Promise.resolve('{"apiKey":"public-key"}') }],
  ] as const)
    it(`are reported as not kept if the storage ${what}, and are in no log and no error`, async () => {
      const { store, lines } = makeStore({ secrets });
      await assert.rejects(store.store(baseUrl, keys), (error) => {
        assert.ok(error instanceof KeysNotKeptError);
        assert.equal(`${error.stack ?? ''} ${lines.join(' ')}`.includes(keys.privateKey), false);
        return true;
      });
    });

  it('are absent if the storage can’t be read, without an error', async () => {
    const { store } = makeStore({ secrets: { get: () => Promise.reject(new Error('locked')) } });
    assert.equal(await store.get(baseUrl), undefined);
  });

  it('are those of the environment if none are stored, only for the address that the environment names', async () => {
    const { store } = makeStore({ env: variables });
    assert.deepEqual(await store.get(baseUrl), ofEnvironment);
    assert.deepEqual(await store.get(`${baseUrl}/`), ofEnvironment);
    for (const other of [
      'https://api.example.com.evil.example/v2',
      'https://api.example.com:8443/v2',
      'https://api.example.com/other/v2',
      'http://api.example.com/v2',
    ])
      assert.equal(await store.get(other), undefined, other);
  });

  for (const missing of Object.keys(variables))
    it(`are not taken from an environment without ${missing}`, async () => {
      const { store } = makeStore({ env: { ...variables, [missing]: ' ' } });
      assert.equal(await store.get(baseUrl), undefined);
    });

  it('leave their account behind when the storage forgets them, but not when they are deleted on purpose', async () => {
    const state = new Map<string, unknown>();
    const { store } = makeStore({ state });
    await store.store(baseUrl, keys);
    const account = await store.account(baseUrl);
    assert.ok(account !== undefined);
    store.remember(baseUrl, account);

    const { store: afterReload } = makeStore({ state });
    assert.equal(await afterReload.get(baseUrl), undefined);
    assert.equal(await afterReload.account(baseUrl), account);
    assert.deepEqual(afterReload.addresses, [baseUrl]);
    // What is remembered is not encrypted.
    assert.equal(JSON.stringify([...state]).includes(keys.apiKey), false);

    await afterReload.delete(baseUrl);
    assert.equal(await afterReload.account(baseUrl), undefined);
  });

  it('have no account if what was remembered is damaged', () => {
    const { store, state } = makeStore();
    store.remember(baseUrl, '0123456789abcdef');
    for (const [name] of state)
      for (const damaged of ['x', [1], { [baseUrl]: '../other' }, { [baseUrl]: 7 }]) {
        state.set(name, damaged);
        assert.equal(store.rememberedAccount(baseUrl), undefined);
      }
  });
});
