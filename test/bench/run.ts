// npm run bench: prints speeds as ratios measured in this run, so that they do not depend on the machine, and sizes.
import { packExtension } from '../host/packExtension.ts';
import { benchActivation } from './activation.ts';
import type { BenchRow } from './benchRow.ts';
import { benchFormats } from './formats.ts';
import { benchJobsView } from './jobsView.ts';
import { benchJournal } from './journal.ts';
import { benchPlaceholders } from './placeholders.ts';
import { benchPlanning } from './planning.ts';
import { benchRehearsal } from './rehearsal.ts';
import { benchRequests } from './requests.ts';
import { benchReviewPage } from './reviewPage.ts';
import { benchSize } from './size.ts';
import { benchStatus } from './status.ts';

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

log('Packing…');
const vsix = await packExtension(() => undefined);
const rows: BenchRow[] = [];
log('Reading and writing…');
rows.push(...(await benchFormats(log)));
log('Placeholders…');
rows.push(...(await benchPlaceholders()));
log('Planning…');
rows.push(...(await benchPlanning()));
rows.push(...(await benchRehearsal()));
rows.push(...(await benchRequests(log)));
log('Status…');
rows.push(...(await benchStatus()));
log('Journal…');
rows.push(...(await benchJournal()));
log('Jobs view…');
rows.push(...(await benchJobsView()));
log('Review page…');
rows.push(...(await benchReviewPage(log)));
log('Activating…');
rows.push(...(await benchActivation(log)));
rows.push(...(await benchSize(vsix)));

const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, value } of rows) console.log(`${name.padEnd(width)}  ${value}`);
