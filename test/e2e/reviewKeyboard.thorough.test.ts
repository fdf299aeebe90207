import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { startForwarder } from '../contract/orders/forwarder.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

/** Ten verbs and ten nouns make a hundred strings. */
const verbs: readonly Words[] = [
  { en: 'Show', ja: '表示', fr: 'Afficher', de: 'anzeigen' },
  { en: 'Edit', ja: '編集', fr: 'Modifier', de: 'bearbeiten' },
  { en: 'Delete', ja: '削除', fr: 'Supprimer', de: 'löschen' },
  { en: 'Copy', ja: 'コピー', fr: 'Copier', de: 'kopieren' },
  { en: 'Share', ja: '共有', fr: 'Partager', de: 'teilen' },
  { en: 'Print', ja: '印刷', fr: 'Imprimer', de: 'drucken' },
  { en: 'Save', ja: '保存', fr: 'Enregistrer', de: 'speichern' },
  { en: 'Send', ja: '送信', fr: 'Envoyer', de: 'senden' },
  { en: 'Open', ja: '開封', fr: 'Ouvrir', de: 'öffnen' },
  { en: 'Close', ja: '終了', fr: 'Fermer', de: 'schließen' },
];
const nouns: readonly Words[] = [
  { en: 'the basket', ja: 'かご', fr: 'le panier', de: 'Warenkorb' },
  { en: 'the address', ja: '住所', fr: 'l’adresse', de: 'Adresse' },
  { en: 'the account', ja: '口座', fr: 'le compte', de: 'Konto' },
  { en: 'the coupon', ja: '割引券', fr: 'le bon', de: 'Gutschein' },
  { en: 'the parcel', ja: '小包', fr: 'le colis', de: 'Paket' },
  { en: 'the invoice', ja: '請求書', fr: 'la facture', de: 'Rechnung' },
  { en: 'the opinion', ja: '意見', fr: 'l’avis', de: 'Meinung' },
  { en: 'the list', ja: '一覧', fr: 'la liste', de: 'Liste' },
  { en: 'the photo', ja: '写真', fr: 'la photo', de: 'Foto' },
  { en: 'the order {id}', ja: '注文 {id}', fr: 'la commande {id}', de: 'Bestellung {id}' },
];

type Locale = 'ja' | 'fr' | 'de';
type Words = Readonly<Record<'en' | Locale, string>>;

const locales: readonly Locale[] = ['ja', 'fr', 'de'];
const strings: readonly Words[] = verbs.flatMap((verb) =>
  nouns.map((noun) => ({
    en: `${verb.en} ${noun.en}`,
    ja: `${noun.ja}を${verb.ja}`,
    fr: `${verb.fr} ${noun.fr}`,
    de: `${noun.de} ${verb.de}`,
  })),
);

const translationCount = strings.length * locales.length;

/** The reviewer's decision about a translation. */
type Decision =
  | { readonly kind: 'approve' | 'approveAfterUndo' | 'reviseAsSuggested' }
  | { readonly kind: 'revise' | 'reject'; readonly comment: string };

function decide(key: string, locale: string): Decision {
  if (isFaulty(key, locale)) return { kind: 'reviseAsSuggested' };
  if (key === 's45') return { kind: 'revise', comment: 'Use the formal form' };
  if (key === 's62' && locale === 'fr') return { kind: 'revise', comment: 'Shorter' };
  if (key === 's70' && locale === 'de') return { kind: 'reject', comment: 'Not German' };
  return { kind: key === 's20' && locale === 'ja' ? 'approveAfterUndo' : 'approve' };
}

/** The translators omit the placeholder of two strings. */
function isFaulty(key: string, locale: string): boolean {
  return (key === 's09' && locale === 'ja') || (key === 's59' && locale === 'fr');
}

const keyOf = (index: number): string => `s${String(index).padStart(2, '0')}`;

