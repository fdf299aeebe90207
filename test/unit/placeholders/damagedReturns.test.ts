import assert from 'node:assert/strict';
import { formatById } from '../../../src/formats/formats.ts';
import { judgeDamagedReturn, readDamagedReturns, type DamagedReturn } from '../../returns/damagedReturns.ts';

const samples = readDamagedReturns();
const all = [...samples.values()].flat();

function isRightText({ damage }: DamagedReturn): boolean {
  return damage.endsWith(', right');
}

function lineOf(sample: DamagedReturn): string {
  const { found, text, problems } = judgeDamagedReturn(sample);
  const kinds = problems.map(({ kind, text: part }) => `${kind} ${JSON.stringify(part)}`).join(', ');
  return (
    `${sample.damage} (${sample.format}, ${sample.locale}): expected ${sample.expected}, found ${found}: ` +
    `${JSON.stringify(sample.source)} → ${JSON.stringify(sample.translation)}, ` +
    `restored as ${JSON.stringify(text)}: ${kinds}`
  );
}

describe('labeled returns, damaged and right', () => {
  after(() => {
    const wrong = all.filter((sample) => !judgeDamagedReturn(sample).isRight);
    const silent = wrong.filter(({ expected }) => expected !== 'none');
    const kinds = new Set(all.filter((sample) => !isRightText(sample)).map(({ damage }) => damage));
    console.log(
      `      ${all.length} returns, ${kinds.size} kinds of damage; ${silent.length} damaged and ` +
        `${wrong.length - silent.length} right ones are not judged as labeled, all of them known`,
    );
  });

  it('have at least 60 kinds of damage, each with several samples, and texts that are right', async () => {
    const byDamage = Map.groupBy(all, ({ damage }) => damage);
    assert.ok([...byDamage.keys()].filter((damage) => !damage.endsWith(', right')).length >= 60);
    assert.ok([...byDamage.keys()].filter((damage) => damage.endsWith(', right')).length >= 20);
    for (const [damage, group] of byDamage) assert.ok(group.length >= 2, damage);
    for (const format of new Set(all.map((sample) => sample.format))) assert.ok(await formatById(format), format);
  });

  it('are right texts exactly if no problem is expected', () => {
    assert.deepEqual(
      all.filter((sample) => isRightText(sample) !== (sample.expected === 'none')).map(({ damage }) => damage),
      [],
    );
  });

  for (const [name, group] of samples) {
    it(`${name}: are judged as labeled`, () => {
      const wrong = group.filter((sample) => sample.known === undefined && !judgeDamagedReturn(sample).isRight);
      assert.deepEqual(wrong.map(lineOf), []);
    });

    it(`${name}: only those that are judged otherwise are known faults`, () => {
      const fixed = group.filter((sample) => sample.known !== undefined && judgeDamagedReturn(sample).isRight);
      assert.deepEqual(fixed.map(lineOf), []);
    });
  }
});
