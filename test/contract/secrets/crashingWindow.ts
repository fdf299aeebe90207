// A window with requests in flight, until it crashes or tells what a crash dump would hold. First line of standard input:
// base address and keys. Then `report` prints Node's diagnostic report, and `wait` waits for the answers, whose errors nobody catches.
import { createInterface } from 'node:readline';
import { createServiceClient } from '../../../src/service/client.ts';

interface Order {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
}

const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
const { baseUrl, ...keys } = JSON.parse(String((await lines.next()).value)) as Order;
const client = createServiceClient({
  baseUrl,
  credentials: () => Promise.resolve(keys),
  userAgent: 'contract tests',
  log: (line) => {
    console.error(line);
  },
});
const answers = [
  client.orders.place({
    jobs: [{ key: 'job_1', text: 'Hello', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'pro' }],
  }),
  client.account.balance(),
];

for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  if (line === 'report') console.log(JSON.stringify(process.report.getReport()));
  else await Promise.all(answers);
}
