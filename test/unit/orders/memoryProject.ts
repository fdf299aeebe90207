import { applyEdits, formatFor } from '../../../src/formats/formats.ts';
import type { Project } from '../../../src/orders/model/project.ts';
import { inThisThread } from '../../../src/orders/model/unitFormat.ts';

/** A project with these files, which uses these libraries. */
export function memoryProject(
  files: Readonly<Record<string, unknown>>,
  dependencies: readonly string[] = ['i18next'],
): Project {
  const texts = new Map(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' ? content : JSON.stringify(content, undefined, 2),
    ]),
  );
  const bytesOf = (path: string): Uint8Array | undefined => {
    const text = texts.get(path);
    return text === undefined ? undefined : Buffer.from(text);
  };
  return {
    id: 'p1',
    name: 'memory',
    read: (path) => Promise.resolve(texts.get(path)),
    edit: (path, before, edits) => {
      if (texts.get(path) !== before) return Promise.resolve(false);
      texts.set(path, applyEdits(before ?? '', edits));
      return Promise.resolve(true);
    },
    remove: (path, before) => Promise.resolve(texts.get(path) === before && texts.delete(path)),
    size: (path) => Promise.resolve(bytesOf(path)?.length),
    readBytes: (path) => Promise.resolve(bytesOf(path)),
    replace: (path, before, after) => {
      const present = bytesOf(path);
      if (present === undefined ? before !== undefined : before === undefined || Buffer.compare(present, before) !== 0)
        return Promise.resolve('changed');
      if (after === undefined) texts.delete(path);
      else texts.set(path, Buffer.from(after).toString());
      return Promise.resolve('done');
    },
    identity: () => Promise.resolve({ uri: 'memory:/project', remotes: [], root: 'memory:/project' }),
    cleanUp: () => Promise.resolve(),
    requireWritable: () => Promise.resolve(),
    leadsOutside: () => Promise.resolve(undefined),
    counterparts: () => Promise.resolve([...texts.keys()]),
    siblings: () => Promise.resolve([...texts.keys()]),
    format: async (name, text) => {
      const format = await formatFor(name, text, () => Promise.resolve(dependencies));
      return format === undefined ? undefined : inThisThread(format);
    },
    dependencies: () => Promise.resolve(dependencies),
  };
}