describe(`a review of ${translationCount} strings in 3 locales by keyboard only`, () => {
  let sandbox: ExternalSandbox;
  let forwarder: AsyncDisposable & { readonly baseUrl: string };
  let fresh: FreshWindow;
  let workbench: Workbench;
  /** The ids of each changing call that the service received, with the action. */
  const changes: { readonly action: string; readonly ids: readonly string[] }[] = [];
  const jobIds = new Map<string, string>();
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    forwarder = await startForwarder(sandbox.baseUrl, { onBody: noteChange });
    fresh = await borrowWindow({
      prepare: async (shop) => {
        await mkdir(path.join(shop, 'locales'), { recursive: true });
        const source = Object.fromEntries(strings.map(({ en }, index) => [keyOf(index), en]));
        await writeFile(path.join(shop, 'locales/en.json'), JSON.stringify(source, undefined, 2));
        for (const locale of locales) await writeFile(path.join(shop, `locales/${locale}.json`), '{}\n');
      },
    });
    ({ workbench } = fresh);
    const { apiKey, privateKey } = sandbox;
    await connect(workbench, { baseUrl: forwarder.baseUrl, apiKey, privateKey });
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese', 'French', 'German'] });
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await workbench.clearNotifications();
    await translateAll();
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', translationCount).waitFor();
  });

  after(async () => {
    await fresh.close();
    await forwarder[Symbol.asyncDispose]();
    await sandbox.stop();
  });

  function noteChange(call: string, body: string): void {
    if (!call.startsWith('PUT ')) return;
    const data = JSON.parse(new URLSearchParams(body).get('data') ?? '{}') as {
      readonly action: string;
      readonly job_ids?: readonly { readonly job_id: number }[];
    };
    const [, ofPath] = /\/translate\/job\/(\d+)/u.exec(call) ?? [];
    const ids = ofPath === undefined ? (data.job_ids ?? []).map(({ job_id: id }) => id) : [ofPath];
    changes.push({ action: data.action, ids: ids.map(String) });
  }

  async function translateAll(): Promise<void> {
    const words = new Map(strings.map((string, index) => [string.en, { string, key: keyOf(index) }]));
    for (;;) {
      const jobs = await sandbox.someWaitingJobs();
      if (jobs.length === 0) return;
      for (const { id, source, language } of jobs) {
        const known = words.get(source.replaceAll(/\[\[\[|\]\]\]/gu, ''));
        assert.ok(known !== undefined, source);
        const { string, key } = known;
        jobIds.set(`${key} ${language}`, id);
        const text = string[language as Locale];
        const placeholder = isFaulty(key, language) ? '' : '[[[{id}]]]';
        await sandbox.translate(id, text.replace('{id}', placeholder).trim());
      }
    }
  }

  /** Returns the frame of the page, in which a read takes much less time than with a locator. */
  async function pageFrame(): Promise<Frame> {
    const frame = await (await workbench.webview.locator('.list').elementHandle())?.ownerFrame();
    assert.ok(frame !== undefined && frame !== null);
    return frame;
  }

  it('takes one key for each clean string, and two and a comment for others', async () => {
    const { keyboard } = workbench.page;
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.list:focus').waitFor();
    await workbench.webview.locator('.review-row').nth(5).waitFor();
    const frame = await pageFrame();
    await frame.evaluate(countKeys);
    const focused = (): Promise<FocusedRow> => frame.evaluate(readFocused);
    const press = async (...keys: readonly string[]): Promise<number> => {
      for (const key of keys) await keyboard.press(key);
      return keys.length;
    };
    const type = async (text: string): Promise<number> => {
      await keyboard.type(text);
      return text.length;
    };
    const field = workbench.webview.locator('#editor-text:focus');

    const cost = { approve: 0, approveAfterUndo: 0, reviseAsSuggested: 0, revise: 0, reject: 0 };
    const count = { ...cost };
    let characters = 0;
    const seen = new Set<string>();
    const started = performance.now();
    await fresh.screenshots('keyboard-begin');
    for (let reviewed = 0; reviewed < translationCount; reviewed += 1) {
      const { key, locale, id, isInView } = await focused();
      assert.equal(id, jobIds.get(`${key} ${locale}`), `${key} ${locale}`);
      assert.ok(isInView, `${key} ${locale} is not in view`);
      assert.ok(!seen.has(id), `${key} ${locale} has the focus again`);
      seen.add(id);
      const decision = decide(key, locale);
      const { kind } = decision;
      count[kind] += 1;
      if (kind === 'approve') cost[kind] += await press('a');
      else if (kind === 'approveAfterUndo') {
        cost[kind] += await press('a', 'z');
        assert.equal((await focused()).id, id, 'the focus is back on the string that is undone');
        cost[kind] += await press('a');
      } else {
        cost[kind] += await press(kind === 'reject' ? 'x' : 'r');
        await field.waitFor();
        if ('comment' in decision) {
          cost[kind] += await type(decision.comment);
          characters += decision.comment.length;
        }
        cost[kind] += await press('Enter');
      }
      if (reviewed === translationCount / 2) await fresh.screenshots('keyboard-middle');
    }
    const took = performance.now() - started;
    const keys = await frame.evaluate(keyCount);
    assert.equal(
      keys,
      Object.values(cost).reduce((sum, one) => sum + one),
    );
    assert.equal(cost.approve, count.approve);
    assert.ok(cost.revise + cost.reject <= characters + 3 * (count.revise + count.reject));
    assert.ok(cost.reviseAsSuggested <= 3 * count.reviseAsSuggested);
    process.stdout.write(
      [
        `measured: a review of ${translationCount} strings in 3 locales by keyboard: ${keys} key presses in ${(took / 1000).toFixed(0)} s`,
        `measured: ${count.approve} approved with ${cost.approve} key presses, ${count.approveAfterUndo} after an undo with ${cost.approveAfterUndo}`,
        `measured: ${count.revise} revision requests with ${cost.revise} key presses, ${count.reviseAsSuggested} with the suggested comment with ${cost.reviseAsSuggested}, ${count.reject} rejection with ${cost.reject}; comments: ${characters} characters`,
        '',
      ].join('\n'),
    );
    await workbench.webview.locator('.list .empty').waitFor();
    await fresh.screenshots('keyboard-end');
  });

  it('has sent each decision once, and delivered the approved translations', async () => {
    const sent = new Map<string, string[]>();
    for (const { action, ids } of changes) for (const id of ids) sent.set(id, [...(sent.get(id) ?? []), action]);
    const statuses = new Map((await sandbox.jobs([...jobIds.values()])).map(({ id, status }) => [id, status]));
    const expected = {
      approve: { action: 'approve', status: 'approved' },
      approveAfterUndo: { action: 'approve', status: 'approved' },
      revise: { action: 'revise', status: 'revising' },
      reviseAsSuggested: { action: 'revise', status: 'revising' },
      reject: { action: 'reject', status: 'available' },
    };
    for (const [name, id] of jobIds) {
      const [key = '', locale = ''] = name.split(' ');
      const { action, status } = expected[decide(key, locale).kind];
      assert.deepEqual([sent.get(id), statuses.get(id)], [[action], status], name);
    }
    for (const locale of locales) {
      const approved = strings.flatMap((string, index) =>
        decide(keyOf(index), locale).kind.startsWith('approve') ? [[keyOf(index), string[locale]] as const] : [],
      );
      const file = path.join(fresh.shop, `locales/${locale}.json`);
      await eventually(`the deliveries to ${locale}.json`, async () => {
        const delivered = JSON.parse(await readFile(file, 'utf8')) as object;
        return Object.keys(delivered).length === approved.length;
      });
      assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), Object.fromEntries(approved));
    }
  });
});

// These run in the page.

function countKeys(): void {
  const counter = globalThis as { keyCount?: number };
  counter.keyCount = 0;
  addEventListener('keydown', () => (counter.keyCount = (counter.keyCount ?? 0) + 1), { capture: true });
}

function keyCount(): number | undefined {
  return (globalThis as { keyCount?: number }).keyCount;
}

interface FocusedRow {
  readonly key: string;
  readonly locale: string;
  readonly id: string;
  readonly isInView: boolean;
}

function readFocused(): FocusedRow {
  const row = document.querySelector<HTMLElement>('.review-row.focused');
  const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
  const list = document.querySelector('.list')?.getBoundingClientRect();
  const heading = document.querySelector('.heading')?.getBoundingClientRect();
  return {
    key: row?.querySelector('.key')?.textContent ?? '',
    locale: row?.querySelector('.facts span')?.textContent ?? '',
    id: row?.dataset['id'] ?? '',
    isInView: top >= (heading?.bottom ?? 0) - 1 && bottom <= (list?.bottom ?? 0) + 1,
  };
}
