import { readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hashRemote, normalizeRemote } from './gitRemote.ts';
import { hashText } from './hash.ts';
import type { FolderIdentity } from './folderIdentity.ts';

/** Git's own files are small; a larger one is not read. In bytes. */
const largestFile = 1_000_000;

/**
 * Says which folder of which repository a folder on this machine is. Reads git's files and never runs git, whose
 * configuration could run programs. `uri` is the folder as the user opened it. Never rejects: what cannot be read is no repository.
 */
export async function identifyFolder(folder: string, uri: string, home = homedir()): Promise<FolderIdentity> {
  const real = await realpath(folder).catch(() => folder);
  const found = await findRepository(real);
  if (found === undefined) return { uri, remotes: [], root: pathToFileURL(real).href };
  const { workTree, common } = found;
  return {
    uri,
    remotes: [...new Set(await readRemotes(common, workTree, home))].map(hashRemote),
    repository: hashText(`repository ${common}`),
    root: relative(workTree, real).split(sep).join('/'),
  };
}

/** Whether there is such a folder still. What is not on this machine is taken to exist. */
export async function folderExists(uri: string): Promise<boolean> {
  if (!uri.startsWith('file:')) return true;
  try {
    return (await stat(fileURLToPath(uri))).isDirectory();
  } catch {
    return false;
  }
}

interface Repository {
  readonly workTree: string;
  /** The folder that all work trees of the repository share. */
  readonly common: string;
}

/** The repository that a folder is in; submodules and further work trees have a file `.git` that names theirs. */
async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let place = folder; ; place = dirname(place)) {
    const gitFolder = await gitFolderAt(place);
    if (gitFolder !== undefined) {
      const common = (await readText(join(gitFolder, 'commondir')))?.trim();
      const shared =
        common === undefined || common === '' ? gitFolder : isAbsolute(common) ? common : join(gitFolder, common);
      return { workTree: place, common: await realpath(shared).catch(() => shared) };
    }
    if (dirname(place) === place) return undefined;
  }
}

async function gitFolderAt(place: string): Promise<string | undefined> {
  const path = join(place, '.git');
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory() === true) return path;
  if (kind?.isFile() !== true) return undefined;
  const target = /^gitdir:\s*(.+)$/mu.exec((await readText(path)) ?? '')?.[1]?.trim();
  if (target === undefined) return undefined;
  return isAbsolute(target) ? target : join(place, target);
}

/** A clone of a clone of a clone … is followed this far. */
const longestChain = 3;

/**
 * Normalized addresses of a clone's remotes, after the abbreviations (`insteadOf`) of the clone and of the user. A remote that is
 * itself a clone on this machine stands for its own remotes, too.
 */
async function readRemotes(common: string, workTree: string, home: string, depth = 0): Promise<readonly string[]> {
  const own = await readConfig(join(common, 'config'));
  const users = await Promise.all([join(home, '.gitconfig'), join(home, '.config', 'git', 'config')].map(readConfig));
  const abbreviations = [own, ...users]
    .flat()
    .flatMap(({ section, subsection, name, value }) =>
      section === 'url' && name === 'insteadof' ? [{ short: value, long: subsection }] : [],
    );
  const remotes: string[] = [];
  for (const { section, name, value } of own) {
    if (section !== 'remote' || name !== 'url') continue;
    // Git takes the longest abbreviation that fits.
    const [best] = abbreviations
      .filter(({ short }) => short !== '' && value.startsWith(short))
      .sort((a, b) => b.short.length - a.short.length);
    const address = best === undefined ? value : best.long + value.slice(best.short.length);
    const normalized = normalizeRemote(address);
    if (normalized === undefined) continue;
    remotes.push(normalized);
    if (normalized.startsWith('file:') && depth < longestChain)
      remotes.push(
        ...(await remotesOfClone(resolve(workTree, address.replace(/^file:\/\/(?=\/)/u, '')), home, depth + 1)),
      );
  }
  return remotes;
}

async function remotesOfClone(place: string, home: string, depth: number): Promise<readonly string[]> {
  const isBare = (await stat(join(place, 'HEAD')).catch(() => undefined))?.isFile() === true;
  const common = isBare ? place : (await findRepository(place))?.common;
  return common === undefined ? [] : readRemotes(common, place, home, depth);
}

async function readConfig(path: string): Promise<readonly ConfigValue[]> {
  return parseGitConfig((await readText(path)) ?? '');
}

interface ConfigValue {
  readonly section: string;
  readonly subsection: string;
  readonly name: string;
  readonly value: string;
}

/** Reads the values of a git configuration file (git-scm.com/docs/git-config, "Syntax"), without the files that it includes. */
export function parseGitConfig(text: string): readonly ConfigValue[] {
  const values: ConfigValue[] = [];
  let section = '';
  let subsection = '';
  for (const line of text.replace(/\\\r?\n/gu, '').split(/\r?\n/u)) {
    const header = /^\s*\[\s*([-.\w]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)$/u.exec(line);
    if (header !== null) {
      section = (header[1] ?? '').toLowerCase();
      subsection = (header[2] ?? '').replace(/\\(.)/gu, '$1');
    }
    const assignment = /^\s*([-\w]+)\s*=\s*(.*)$/u.exec(header === null ? line : (header[3] ?? ''));
    if (assignment !== null)
      values.push({
        section,
        subsection,
        name: (assignment[1] ?? '').toLowerCase(),
        value: plainValue(assignment[2] ?? ''),
      });
  }
  return values;
}

/** A value without its quotes, escapes and comment. */
function plainValue(written: string): string {
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < written.length; at += 1) {
    const character = written.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '#' || character === ';')) break;
    else if (character === '\\') {
      at += 1;
      value += written.charAt(at);
    } else value += character;
  }
  return value.trim();
}

async function readText(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > largestFile ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
