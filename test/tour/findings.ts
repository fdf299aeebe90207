import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { outFolder } from '../host/paths.ts';

const file = path.join(outFolder, 'screenshots', 'findings.txt');

/** Forgets the findings of earlier tours. */
export async function clearFindings(): Promise<void> {
  await rm(file, { force: true });
}

/** Records what was found on a screen, so that the tour goes on and lists everything at its end. */
export async function recordFindings(screen: string, findings: readonly string[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  if (findings.length > 0) await appendFile(file, findings.map((finding) => `${screen}: ${finding}\n`).join(''));
}

/** Returns the recorded findings, each with its screen. */
export async function recordedFindings(): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
