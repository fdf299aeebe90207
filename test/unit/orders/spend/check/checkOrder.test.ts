import assert from 'node:assert/strict';
import fc from 'fast-check';
import { present } from '../../../../../src/base/present.ts';
import {
  checkOrder,
  type Finding,
  privateValues,
  applyFindings,
  withRelatedJobs,
} from '../../../../../src/orders/spend/check/checkOrder.ts';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { planDocuments } from '../../../../../src/orders/units/plan/planDocuments.ts';
import { isSecret, privateParts } from '../../../../../src/orders/spend/check/privateText.ts';
import { locateDocument, openDocument } from '../../../../../src/orders/units/files/sourceDocument.ts';
import { makePlannedJob } from '../../../../builders/plannedJob.ts';
import { memoryProject } from '../../memoryProject.ts';
import { plannedJobId, type Plan, type PlannedJob } from '../../../../../src/orders/model/plan/plan.ts';
import { jobComment, withoutJobs, type Quote } from '../../../../../src/orders/model/order/quote.ts';
import { otherLanguages } from '../../../../../src/orders/spend/place/quotePlan.ts';

const history = { inFlight: new Set<string>(), delivered: new Map<string, never>() };
const languages = ['en', 'ja', 'ru', 'fr', 'de'];
const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3'].join('_');

async function planTexts(texts: Readonly<Record<string, string>>, locales: readonly string[] = ['ja']): Promise<Plan> {
  const source = await openSourceFile(memoryProject({ 'locales/en.json': texts }), 'locales/en.json', {
    patterns: [],
    sourceLocale: 'en',
  });
  return planOrder({
    source,
    targets: await Promise.all(locales.map((locale) => openTargetFile(source, locale))),
    history,
    languages,
  });
}

async function planFiles(files: Readonly<Record<string, string>>, locales: readonly string[] = ['ja']): Promise<Plan> {
  const project = memoryProject(files);
  const documents = await Promise.all(
    Object.keys(files).map(async (name) => {
      const document = await openDocument(project, await locateDocument(project, name, [], 'en'), []);
      assert.ok('content' in document);
      return document;
    }),
  );
  return planDocuments({ documents, refused: [], targets: locales, history, languages });
}

function brief(findings: readonly Finding[]): readonly (readonly unknown[])[] {
  return findings.map(({ kind, severity, job, location, text, start }) => [
    kind,
    severity,
    job?.title,
    location,
    text,
    start,
  ]);
}

