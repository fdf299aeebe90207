// A window that has sent requests, and then crashes or prints a diagnostic report. The first line of standard input
// has the base address and the keys. Then `report` prints Node's diagnostic report, and `wait` waits for the answers,
// whose errors nothing catches.
import { createInterface } from 'node:readline';
import { createServiceClient } from '../../../src/service/createServiceClient.ts';

interface Setup {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
}

const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
const { baseUrl, ...keys } = JSON.parse(String((await lines.next()).value)) as Setup;
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
