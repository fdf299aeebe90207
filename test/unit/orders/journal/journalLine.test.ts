import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { compileCheck } from '../../../../src/orders/journal/compileCheck.ts';
import { journalEntrySchema, type JournalEntry } from '../../../../src/orders/journal/journalEntry.ts';
import { formatLine, readLine } from '../../../../src/orders/journal/journalLine.ts';
import { createRandom, randomEntry } from '../randomEntries.ts';

const entry: JournalEntry = { type: 'reviewable', jobId: '7', at: 1 };

function read(line: string): string {
  const result = readLine(Buffer.from(line));
  return result.kind === 'entry' ? JSON.stringify(result.entry) : result.kind;
}

/** Returns a line with a valid checksum, whatever its content. */
function proven(value: object): string {
  const json = JSON.stringify(value);
  return `${json.slice(0, -1)},"crc":"${crc32(json).toString(16).padStart(8, '0')}"}`;
}

describe('formatLine', () => {
  it('ends a line with the checksum of its JSON without that member', () => {
    assert.equal(formatLine(entry), `${proven(entry)}\n`);
  });

  it('writes lines that older versions can read: JSON with an additional member', () => {
    assert.deepEqual(JSON.parse(formatLine(entry)), {
      ...entry,
      crc: crc32(JSON.stringify(entry)).toString(16).padStart(8, '0'),
    });
  });
});

describe('readLine', () => {
  it('reads a written entry without the checksum', () => {
    const random = createRandom(1);
    for (let count = 0; count < 300; count += 1) {
      const one = randomEntry(random);
      assert.deepEqual(readLine(Buffer.from(formatLine(one).trimEnd())), { kind: 'entry', entry: one });
    }
  });

  it('reads lines of versions that wrote no checksum', () => {
    assert.equal(read(JSON.stringify(entry)), JSON.stringify(entry));
  });

  it('reads a line whose line break was changed', () => {
    assert.equal(read(`${formatLine(entry).trimEnd()}\r`), JSON.stringify(entry));
  });

  it('detects every changed byte of a line with a checksum', () => {
    const line = Buffer.from(formatLine({ type: 'closed', jobId: 'é', at: 12, status: 'canceled' }).trimEnd());
    for (let index = 0; index < line.length; index += 1) {
      const changed = Buffer.from(line);
      changed[index] = (changed[index] ?? 0) ^ 1;
      assert.equal(readLine(changed).kind, 'damaged', changed.toString());
    }
  });

  it('treats an invalid line without a valid checksum as damaged', () => {
    for (const line of [
      'null',
      '7',
      '[]',
      '{}',
      '{"type":7}',
      '{"type":"reviewable"}',
      '{"type":"reviewable","jobId":7,"at":1}',
      '{"type":"reviewable","jo',
      '\0\0\0',
    ])
      assert.equal(read(line), 'damaged', line);
    assert.equal(
      readLine(
        Buffer.concat([Buffer.from('{"type":"reviewable","jobId":"'), Buffer.from([0xff]), Buffer.from('","at":1}')]),
      ).kind,
      'damaged',
    );
    assert.equal(read('{"type":"reviewable","jobId":"7","at":1,"crc":"zzzzzzzz"}'), 'damaged');
  });

  it('recognizes lines of a later version', () => {
    for (const value of [
      { type: 'future', x: 1 },
      { ...entry, v: 2 },
    ]) {
      assert.equal(read(JSON.stringify(value)), 'newer');
      assert.equal(read(proven(value)), 'newer');
    }
    assert.equal(read(proven({ type: 'reviewable', jobId: ['7'], at: 1 })), 'newer');
    assert.equal(read(proven({ ...entry, v: 1 })), JSON.stringify({ ...entry, v: 1 }));
  });
});

describe('compileCheck', () => {
  it('agrees with valibot on entries of all types, whole and with one member changed or removed', () => {
    const random = createRandom(2);
    const checks = new Map<string, (value: unknown) => boolean>(
      journalEntrySchema.options.map((schema) => [schema.entries.type.literal, compileCheck(schema)]),
    );
    let refused = 0;
    for (let count = 0; count < 2000; count += 1) {
      const one = randomEntry(random);
      const mutant = mutate(structuredClone(one), random);
      for (const value of [one, mutant]) {
        const expected = v.is(journalEntrySchema, value);
        assert.equal(checks.get(one.type)?.(value), expected, JSON.stringify(value));
        if (!expected) refused += 1;
      }
    }
    assert.ok(refused > 500, `only ${refused} were refused`);
  });
});

/** Returns a value with one member changed or removed. */
function mutate(value: object, random: () => number): object {
  const members: { readonly owner: Record<string, unknown>; readonly name: string }[] = [];
  const visit = (owner: object): void => {
    for (const [name, member] of Object.entries(owner)) {
      if (name === 'type' && owner === value) continue;
      members.push({ owner: owner as Record<string, unknown>, name });
      if (typeof member === 'object' && member !== null) visit(member as object);
    }
  };
  visit(value);
  const picked = members[Math.floor(random() * members.length)];
  if (picked === undefined) return value;
  const wrong = [7, 'x', true, null, [], {}][Math.floor(random() * 6)];
  if (random() < 0.3 && !Array.isArray(picked.owner)) Reflect.deleteProperty(picked.owner, picked.name);
  else picked.owner[picked.name] = wrong;
  return value;
}