describe('checkOrder', () => {
  it('reports each finding with its part of the job, its text and its offset, and changes nothing', async () => {
    const plan = await planTexts({
      plain: 'Your cart',
      mail: 'Write to jane@acme.io',
      only: '{{a}}: {{b}}',
      number: '100 %',
      done: 'すぐに届きます',
      of: 'of',
      link: '<br>',
    });
    assert.deepEqual(brief(await checkOrder(plan, {})), [
      ['private', 'confirm', 'mail', 'text', 'jane@acme.io', 9],
      ['nothing-to-translate', 'refused', 'only', 'text', '', 0],
      ['nothing-to-translate', 'refused', 'number', 'text', '', 0],
      ['target-language', 'warn', 'done', 'text', '', 0],
      ['concatenated', 'warn', 'of', 'text', 'of', 0],
      ['nothing-to-translate', 'refused', 'link', 'text', '', 0],
    ]);
  });

  it('examines what translators are shown, too: comment, tone, purpose, titles and notes', async () => {
    const plan = await planTexts({ [`for_${token}`]: 'Hello' });
    const [job] = plan.jobs;
    const noted: Plan = {
      ...plan,
      jobs: [{ ...job!, title: 'hello', note: `Key: hello\nAsk jane@acme.io\nShort, please` }],
    };
    const findings = await checkOrder(noted, { comment: `It is ${token}`, tone: 'like build.corp', purpose: 'x' });
    assert.deepEqual(brief(findings), [
      ['private', 'confirm', undefined, 'comment', token, 6],
      ['private', 'confirm', undefined, 'comment', 'build.corp', 5],
      ['private', 'confirm', 'hello', 'note', 'jane@acme.io', 15],
    ]);
    const [found] = await checkOrder({ ...plan, jobs: [{ ...job!, title: token }] }, {});
    assert.deepEqual([found?.location, found?.text], ['title', token]);
  });

  it('returns each private value once, regardless of how many texts and languages contain it', async () => {
    const plan = await planTexts(
      { a: 'Write to jane@acme.io', b: 'Or call, or write to jane@acme.io.', c: `Use ${token}` },
      ['ja', 'fr'],
    );
    const values = privateValues(await checkOrder(plan, { comment: 'Ask jane@acme.io' }));
    assert.deepEqual(
      values.map(({ as, text, jobs, notes, inComment }) => [
        as,
        text,
        jobs.map(({ title, targetLocale }) => `${title} ${targetLocale}`),
        notes,
        inComment,
      ]),
      [
        ['e-mail', 'jane@acme.io', ['a ja', 'b ja', 'a fr', 'b fr'], [], true],
        ['key', token, ['c ja', 'c fr'], [], false],
      ],
    );
  });

  it('applies findings to the same jobs of a plan from which others were removed', async () => {
    const plan = await planTexts({ a: 'Hello', b: `Use ${token}`, c: 'Bye' });
    const findings = await checkOrder(plan, {});
    const rest = { ...plan, jobs: plan.jobs.slice(1).map((job) => ({ ...job, retranslate: true as const })) };
    const { jobs, skipped } = applyFindings(rest, findings, new Set());
    assert.deepEqual(
      jobs.map(({ title }) => title),
      ['c'],
    );
    assert.deepEqual(skipped, [{ key: 'b', locale: 'ja', reason: 'withheld' }]);
  });

  it('skips texts with unconfirmed values, with a reason, and sends texts with confirmed ones', async () => {
    const plan = await planTexts({ a: 'Write to jane@acme.io', b: `Use ${token}`, c: 'Hello', d: '{{n}}' });
    const findings = await checkOrder(plan, {});
    const none = applyFindings(plan, findings, new Set());
    assert.deepEqual(
      none.jobs.map(({ title }) => title),
      ['c'],
    );
    assert.deepEqual(none.skipped, [
      { key: 'a', locale: 'ja', reason: 'withheld' },
      { key: 'b', locale: 'ja', reason: 'withheld' },
      { key: 'd', locale: 'ja', reason: 'nothing-to-translate' },
    ]);
    const one = applyFindings(plan, findings, new Set(['jane@acme.io']));
    assert.deepEqual(
      one.jobs.map(({ title }) => title),
      ['a', 'c'],
    );
  });

  it('keeps the forms of a plural together: skips all of them, or sends those without words as well', async () => {
    const plan = await planTexts(
      {
        mail_one: 'Write to jane@acme.io',
        mail_other: 'Write to {{count}} people',
        item_one: '{{count}}',
        item_other: '{{count}} items',
        bare_one: '1',
        bare_other: '{{count}}',
      },
      ['fr'],
    );
    const { jobs, skipped } = applyFindings(plan, await checkOrder(plan, {}), new Set());
    assert.deepEqual(
      jobs.map(({ title }) => title),
      plan.jobs.map(({ title }) => title).filter((title) => title.startsWith('item')),
    );
    assert.deepEqual(
      new Set(skipped.map(({ key, reason }) => `${key.split('#')[0] ?? ''} ${reason}`)),
      new Set(['mail withheld', 'bare nothing-to-translate']),
    );
  });

  it('keeps the branches of a message together, and units that share a text with them', async () => {
    const plan = await planTexts({ a: 'Hello', b: `Use ${token}` });
    const [hello, secret] = plan.jobs;
    const part = (branch: string) => ({ ...secret!.units[0]!, key: 'message', branch });
    const mixed: Plan = {
      ...plan,
      jobs: [
        { ...hello!, units: [...hello!.units, part('n=other')] },
        { ...secret!, units: [part('n=one')] },
      ],
    };
    const { jobs, skipped } = applyFindings(mixed, await checkOrder(mixed, {}), new Set());
    assert.deepEqual(
      jobs.map(({ units }) => units.map(({ key }) => key)),
      [['a']],
    );
    assert.deepEqual(skipped, [{ key: 'message', locale: 'ja', reason: 'withheld' }]);
    const [first, second] = mixed.jobs;
    const other = { ...hello!, units: [{ ...hello!.units[0]!, key: 'c' }] };
    assert.deepEqual(
      withRelatedJobs([...mixed.jobs, other], [second!]),
      new Set([first!, second!].map((job) => plannedJobId(job))),
    );
    assert.deepEqual(withRelatedJobs(plan.jobs, [secret!]), new Set([plannedJobId(secret!)]));
  });

  it('removes lines with unconfirmed values from a note, and sends the text', async () => {
    const plan = await planTexts({ a: 'Hello' });
    const note = `Key: a\nAsk jane@acme.io or joe@acme.io\nShort, please\nUse ${token}\nbuild.corp\nThe end`;
    const noted: Plan = { ...plan, jobs: [{ ...plan.jobs[0]!, note }] };
    const findings = await checkOrder(noted, {});
    assert.equal(
      applyFindings(noted, findings, new Set()).jobs[0]?.note,
      'Key: a\n(Line removed.)\nShort, please\n(Line removed.)\nThe end',
    );
    assert.equal(
      applyFindings(noted, findings, new Set(['jane@acme.io', 'joe@acme.io', token, 'build.corp'])).jobs[0]?.note,
      note,
    );
    assert.equal(
      applyFindings(noted, findings, new Set(['jane@acme.io', token])).jobs[0]?.note,
      `Key: a\n(Line removed.)\nShort, please\nUse ${token}\n(Line removed.)\nThe end`,
    );
  });

  it('sends no private value that was not confirmed, regardless of the text around it', async () => {
    const plan = await planTexts({ a: 'Hello' });
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        token,
        'jane@acme.io',
        'http://a:b2c3d4@db.corp/',
        '\n',
        ' ',
        '-----BEGIN PRIVATE KEY-----\nx',
        'password=Abc12345',
      ),
    );
    const words = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '));
    await fc.assert(
      fc.asyncProperty(words, words, words, async (text, title, note) => {
        const job: PlannedJob = {
          ...plan.jobs[0]!,
          title,
          note,
          protectedText: { text, source: text, placeholders: [] },
        };
        const mixed: Plan = { ...plan, jobs: [job] };
        for (const remaining of applyFindings(mixed, await checkOrder(mixed, {}), new Set()).jobs) {
          for (const sent of [remaining.protectedText.text, remaining.note ?? ''])
            assert.deepEqual(privateParts(sent), []);
          assert.ok(!privateParts(remaining.title).some(({ kind }) => isSecret(kind)), remaining.title);
        }
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it('takes names in the program for no hosts and addresses, but looks for secrets in them', async () => {
    const plan = await planTexts({
      'headers.local': 'Local {headers.local}',
      'mail.internal': 'Internal mail at build.corp',
      [`for ${token}`]: 'Hello',
      reference: '[%key:common::state::on%]',
    });
    assert.deepEqual(
      (await checkOrder(plan, {})).map(({ kind, location, text }) => [kind, location, text]),
      [
        ['private', 'text', 'build.corp'],
        ['private', 'title', token],
        ['private', 'note', token],
        ['nothing-to-translate', 'text', ''],
      ],
    );
  });

  it('examines text documents: refuses brackets with their location, and asks to confirm secrets', async () => {
    const plan = await planFiles({
      'a.md': '# Hi\n\nSee [[[here',
      'b.md': `# Hi\n\nUse ${token}`,
      'c.md': '# 12\n\n34',
      'd.docx': 'PK\u0003\u0004',
      'e.md': '# Good [[[name]]]',
    });
    const findings = await checkOrder(plan, {});
    assert.deepEqual(brief(findings), [
      ['brackets', 'refused', 'a.md', 'document', '[[[', 10],
      ['private', 'confirm', 'b.md', 'document', token, 10],
      ['nothing-to-translate', 'refused', 'c.md', 'document', '', 0],
      ['unread-document', 'warn', 'd.docx', 'document', '', 0],
    ]);
    const { jobs, skipped, refused } = applyFindings(plan, findings, new Set());
    assert.deepEqual(
      jobs.map(({ title }) => title),
      ['d.docx', 'e.md'],
    );
    assert.deepEqual(
      skipped.map(({ key, reason }) => [key, reason]),
      [
        ['b.md', 'withheld'],
        ['c.md', 'nothing-to-translate'],
      ],
    );
    assert.deepEqual(refused, [
      { file: 'a.md', locale: 'ja', reason: 'brackets', location: { text: '[[[', line: 3, column: 5 } },
    ]);
  });

  it('refuses brackets that the service cannot parse, and a text that is too large for a request', async () => {
    const plan = await planTexts({ a: 'Hello' });
    const [job] = plan.jobs;
    const sent = (title: string, text: string): PlannedJob => ({
      ...job!,
      title,
      units: job!.units.map((unit) => ({ ...unit, key: title })),
      protectedText: { text, source: text, placeholders: [] },
    });
    const mixed: Plan = {
      ...plan,
      jobs: [sent('a', 'See [[[a [[[b]]]'), sent('b', 'x'.repeat(33_400_000)), sent('c', 'Fine [[[a]]]')],
    };
    assert.deepEqual(
      (await checkOrder(mixed, {})).map(({ kind, severity, job: found, text }) => [kind, severity, found?.title, text]),
      [
        ['brackets', 'refused', 'a', '[[['],
        ['too-large', 'refused', 'b', ''],
      ],
    );
    assert.deepEqual(
      applyFindings(mixed, await checkOrder(mixed, {}), new Set()).skipped.map(({ reason }) => reason),
      ['unprotectable', 'too-large'],
    );
  }).timeout(20_000);

  it('can be aborted, and leads to the same plan if there are no findings', async () => {
    const plan = await planTexts({ a: 'Hello', b: 'Your cart' });
    assert.equal(applyFindings(plan, await checkOrder(plan, { comment: 'A web shop' }), new Set()), plan);
    await assert.rejects(checkOrder(plan, {}, AbortSignal.abort()), { name: 'AbortError' });
  });

  it('examines an order of 2,000 texts into ten languages within five seconds', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [
        `key${index}`,
        `Text ${index}: put the item into the cart, {{name}}, and continue.`,
      ]),
    );
    const plan = await planTexts(texts);
    const jobs = Array.from({ length: 10 }, () => plan.jobs).flat();
    // Processor time of this process, because other processes may be using the machine.
    const before = process.cpuUsage();
    assert.deepEqual(await checkOrder({ ...plan, jobs }, {}), []);
    assert.ok(process.cpuUsage(before).user < 5_000_000);
  }).timeout(30_000);
});

