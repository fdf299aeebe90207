import assert from 'node:assert/strict';
import { openSourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { parseKeyPattern } from '../../../../../src/orders/model/plan/keyPattern.ts';
import type { StringLimit } from '../../../../../src/orders/model/plan/stringLimit.ts';
import { fileKey } from '../../../../../src/orders/model/plan/stringLimit.ts';
import { TranslationGaps } from '../../../../../src/orders/units/gaps/translationGaps.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import type { SkippedString } from '../../../../../src/orders/units/gaps/stringStates.ts';
import { memoryProject } from '../../memoryProject.ts';
import { noPorts } from '../../noPorts.ts';

const signal = new AbortController().signal;
const history = { inFlight: new Set<string>(), delivered: new Map<string, never>() };
const languages = ['en', 'de'];

const english = 'greeting: &greeting Good morning\nwelcome: *greeting\ntitle: Settings\npay: Pay now\n';

async function open(german: string, limit?: StringLimit, source = english) {
  const project = memoryProject({ 'locales/en.yaml': source, 'locales/de.yaml': german });
  const file = await openSourceFile(project, 'locales/en.yaml', { patterns: [], sourceLocale: 'en' });
  const gaps = new TranslationGaps([file], { history, languages, ...(limit && { limit }) }, noPorts);
  const [target] = await gaps.statesIn(['de'], signal);
  assert.ok(target);
  const plan = await planOrder({ source: file, targets: [await openTargetFile(file, 'de')], history, languages });
  return { states: target.states, plan };
}

function namesOf(skipped: readonly SkippedString[] = []): readonly string[] {
  return skipped.map(({ key, reason, detail, notRead }) =>
    [key, reason, detail?.code, notRead?.in, notRead?.line].join(' '),
  );
}

describe('entries that are not read', () => {
  it('are skipped strings of the source, and never missing', async () => {
    const { states, plan } = await open('greeting: Guten Morgen\ntitle: Einstellungen\n');
    assert.deepEqual(namesOf(states.skipped), ['welcome not-read entry-alias source 2']);
    assert.deepEqual(states.missing, ['pay']);
    assert.equal(states.translated, 2);
    assert.equal(states.unreadInTarget, undefined);
    assert.deepEqual(
      plan.skipped.map(({ key, reason }) => [key, reason]),
      [['welcome', 'not-read']],
    );
    assert.equal(plan.jobs.length, 1);
  });

  it('in a translation mean that a string may be translated, so it is skipped and not ordered', async () => {
    const german = 'greeting: &a Guten Morgen\ntitle: *a\nbase: &b\n  pay: Zahlen\n<<: *b\n';
    const { states, plan } = await open(german);
    assert.deepEqual(states.missing, []);
    assert.deepEqual(namesOf(states.skipped), [
      'title not-read entry-alias target 2',
      'pay not-read entry-merged target 5',
      'welcome not-read entry-alias source 2',
    ]);
    assert.equal(states.translated, 1);
    assert.deepEqual(plan.jobs, []);
  });

  it('are not counted, but named, if only a translation has them', async () => {
    const { states } = await open('greeting: &a Guten Morgen\nold: *a\n');
    assert.deepEqual(namesOf(states.unreadInTarget), ['old not-read entry-alias target 2']);
    assert.equal(states.missing.length + states.translated + states.skipped.length, 4);
  });

  it('are only those within the limit of an order', async () => {
    const german = 'greeting: &a Guten Morgen\ntitle: *a\nold: *a\n';
    const keys = async (text: string): Promise<readonly string[]> => {
      const pattern = parseKeyPattern(text);
      assert.ok(pattern);
      const { states } = await open(german, { kind: 'keys', pattern });
      return [...namesOf(states.skipped), ...namesOf(states.unreadInTarget)].map((name) => name.split(' ')[0] ?? '');
    };
    assert.deepEqual(await keys('pay'), []);
    assert.deepEqual(await keys('welcome'), ['welcome']);
    assert.deepEqual(await keys('t*'), ['title']);
    const ids = new Map([[fileKey({ project: { id: 'p1' }, path: 'locales/en.yaml' }), new Set(['pay'])]]);
    const { states } = await open(german, { kind: 'branch', base: 'main', ids });
    assert.deepEqual([...states.skipped, ...(states.unreadInTarget ?? [])], []);
    assert.deepEqual(states.missing, ['pay']);
  });
});
