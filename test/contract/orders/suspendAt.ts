import { channel } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a process that orders (`--import`): suspends it once, at the step that SUSPEND_AT names. The steps
 * are seen from outside, by the files that are opened and the requests that are made, so that nothing in the product
 * knows of this.
 */
export const suspensionSteps = [
  'before the lock',
  'after the lock',
  'after the checks',
  'after the append',
  'after verifying the lock',
  'before the request',
  'with the request made',
  'with the headers sent',
  'after the answer',
] as const;

export type SuspensionStep = (typeof suspensionSteps)[number];

const step = process.env['SUSPEND_AT'];
let seen = '';
let isDone = false;

/** Notifies the parent and stops: the next statement runs after SIGCONT. */
function reach(reached: SuspensionStep): void {
  if (isDone || reached !== step) return;
  isDone = true;
  writeSync(1, 'suspended\n');
  process.kill(process.pid, 'SIGSTOP');
}

/**
 * The steps of an order with its files, one letter each: takes the lock, reads the lock, appends to the journal,
 * reads the journal.
 */
function letterOf(path: string, flags: unknown): string {
  const letters: Readonly<Record<string, string>> = path.endsWith('.jsonl.lock')
    ? { wx: 'L', r: 'l' }
    : { 'a+': 'A', r: 'r' };
  return /\.jsonl(?:\.lock)?$/u.test(path) ? (letters[String(flags)] ?? '') : '';
}

const before: readonly (readonly [RegExp, SuspensionStep])[] = [
  [/^L$/u, 'before the lock'],
  [/^L[^A]*r$/u, 'after the lock'],
  [/^L[^A]*A$/u, 'after the checks'],
  [/^L[^A]*Ar$/u, 'after the append'],
  // The lock is read again when it is released.
  [/^L[^A]*Ar+l$/u, 'after verifying the lock'],
  [/^L[^A]*Ar+lr$/u, 'before the request'],
  [/^L[^A]*A[^A]*A$/u, 'after the answer'],
];

const { open } = fs;
fs.open = (path, flags, mode) => {
  // Steps before the order takes the lock do not count.
  const letter = letterOf(String(path), flags);
  if (letter === 'L' || seen !== '') seen += letter;
  if (letter !== '') for (const [pattern, reached] of before) if (pattern.test(seen)) reach(reached);
  return open(path, flags, mode);
};
syncBuiltinESMExports();

for (const [name, reached] of [
  ['undici:request:create', 'with the request made'],
  ['undici:client:sendHeaders', 'with the headers sent'],
] as const) {
  channel(name).subscribe((message) => {
    const { method, path } = (message as { readonly request: { readonly method: string; readonly path: string } })
      .request;
    if (method === 'POST' && path === '/v2/translate/jobs') reach(reached);
  });
}
