// Rehearses the deliveries of a project as an order does before its price: in memory, then on the disk. The argument is
// the folder of the project. Prints the number of strings that could be delivered, and the files that could not be written.
import path from 'node:path';
import { openSourceFile, openTargets } from '../../src/orders/units/files/localeFile.ts';
import { planOrder } from '../../src/orders/units/plan/planOrder.ts';
import { WriteTrials } from '../../src/project/writeTrials.ts';
import { fileProject } from '../contract/orders/fileProject.ts';

export interface Rehearsed {
  readonly strings: number;
  readonly unwritable: readonly string[];
}

const [root = ''] = process.argv.slice(2);
const project = fileProject(root);
const locales = ['ja', 'de', 'fr'];
const history = { inFlight: new Set<string>(), delivered: { get: () => undefined } };
const source = await openSourceFile(project, 'locales/en/app.json', { patterns: [], sourceLocale: 'en' });
const { opened } = await openTargets(source, locales, new AbortController().signal);
const plan = await planOrder({ source, targets: opened, history, languages: ['en', ...locales] });
const trials = new WriteTrials();
const files = new Set(plan.jobs.flatMap(({ units }) => units.flatMap(({ targetFile }) => targetFile ?? [])));
const unwritable: string[] = [];
for (const file of files) if ((await trials.whyNot(path.join(root, file))) !== undefined) unwritable.push(file);
process.stdout.write(JSON.stringify({ strings: plan.jobs.length, unwritable } satisfies Rehearsed));
