import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** The part of a metafile that lists the contents of the bundles. */
export type BundleOutputs = Pick<Metafile, 'outputs'>;

/** A package that has code in the bundles. */
export interface BundledPackage {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Its files that have code in the bundles: sorted paths relative to the folder, with slashes. */
  readonly files: readonly string[];
}

/**
 * Returns the packages whose code is in the outputs of esbuild, sorted by folder. Imported modules without any code in
 * the output (types, unused code, re-exports) do not count. Throws for a file that belongs neither to the project nor to
 * a package.
 */
export function bundledPackages(metafiles: readonly BundleOutputs[], projectFolder: string): readonly BundledPackage[] {
  const filesByFolder = new Map<string, Set<string>>();
  for (const input of bundledInputs(metafiles)) {
    const file = path.resolve(projectFolder, input);
    const folder = packageFolder(file, projectFolder);
    if (folder === undefined) continue;
    const files = filesByFolder.get(folder) ?? new Set();
    filesByFolder.set(folder, files.add(path.relative(folder, file).split(path.sep).join('/')));
  }
  const packages = [...filesByFolder].map(([folder, files]) => ({ folder, files: [...files].sort() }));
  return packages.sort((a, b) => compare(a.folder, b.folder));
}

/** Orders by code units, so that the result is the same in every locale. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function bundledInputs(metafiles: readonly BundleOutputs[]): ReadonlySet<string> {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap((output) => Object.entries(output.inputs));
  const bundled = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([name]) => name);
  // "(disabled):path" is the empty module by which esbuild replaces a package's Node-only file.
  return new Set(bundled.filter((name) => !name.startsWith('(disabled):')));
}

/** Returns the folder of a file's package; undefined for the project's own files. */
function packageFolder(file: string, projectFolder: string): string | undefined {
  // The nearest package.json may be an inner one that only sets a module type.
  const installed = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/u.exec(file)?.[0];
  if (installed !== undefined) return installed;
  if (!path.relative(projectFolder, file).startsWith('..')) return undefined;
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (isPackage(path.join(folder, 'package.json'))) return folder;
  }
  throw new Error(
    `${file} is in the bundle but belongs to no package. Bundle it from a package that names its license.`,
  );
}

function isPackage(manifestFile: string): boolean {
  if (!existsSync(manifestFile)) return false;
  const { name, version } = JSON.parse(readFileSync(manifestFile, 'utf8')) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof version === 'string';
}
