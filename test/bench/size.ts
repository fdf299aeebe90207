import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { projectRoot } from '../host/paths.ts';
import type { BenchRow } from './benchRow.ts';

/** Size limits of the extension, in bytes. */
export const sizeLimits = { activation: 100 * 1000, package: 3 * 1000 * 1000 } as const;

export interface Sizes {
  /** The entry and the application, which is loaded right after activation, with everything that they import statically. */
  readonly activation: number;
  /** All files in `dist/`, most of which are loaded when they are first needed. */
  readonly dist: number;
  readonly page: number;
  readonly package: number;
}

/** Sizes of the last production build and of the .vsix that was packed from it. */
export async function measureSizes(vsix: string): Promise<Sizes> {
  const metafiles = JSON.parse(
    await readFile(path.join(projectRoot, 'dist', 'meta.json'), 'utf8'),
  ) as readonly Metafile[];
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs)) as Metafile['outputs'];
  const evaluated = new Set<string>();
  const follow = (name: string): void => {
    if (evaluated.has(name)) return;
    evaluated.add(name);
    for (const { path: imported, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && outputs[imported] !== undefined) follow(imported);
  };
  follow('dist/extension.js');
  const application = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === 'src/application.ts');
  if (application === undefined) throw new Error('The build has no file for src/application.ts.');
  follow(application);
  const bytes = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
  return {
    activation: bytes(evaluated),
    dist: bytes(Object.keys(outputs)),
    page: bytes(['dist/page.js']),
    package: (await stat(vsix)).size,
  };
}

export async function benchSize(vsix: string): Promise<readonly BenchRow[]> {
  const sizes = await measureSizes(vsix);
  const row = (name: string, size: number, limit?: number): BenchRow => {
    const share = limit === undefined ? '' : ` (${((size / limit) * 100).toFixed(0)} % of the limit)`;
    return { name, value: `${(size / 1000).toFixed(1)} kB${share}` };
  };
  return [
    row('Size: loaded by every window, minified', sizes.activation, sizeLimits.activation),
    row('Size: everything in dist', sizes.dist),
    row('Size: the job page', sizes.page),
    row('Size: the package', sizes.package, sizeLimits.package),
  ];
}
