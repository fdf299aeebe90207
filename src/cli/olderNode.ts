// Adds the functions of later versions of Node that are used here, so that the command line runs on Node 20, too.
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';

/** Adds a function unless it exists. */
function add(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

add(Map, 'groupBy', <K, V>(items: Iterable<V>, keyOf: (item: V, index: number) => K): Map<K, V[]> => {
  const groups = new Map<K, V[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    index += 1;
  }
  return groups;
});

add(Promise, 'withResolvers', <T>() => {
  let resolve: ((value: T | PromiseLike<T>) => void) | undefined;
  let reject: ((reason?: unknown) => void) | undefined;
  const promise = new Promise<T>((...functions) => {
    [resolve, reject] = functions;
  });
  return { promise, resolve, reject };
});

// The HTTP client only looks these up; no request accepts zstd.
add(zlib, 'createZstdDecompress', () => {
  throw new Error('This version of Node has no zstd.');
});
add(workerThreads, 'markAsUncloneable', () => undefined);
