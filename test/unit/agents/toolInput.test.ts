import assert from 'node:assert/strict';
import { fieldsOf, parseToolInput, ToolInputError } from '../../../src/agents/toolInput.ts';

describe('parseToolInput', () => {
  const order = fieldsOf['human-translation_order'];
  const none = { files: [], locales: [], keys: [], jobs: [], states: [] };

  it('accepts absent fields, and removes repetitions', () => {
    assert.deepEqual(parseToolInput(undefined, order), none);
    assert.deepEqual(parseToolInput({ files: ['a.json', 'a.json'], locales: ['pt-BR'] }, order), {
      ...none,
      files: ['a.json'],
      locales: ['pt-BR'],
    });
  });

  it('refuses everything that the user decides', () => {
    for (const field of [
      'tier',
      'options',
      'comment',
      'attachments',
      'override',
      'autoApprove',
      'auto_approve',
      'jobs',
    ])
      assert.throws(() => parseToolInput({ files: [], [field]: ['x'] }, order), ToolInputError, field);
    assert.throws(() => parseToolInput(JSON.parse('{"__proto__":{"files":["x"]}}'), order), ToolInputError);
  });

  it('names a refused field in one short visible line', () => {
    assert.throws(
      () => parseToolInput({ [`tier\n\u202E${'x'.repeat(500)}`]: 1 }, order),
      ({ message }: Error) => !/[\n\u202E]/u.test(message) && message.length < 300 && message.includes('[U+202E]'),
    );
  });

  it('refuses values that are no lists of texts, and too many of them', () => {
    for (const files of ['a.json', [1], [''], ['x'.repeat(1001)], Array(201).fill('a'), { length: 1 }])
      assert.throws(() => parseToolInput({ files }, order), ToolInputError, JSON.stringify(files).slice(0, 40));
    for (const input of ['files', 3, [], [['files', []]]])
      assert.throws(() => parseToolInput(input, order), ToolInputError);
  });

  it('refuses texts that are not locales', () => {
    for (const locale of ['all languages', '../de', 'x'])
      assert.throws(() => parseToolInput({ locales: [locale] }, order), ToolInputError);
  });
});
