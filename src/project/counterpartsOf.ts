import { isLocale } from '../locales/isLocale.ts';
import type { FolderReader } from '../locales/nearbyPaths.ts';

/** The most files per folder that are listed; more files give no further information about a layout. */
const maxListed = 500;
const maxLocales = 200;

/**
 * Returns the `siblings` of a file, the files of its folder, and those of the corresponding folders for other locales.
 * In their paths, a segment is replaced with a locale, or a locale is inserted or removed: `app/en/pages` has the
 * counterparts `app/de/pages`, `app/de/en/pages` and `app/pages`.
 */
export async function counterpartsOf(
  path: string,
  siblings: readonly string[],
  reader: Pick<FolderReader, 'list'>,
): Promise<readonly string[]> {
  const segments = path.split('/').slice(0, -1);
  const paths = new Set(siblings);
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('/');
  const addFiles = async (folder: string): Promise<void> => {
    const files = (await reader.list(folder)).filter(({ isFolder }) => !isFolder);
    for (const { name } of files.slice(0, maxListed)) paths.add(join(folder, name));
  };
  await addFiles(join(...segments));
  for (let height = 0; height <= segments.length; height += 1) {
    const folderAbove = join(...segments.slice(0, height));
    const folders = (await reader.list(folderAbove)).filter(({ name, isFolder }) => isFolder && isLocale(name));
    const localeFolders = folders.slice(0, maxLocales).map(({ name }) => join(folderAbove, name));
    const [segment, ...segmentsBelow] = segments.slice(height);
    if (segment === undefined) {
      await Promise.all(localeFolders.map(addFiles));
      break;
    }
    await Promise.all(localeFolders.map((folder) => addFiles(join(folder, segment, ...segmentsBelow))));
    await Promise.all(localeFolders.map((folder) => addFiles(join(folder, ...segmentsBelow))));
    // The source of a translation may be in the folder without the locale.
    if (isLocale(segment)) await addFiles(join(folderAbove, ...segmentsBelow));
  }
  return [...paths];
}
