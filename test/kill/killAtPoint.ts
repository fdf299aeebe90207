// Loaded with `--import` into a process that is to be killed. Numbers the boundaries of its system calls, and ends the
// process with SIGKILL at the boundary that the environment names. The code under test needs no hooks for this.
//
// Boundaries are counted from the first message on the channel `kill:start`. There is one before every call that
// changes a file or a folder. A call that writes has another one in the middle of its bytes, if a kill can separate
// them. A request that changes something has five, from its creation to the end of its answer. Reads have none, because
// a crash before or after a read results in the same disk content and the same state of the service.
//
//   KILL_AT     number of the boundary; without it, the process runs to its end
//   KILL_TRACE  file to which a process that runs to its end writes the names of all boundaries, as a JSON array
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

type Call = (...args: readonly unknown[]) => unknown;
type Callable = Record<string, Call>;

const killAt = Number(process.env['KILL_AT'] ?? 0);
const trace = process.env['KILL_TRACE'];
const { writeSync, openSync, writeFileSync } = fs;
const names: string[] = [];
let isStarted = false;

subscribe('kill:start', () => {
  isStarted = true;
});
process.on('exit', () => {
  if (trace !== undefined) writeFileSync(trace, JSON.stringify(names));
});

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // A process receives its own signals immediately. If one is delayed, nothing may happen before it.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

/** Counts the boundary, and returns whether the process has to end at it. */
function isReached(name: string): boolean {
  if (!isStarted) return false;
  names.push(name);
  return names.length === killAt;
}

function boundary(name: string): void {
  if (isReached(name)) die();
}

/** Returns a function that does part of a call's work; undefined if a kill cannot interrupt the work. */
type Cut = (self: unknown, args: readonly unknown[]) => (() => void) | undefined;

/** Adds boundaries to a method: before the call and, if it writes bytes that a kill can separate, in their middle. */
function addBoundaries(
  owner: Callable,
  method: string,
  nameOf: (args: readonly unknown[], self: unknown) => string | undefined,
  cut?: Cut,
): void {
  const original = owner[method];
  if (original === undefined) return;
  owner[method] = function (this: unknown, ...args) {
    const name = nameOf(args, this);
    if (name !== undefined) {
      boundary(`before ${name}`);
      const doPart = cut?.(this, args);
      if (doPart !== undefined && isReached(`within ${name}`)) {
        doPart();
        die();
      }
    }
    return Reflect.apply(original, this, args);
  };
}

/** Returns the last part of a path, with random parts replaced. */
function shortName(target: unknown): string {
  return path.basename(String(target)).replaceAll(/[0-9a-f]{8,}/gu, '…');
}

function bytesOf(data: unknown): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.alloc(0);
}

/** Bytes that the system writes at a time. After a kill, either all or none of fewer bytes are written. */
const pageBytes = 4096;

function firstHalf(bytes: Buffer): Buffer {
  return bytes.length < pageBytes ? Buffer.alloc(0) : bytes.subarray(0, Math.floor(bytes.length / 2));
}

function isChanging(flags: unknown): boolean {
  return typeof flags === 'string' && /[wa+]/u.test(flags);
}

/** The file name of each handle. */
const handles = new WeakMap<object, string>();
const appending = new WeakSet();
const handleName =
  (method: string) =>
  (_args: readonly unknown[], self: unknown): string | undefined => {
    const name = handles.get(self as object);
    return name === undefined ? undefined : `${method} ${name}`;
  };

const handle = await promises.open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle) as Callable;
await handle.close();
const cutHandle: Cut = (self, [data, ...where]) => {
  const bytes = bytesOf(data);
  // Lines that are appended to a journal are cut whatever their length, as a power failure can do.
  const part = appending.has(self as object) ? bytes.subarray(0, Math.floor(bytes.length / 2)) : firstHalf(bytes);
  // `write(bytes, offset, length, position)` without a position writes after the bytes of the previous call.
  const position = typeof where[2] === 'number' ? where[2] : null;
  return part.length === 0 ? undefined : () => writeSync((self as FileHandle).fd, part, 0, part.length, position);
};
for (const method of ['write', 'writeFile', 'appendFile'])
  addBoundaries(prototype, method, handleName(method), cutHandle);
for (const method of ['writev', 'sync', 'datasync', 'truncate', 'chmod', 'chown'])
  addBoundaries(prototype, method, handleName(method));

const calls = promises as unknown as Callable;
const named =
  (method: string) =>
  ([target]: readonly unknown[]): string =>
    `${method} ${shortName(target)}`;
addBoundaries(calls, 'open', ([target, flags]) => (isChanging(flags) ? `open ${shortName(target)}` : undefined));
const { open } = calls;
calls['open'] = async function (this: unknown, ...args) {
  const opened = (await open?.apply(this, [...args])) as FileHandle;
  handles.set(opened, shortName(args[0]));
  if (typeof args[1] === 'string' && args[1].startsWith('a')) appending.add(opened);
  // `close` is a property of each handle and not of the prototype.
  if (isChanging(args[1])) addBoundaries(opened as unknown as Callable, 'close', handleName('close'));
  return opened;
};
// Opening the file empties or creates it before anything is written.
const cutFile =
  (flags: string): Cut =>
  (_self, [target, data]) =>
  () =>
    writeSync(openSync(String(target), flags), firstHalf(bytesOf(data)));
// Calls with a handle already have boundaries, through the handle's own methods.
const unlessHandle =
  (method: string) =>
  (args: readonly unknown[]): string | undefined =>
    typeof args[0] === 'object' && !(args[0] instanceof URL) ? undefined : named(method)(args);
addBoundaries(calls, 'writeFile', unlessHandle('writeFile'), cutFile('w'));
addBoundaries(calls, 'appendFile', unlessHandle('appendFile'), cutFile('a'));
const changes = [
  'rename',
  'unlink',
  'rm',
  'rmdir',
  'mkdir',
  'chmod',
  'chown',
  'copyFile',
  'cp',
  'link',
  'symlink',
  'truncate',
];
for (const method of changes) addBoundaries(calls, method, named(method));
for (const method of [...changes, 'writeFile', 'appendFile', 'fsync', 'ftruncate', 'fchmod'])
  addBoundaries(fs as unknown as Callable, `${method}Sync`, named(`${method}Sync`));
syncBuiltinESMExports();

for (const [channel, name] of [
  ['undici:request:create', 'creating'],
  ['undici:client:sendHeaders', 'sending'],
  ['undici:request:bodySent', 'after sending'],
  ['undici:request:headers', 'at the answer to'],
  ['undici:request:trailers', 'after the answer to'],
] as const) {
  subscribe(channel, (message) => {
    const { request } = message as { readonly request: { readonly method: string; readonly path: string } };
    if (request.method !== 'GET')
      boundary(`${name} ${request.method} ${request.path.replace(/\?.*$/su, '').replaceAll(/\d{3,}[\d,]*/gu, 'N')}`);
  });
}
