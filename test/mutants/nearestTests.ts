import path from 'node:path';

/** Names of modules after `from` or in `import()`; types are not loaded. */
const imports = /^(?:import|export)\s+(?!type\b)[^;]*?\bfrom\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gmu;

/**
 * Returns the unit and contract tests that import a file of `src/`, directly or not, the nearest first: those of the
 * same path, then by the number of imports between them, then by the folders that they share with the file. Tests that
 * take long are omitted, except those of the same path.
 * @param texts all files of `src/` and `test/`, by their paths from the project's root with '/'
 */
export function nearestTests(file: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const importers = importersOf(texts);
  const distances = new Map([[file, 0]]);
  for (const [importedFile, distance] of distances)
    for (const importer of importers.get(importedFile) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  const name = file.replace(/^src\//u, '').replace(/\.ts$/u, '');
  const isOfSamePath = (test: string): boolean => /^test\/[^/]+\/(.+?)(?:\.slow)?\.test\.ts$/u.exec(test)?.[1] === name;
  const rank = (test: string): readonly [number, number] => [
    isOfSamePath(test) ? 0 : (distances.get(test) ?? 0),
    -sharedFolders(test.replace(/^test\/[^/]+\//u, ''), name),
  ];
  return [...texts.keys()]
    .filter((test) => /^test\/(?:unit|contract)\/.*\.test\.ts$/u.test(test))
    .filter((test) => isOfSamePath(test) || (distances.has(test) && !test.endsWith('.slow.test.ts')))
    .map((test) => ({ test, rank: rank(test) }))
    .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.test.localeCompare(b.test))
    .map(({ test }) => test);
}

function importersOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, fromFile, loaded] of text.matchAll(imports)) {
      const imported = path.posix.join(path.posix.dirname(file), fromFile ?? loaded ?? '');
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [file]);
      else known.push(file);
    }
  }
  return importers;
}

function sharedFolders(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')];
  const different = one.findIndex((segment, index) => segment !== other[index]);
  return different < 0 ? one.length : different;
}
