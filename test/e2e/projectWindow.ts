import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manyFiles } from '../builders/manyFiles.ts';
import { openFreshWindow, type FreshWindow } from './e2eHost.ts';
import { getPrice, openLine, toSummary } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

/** The strings that are missing: four in each file, of which the German title exists. */
const missing = { German: 40 * 3, Japanese: 40 * 4 };
/** The files of a layout share a text: in each folder, twenty strings are three jobs for each language. */
export const jobCount = missing.German + missing.Japanese - 2 * 2 * (20 - 3);
export const callCount = 6;

/** A window on 40 locale files in two folders. */
export interface ProjectWindow {
  readonly fresh: FreshWindow;
  readonly root: string;
  close(): Promise<void>;
}

export async function openProjectWindow(): Promise<ProjectWindow> {
  const { root, workspace } = await makeWorkspace();
  const fresh = await openFreshWindow({ folder: workspace });
  const close = async (): Promise<void> => {
    await fresh.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };
  return { fresh, root, close };
}

/** Writes the generated files and a workspace with their two folders. Returns the path of the workspace file. */
async function makeWorkspace(): Promise<{ readonly root: string; readonly workspace: string }> {
  const root = await mkdtemp(path.join(tmpdir(), 'project-'));
  for (const [name, content] of Object.entries(manyFiles())) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  const workspace = path.join(root, 'shop.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: 'web' }, { path: 'mobile' }] }));
  return { root, workspace };
}

/** Runs *Order Project* up to the list of files. */
export async function toFiles(workbench: Workbench): Promise<void> {
  await workbench.runCommand('humanTranslation.orderProject');
  await workbench.atStep('1/2');
  await workbench.screenshot('project-languages');
  await toSummary(workbench, ['German', 'Japanese']);
  await workbench.screenshot('project-summary');
  await openLine(workbench, 'files');
}

/** What the notification of a placed order contains: the number of jobs and the price, which the progress lacks. */
export function orderedText(count: number): RegExp {
  return new RegExp(`\\b${count}\\b.*\\d\\.\\d\\d`, 'u');
}

/** Answers the steps after the list of files, up to the price. */
export async function toPrice(workbench: Workbench): Promise<void> {
  await workbench.pressInQuickInput('Enter');
  await workbench.atStep('2/2');
  await getPrice(workbench);
}
