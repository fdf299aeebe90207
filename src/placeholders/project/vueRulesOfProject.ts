import { vueFamily } from '../pipes/vueRules.ts';
import type { VueFamily } from '../read/placeholder.ts';
import type { ManifestReader } from './manifestReader.ts';

/** Packages that read the plurals of vue-i18n. */
const vuePackage = /^(?:vue-i18n|petite-vue-i18n|@nuxtjs\/i18n|@intlify\/.+)$/u;

/** Names of files in which projects set up vue-i18n: `i18n.ts`, `index.js`, `main.ts`, `i18n.config.ts`, `pluralRules.ts`. */
const setUpName =
  /^(?:main|index|app|config|settings|(?:vue-?)?i18n|[\w-]*i18n[\w-]*|locali[sz]ation|lang(?:uage)?s?|locales?|plural[\w-]*)(?:\.config)?\.[cm]?[jt]s$/iu;

/** Folders with such files, next to a locale file or above it: `src/plugins/i18n.ts`. */
const setUpFolder =
  /^(?:src|app|boot|client|config|frontend|i18n|lang|lib|locales?|modules|plugins|services|utils|vue-?i18n)$/iu;

/** Most projects need two or three; the others are not read. */
const maxFolders = 40;
const maxFiles = 40;

/**
 * Returns the family of vue-i18n's plurals with the rules in the code of a file's project; undefined if the project does
 * not use vue-i18n, or has no rules that can be read.
 */
export async function vueFamilyOfProject(
  path: string,
  dependencies: readonly string[],
  reader: ManifestReader,
): Promise<VueFamily | undefined> {
  if (!dependencies.some((name) => vuePackage.test(name))) return undefined;
  const rules = new Map<string, string>();
  for (const file of await setUpFiles(path, reader)) {
    for (const [locale, rule] of await reader.pluralRules(file)) {
      // Of several rules, that of the file nearest to the texts counts.
      if (rule !== undefined && isPlainName(locale) && !rules.has(locale)) rules.set(locale, rule);
    }
  }
  return rules.size === 0 ? undefined : vueFamily(rules);
}

/** Whether a locale can be a part of a family's name. */
function isPlainName(locale: string): boolean {
  return /^[\w-]{2,35}$/u.test(locale);
}

/** Returns the files that may set up vue-i18n: first those in the folders above a path, then those in folders below. */
async function setUpFiles(path: string, reader: ManifestReader): Promise<readonly string[]> {
  const segments = path.split('/').slice(0, -1);
  const foldersAbove = segments.map((_, index) => segments.slice(0, segments.length - index).join('/'));
  const folders = new Set([...foldersAbove, '']);
  const files: string[] = [];
  let visitedCount = 0;
  // The loop also visits the folders that it adds.
  for (const folder of folders) {
    visitedCount += 1;
    if (visitedCount > maxFolders || files.length >= maxFiles) break;
    const inFolder = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
    for (const name of await reader.files(folder)) if (setUpName.test(name)) files.push(inFolder(name));
    for (const name of await reader.folders(folder)) if (setUpFolder.test(name)) folders.add(inFolder(name));
  }
  return files.slice(0, maxFiles);
}
