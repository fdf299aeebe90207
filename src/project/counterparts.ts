import { isLocale } from '../locales/isLocale.ts';
import type { FolderReader } from '../locales/nearbyPaths.ts';

/** The most files per folder that are listed; more files give no further information about a layout. */
const maxListed = 500;
const maxLocales = 200;

/**
 * Returns the `siblings` of a file, the files of its folder, and those of the corresponding folders for other locales,
 * where a segment of the path is replaced with a locale, or a locale is inserted or removed.
 */
export async function counterpartsOf(
  path: string,
  siblings: readonly string[],
  reader: Pick<FolderReader, 'list'>,
): Promise<readonly string[]> {
  const segments = path.split('/').slice(0, -1);
  const found = new Set(siblings);
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('/');
  const addFiles = async (folder: string): Promise<void> => {
    const files = (await reader.list(folder)).filter(({ isFolder }) => !isFolder);
    for (const { name } of files.slice(0, maxListed)) found.add(join(folder, name));
  };
  await addFiles(join(...segments));
  for (let height = 0; height <= segments.length; height += 1) {
    const above = join(...segments.slice(0, height));
    const folders = (await reader.list(above)).filter(({ name, isFolder }) => isFolder && isLocale(name));
    const locales = folders.slice(0, maxLocales);
    await Promise.all(
      locales.flatMap(({ name }) => [
        addFiles(join(above, name, ...segments.slice(height))),
        ...(height < segments.length ? [addFiles(join(above, name, ...segments.slice(height + 1)))] : []),
      ]),
    );
    // The source of a translation may be in the folder without the locale.
    const own = segments[height];
    if (own !== undefined && isLocale(own)) await addFiles(join(above, ...segments.slice(height + 1)));
  }
  return [...found];
}
