import assert from 'node:assert/strict';
import { hoverLines, missingText, statusesText } from '../../../src/annotations/annotationSentences.ts';
import { isUnderWay, JobsOfStrings, mostUrgentPerLocale } from '../../../src/annotations/jobsOfStrings.ts';
import type { Session } from '../../../src/editor/session/session.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { plain } from '../../../src/words/plain.ts';
import { makeTrackedJob, makeUnitRef } from '../../builders/trackedJob.ts';

function sessionsWith(all: readonly TrackedJob[]): { readonly session: Session } {
  return { session: { jobs: { all } } as unknown as Session };
}

describe('JobsOfStrings', () => {
  it('finds the jobs of a file by key, each once', () => {
    const branches = [makeUnitRef({ branch: 'one' }), makeUnitRef({ branch: 'other' })];
    const first = makeTrackedJob({ id: '1', units: branches });
    const second = makeTrackedJob({ id: '2', units: [makeUnitRef({ key: 'b' }), makeUnitRef({ file: 'other.json' })] });
    const passage = makeTrackedJob({
      id: '3',
      units: [{ project: 'p', file: 'en.json', locale: 'ja', sourceHash: 'h' }],
    });
    const found = new JobsOfStrings(sessionsWith([first, second, passage]));
    assert.deepEqual(
      [...found.of('p', 'en.json')],
      [
        ['a', [first]],
        ['b', [second]],
      ],
    );
    assert.equal(found.of('p', 'missing.json').size, 0);
    assert.equal(new JobsOfStrings({ session: undefined }).of('p', 'en.json').size, 0);
  });
});

describe('isUnderWay', () => {
  it('is true until the translation is delivered or the job has ended', () => {
    const units = [makeUnitRef()];
    const of = (changes: Partial<TrackedJob>): boolean => isUnderWay(makeTrackedJob({ units, ...changes }));
    assert.equal(of({ status: 'pending' }), true);
    assert.equal(of({ status: 'unclear' }), true);
    assert.equal(of({ status: 'approved', delivery: { kind: 'held', reason: 'problems' } }), true);
    assert.equal(of({ status: 'approved', delivery: { kind: 'delivered', at: 1, simulated: false } }), false);
    assert.equal(of({ status: 'canceled' }), false);
  });
});

describe('mostUrgentPerLocale', () => {
  it('chooses one job for each locale, in the order of the locales', () => {
    const jobs = [
      makeTrackedJob({ id: '1', status: 'pending' }),
      makeTrackedJob({ id: '2', status: 'reviewable' }),
      makeTrackedJob({ id: '3', status: 'something new', targetLocale: 'fr' }),
    ];
    assert.deepEqual(
      mostUrgentPerLocale(jobs).map(({ id }) => id),
      ['3', '2'],
    );
  });
});

describe('sentences of annotations', () => {
  it('name what is missing, as far as it is known', () => {
    const locales = ['ja', 'fr'];
    assert.equal(
      plain(missingText({ count: 12, locales, unitCount: 37, credits: 3.4, currency: 'USD' }, 'word')),
      '12 missing in ja, fr · 37 words · about 3.40 USD · Order',
    );
    assert.equal(plain(missingText({ count: 1, locales: ['ja'] }, undefined)), '1 missing in ja · Order');
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    assert.equal(
      plain(missingText({ count: 8, locales: many }, undefined)),
      '8 missing in a, b, c, d, e, f and 2 more · Order',
    );
  });

  it('name strings with simulated translations separately', () => {
    const locales = ['de', 'ja'];
    const simulated = { count: 3, locales: ['ja'], otherLocales: ['de'] };
    assert.equal(
      plain(missingText({ count: 4, locales, simulated }, undefined)),
      '1 missing in de · 3 simulated in ja · Order',
    );
    assert.equal(
      plain(missingText({ count: 3, locales: ['ja'], simulated: { ...simulated, otherLocales: [] } }, undefined)),
      '3 simulated in ja · Order',
    );
  });

  it('name the status of each locale', () => {
    const jobs = [makeTrackedJob(), makeTrackedJob({ targetLocale: 'fr', status: 'pending' })];
    assert.equal(plain(statusesText(jobs)), 'ja to review · fr being translated');
    const many = Array.from({ length: 8 }, (_, index) => makeTrackedJob({ targetLocale: `l${index}` }));
    assert.match(plain(statusesText(many)), /l5 to review · 2 more$/u);
  });

  it('describe a job in a hover, each text on a line of its own', () => {
    const job = makeTrackedJob({ translatedText: 'One\nTwo', credits: 0.3, currency: 'USD' });
    assert.deepEqual(hoverLines(job, 0).map(plain), ['Japanese · to review · 0.30 USD', 'One Two']);
  });
});
