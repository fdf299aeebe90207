import assert from 'node:assert/strict';
import { answerPitfalls } from './pitfalls/answers.ts';
import { orderingPitfalls } from './pitfalls/ordering.ts';
import { requestPitfalls } from './pitfalls/requests.ts';
import { describeInWireModes } from './sandboxFixture.ts';

const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
const tables = [requestPitfalls, answerPitfalls, orderingPitfalls];

describeInWireModes('contract: pitfalls of the service', function (wire) {
  this.timeout(30_000);

  for (const number of numbers) {
    for (const { title, run } of tables.flatMap((table) => table[number] ?? []))
      it(`pitfall ${number}: ${title}`, () => run(wire));
  }

  it('has a test for each of the thirty problems', () => {
    const tested = tables.flatMap((table) => Object.keys(table)).map(Number);
    assert.deepEqual(
      tested.toSorted((a, b) => a - b),
      numbers,
    );
  });
});
