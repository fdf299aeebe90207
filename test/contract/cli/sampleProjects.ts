import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, shopFixture } from '../../host/paths.ts';
import { createOrderSetup } from '../orders/orderSetup.ts';
import { place, quoteFile, type OrderWindow } from '../orders/orderWindow.ts';
import { cloneOf, finishAll, git, windowOn, type Repository } from '../orders/repositoryWindows.ts';

/** A sample project, and the files and locales to order. */
export interface SampleProject {
  readonly name: string;
  readonly folder: string;
  readonly orders: readonly { readonly file: string; readonly locales: readonly string[] }[];
}

/** The folder of the sample projects that users can open. */
const samples = path.join(projectRoot, 'media', 'samples');

export const sampleProjects: readonly SampleProject[] = [
  { name: 'a web shop', folder: shopFixture, orders: [{ file: 'locales/en.json', locales: ['ja'] }] },
  {
    name: 'a Rails application',
    folder: path.join(samples, 'rails'),
    orders: [{ file: 'config/locales/en.yml', locales: ['pl'] }],
  },
  {
    name: 'an Android app',
    folder: path.join(samples, 'android'),
    orders: [{ file: 'app/src/main/res/values/strings.xml', locales: ['fr'] }],
  },
  {
    name: 'an Apple app',
    folder: path.join(samples, 'apple'),
    orders: [
      { file: 'Tides/Localizable.xcstrings', locales: ['ja'] },
      { file: 'Tides/en.lproj/InfoPlist.strings', locales: ['ja'] },
    ],
  },
];

/** A developer's clone, in which a project was ordered, and another clone, as in continuous integration. */
export interface OrderedProject extends Repository {
  readonly window: OrderWindow;
  /** The other clone, with nothing delivered. */
  readonly checkout: string;
  /** A folder for the journals of the command line. */
  readonly state: string;
}

/** Orders a project, and has simulated translators translate everything. `approve` approves it, too. */
export async function orderProject(
  { folder, orders }: SampleProject,
  { approve, translate }: { readonly approve: boolean; readonly translate?: Parameters<typeof finishAll>[1] },
): Promise<OrderedProject> {
  const setup = await createOrderSetup('manual', {});
  const { root } = setup.windowOptions;
  const base = path.dirname(root);
  await cp(folder, root, { recursive: true });
  await git(root, 'init', '-q');
  await git(root, 'add', '.');
  await git(root, 'commit', '-qm', 'Start');
  await git(root, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  const repository: Repository = Object.assign(setup, { root, base });
  const checkout = await cloneOf(repository, 'checkout');
  const window = await windowOn(setup, root);
  for (const { file, locales } of orders) await place(window, await quoteFile(window, file, locales));
  if (approve) await finishAll(setup, translate);
  return Object.assign(repository, { window, checkout, state: path.join(base, 'state') });
}

/** Returns the contents of a folder's files, by path. */
export async function contentsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (entry.isFile() && !file.startsWith('.git'))
      found.set(file, (await readFile(path.join(folder, file))).toString('base64'));
  }
  return found;
}