describe('jobComment', () => {
  it('returns the user’s comment, then the note, within the service’s limit', () => {
    assert.equal(jobComment({ note: 'Key: a' }, {}), 'Key: a');
    assert.equal(jobComment({}, { comment: 'Shop' }), 'Shop');
    assert.equal(jobComment({ note: 'Key: a' }, { comment: 'Shop' }), 'Shop\n\nKey: a');
    const long = jobComment({ note: '😀'.repeat(20_000) }, { comment: 'c'.repeat(24_000) });
    assert.ok(long.length <= 25_000 && long.endsWith('…') && long.startsWith('ccc') && long.isWellFormed());
  });
});

const quoteOf = (sourceLanguage: string, detected: readonly (string | undefined)[]): Quote => ({
  plan: {
    sourceLocale: sourceLanguage,
    sourceLanguage,
    skipped: [],
    jobs: detected.map((detectedLanguage, index) => ({
      ...makePlannedJob({ title: `t${index}` }),
      price: { key: `job_${index + 1}`, credits: index + 1, unitCount: 1, ...present({ detectedLanguage }) },
    })),
  },
  options: { tier: 'standard', autoApprove: false },
  locales: [],
  unitCount: 0,
  credits: 0,
});

describe('otherLanguages', () => {
  const found = (source: string, ...detected: readonly (string | undefined)[]): readonly unknown[] =>
    otherLanguages(quoteOf(source, detected)).map(({ job, detected: language }) => [job.title, language]);

  it('returns the jobs in which the service detected a language other than the declared one', () => {
    assert.deepEqual(found('en', 'en', 'fr', undefined, 'ja'), [
      ['t1', 'fr'],
      ['t3', 'ja'],
    ]);
    assert.deepEqual(found('zh', 'zh-tw', 'ja'), [['t1', 'ja']]);
  });

  it('ignores other spellings of the declared language, and unknown languages', () => {
    assert.deepEqual(found('en', 'en-gb', '', 'un', 'und', ' EN '), []);
    assert.deepEqual(found('no', 'nb'), []);
    assert.deepEqual(found('tl', 'fil'), []);
  });
});

describe('withoutJobs', () => {
  it('returns the quote without the jobs, with new totals', () => {
    const quote = quoteOf('en', ['en', 'fr', 'en']);
    const { plan, credits, locales } = withoutJobs(quote, new Set([plannedJobId(quote.plan.jobs[1]!)]));
    assert.deepEqual(
      plan.jobs.map(({ title, price }) => [title, price.credits]),
      [
        ['t0', 1],
        ['t2', 3],
      ],
    );
    assert.deepEqual([credits, locales[0]?.jobCount], [4, 2]);
  });
});
