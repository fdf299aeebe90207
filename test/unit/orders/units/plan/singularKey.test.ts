import assert from 'node:assert/strict';
import i18next, { type Resource } from 'i18next';
import { plannedTarget } from '../../plannedTarget.ts';
import { translatedFile } from '../../translatedPlurals.ts';

const english = {
  boys: '{{count}} boy',
  boys_other: '{{count}} boys',
  friend_male: 'A boyfriend',
  friend_male_other: '{{count}} boyfriends',
  nest: { item: 'one item', item_zero: 'no item', item_other: '{{count}} items' },
  place: 'Place',
  place_ordinal_one: '{{count}}st',
  place_ordinal_other: '{{count}}th',
  page: 'Page',
  page_one: '{{count}} page',
  page_other: '{{count}} pages',
};

async function order(source: object, locale: string, target: object = {}): ReturnType<typeof plannedTarget> {
  const files = { 'locales/en/common.json': source, [`locales/${locale}/common.json`]: target };
  return plannedTarget({ files, path: 'locales/en/common.json', locale, dependencies: ['i18next'] });
}

async function titlesOf(source: object, locale: string, target?: object): Promise<readonly string[]> {
  return (await order(source, locale, target)).plan.jobs.map(({ title }) => title);
}

describe('wantedUnits with a key that is the singular of its plural', () => {
  it('orders the key as the form of 1 of an i18next plural, and no further form for it', async () => {
    const ordered = await order(english, 'ru');
    const texts = ordered.plan.jobs.map(({ title, protectedText, note }) => [
      title,
      protectedText.source,
      /form “(\w+)”/u.exec(note ?? '')?.[1],
    ]);
    assert.deepEqual(texts.slice(0, 4), [
      ['boys', '{{count}} boy', 'one'],
      ['boys#few', '{{count}} boys', 'few'],
      ['boys#many', '{{count}} boys', 'many'],
      ['boys#other', '{{count}} boys', 'other'],
    ]);
    // `one` is also for 21, so its translation needs the number.
    const male = ordered.plan.jobs.find(({ title }) => title === 'friend_male');
    assert.deepEqual(male?.protectedText.numbers, [
      { text: '{{count}}', syntax: 'mustache', examples: [1, 21, 31, 41] },
    ]);
  });

  it('writes keys that i18next reads for each number, with contexts and zero', async () => {
    const translation = JSON.parse(await translatedFile(await order(english, 'pl'))) as object;
    const instance = i18next.createInstance();
    const resources: Resource = { en: { translation: english }, pl: { translation } };
    await instance.init({ lng: 'pl', fallbackLng: 'en', resources });
    const show = (key: string, options: Record<string, unknown>): unknown => instance.t(key, options);
    assert.equal(show('boys', { count: 1 }), 'boys: 1 boy');
    assert.equal(show('boys', { count: 3 }), 'few: 3 boys');
    assert.equal(show('boys', { count: 5 }), 'many: 5 boys');
    assert.equal(show('friend', { context: 'male', count: 1 }), 'friend_male: A boyfriend');
    assert.equal(show('friend', { context: 'male', count: 2 }), 'few: 2 boyfriends');
    assert.equal(show('nest.item', { count: 0 }), 'zero: no item');
    assert.equal(show('nest.item', { count: 1 }), 'nest.item: one item');
    assert.equal(show('place', { count: 1, ordinal: true }), 'place#ordinal-other: 1th');
    assert.equal(show('page', { count: 1 }), 'one: 1 page');
    assert.equal(show('page', {}), 'page: Page');
  });

  it('keeps the key as a string of its own in a language without the form', async () => {
    const { boys, boys_other } = english;
    assert.deepEqual(await titlesOf({ boys, boys_other }, 'ja'), ['boys', 'boys#other']);
  });

  it('orders nothing where both the key and the form are translated', async () => {
    const { boys, boys_other } = english;
    const polish = { boys: 'a', boys_one: 'a', boys_few: 'b', boys_many: 'c', boys_other: 'd' };
    assert.deepEqual(await titlesOf({ boys, boys_other }, 'pl', polish), []);
    const { boys_one: _, ...withoutForm } = polish;
    assert.deepEqual(await titlesOf({ boys, boys_other }, 'pl', withoutForm), []);
    assert.deepEqual(await titlesOf({ boys, boys_other }, 'pl', { boys: 'a', boys_other: 'd' }), [
      'boys#few',
      'boys#many',
    ]);
  });
});
