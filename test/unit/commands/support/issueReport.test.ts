import assert from 'node:assert/strict';
import { issueReport, type ReportFacts } from '../../../../src/commands/support/issueReport.ts';

const facts: ReportFacts = {
  versions: {
    extension: '0.1.0',
    vscode: '1.110.0',
    system: ['linux', 'x64'],
    host: 'desktop',
    remote: undefined,
    language: 'en',
    isWeb: false,
    isTrusted: true,
  },
  service: 'sandbox',
  folderCount: 1,
  localeFiles: ['/shop/locales/en.json', '/shop/locales/de.json', '/shop/po/fr.po'],
  statuses: ['pending', 'reviewable', 'pending'],
  settings: [],
  log: ['a line'],
};

describe('issueReport', () => {
  it('names versions, service, and counts of files and jobs', () => {
    const report = issueReport(facts);
    for (const line of [
      '- Human Translation 0.1.0',
      '- VS Code 1.110.0, desktop',
      '- System: linux x64',
      '- Remote: no',
      '- Service: sandbox',
      '- Locale files: 2 json, 1 po',
      '- Jobs: 2 pending, 1 reviewable',
      'All have their default values.',
      'a line',
    ])
      assert.ok(report.split('\n').includes(line), line);
  });

  it('shows switches and choices of settings, and that others are set', () => {
    const report = issueReport({
      ...facts,
      settings: [
        { name: 'x.baseUrl', schema: { type: 'string' }, scope: 'user', value: 'https://jane:hunter2@acme.example/v2' },
        { name: 'x.tier', schema: { type: 'string', enum: ['standard', 'pro'] }, scope: 'workspace', value: 'pro' },
        { name: 'x.hover', schema: { type: 'boolean' }, scope: 'folder', value: false },
        {
          name: 'x.add',
          schema: { type: 'array', items: { enum: ['icu', 'tag'] } },
          scope: 'user',
          value: ['icu', 'acme'],
        },
        { name: 'x.perDay', schema: { type: 'number' }, scope: 'user', value: 4711 },
        { name: 'x.pace', schema: { type: 'string', enum: ['fast'] }, scope: 'user', value: 'acme' },
        { name: 'x.on', schema: { type: 'boolean' }, scope: 'user', value: 'acme' },
        { name: 'x.words', schema: { type: 'array', items: { type: 'string' } }, scope: 'user', value: ['acme'] },
      ],
    });
    assert.deepEqual(
      report.split('\n').filter((line) => line.startsWith('- x.')),
      [
        '- x.baseUrl: set (user)',
        '- x.tier: pro (workspace)',
        '- x.hover: false (folder)',
        '- x.add: icu, invalid (user)',
        '- x.perDay: set (user)',
        '- x.pace: invalid (user)',
        '- x.on: invalid (user)',
        '- x.words: set (user)',
      ],
    );
    assert.doesNotMatch(report, /acme|hunter2|4711/u);
  });

  it('contains no unknown word of the environment, of files or of the service', () => {
    const report = issueReport({
      ...facts,
      versions: {
        extension: 'acme',
        vscode: '1.110.0-acme',
        system: ['acme', 'jane'],
        host: 'acme',
        remote: 'acme+jane@host',
        language: 'acme-internal',
        isWeb: true,
        isTrusted: false,
      },
      localeFiles: ['/home/jane/acme/x.acme', 'acme', '/acme.json/jane'],
      statuses: ['acme', 'pending', 'constructor'],
    });
    assert.doesNotMatch(report, /acme|jane/u);
    assert.match(report, /3 other/u);
    assert.match(report, /2 other, 1 pending/u);
  });
});
