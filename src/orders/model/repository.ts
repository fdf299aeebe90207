import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readRegularFile } from '../../base/files/regularFile.ts';
import { hashRemote, normalizeRemote } from './gitRemote.ts';
import { hashText } from './hash.ts';
import type { FolderIdentity } from './folderIdentity.ts';

/** Maximum size in bytes of a Git file that is read. Git's own files are much smaller. */
const maxFileBytes = 1_000_000;

/**
 * Returns which folder of which repository a local folder is. Reads Git's files and never runs Git, because its
 * configuration could run programs. `uri` is the folder as the user opened it. Never rejects: a repository that cannot
 * be read is treated as absent.
 */
export async function identifyFolder(folder: string, uri: string, home = homedir()): Promise<FolderIdentity> {
  const real = await realpath(folder).catch(() => folder);
  const repository = await findRepository(real);
  if (repository === undefined) return { uri, remotes: [], root: pathToFileURL(real).href };
  const { workTree, commonGitFolder } = repository;
  return {
    uri,
    remotes: [...new Set(await readRemotes(commonGitFolder, workTree, home))].map(hashRemote),
    repository: hashText(`repository ${commonGitFolder}`),
    root: relative(workTree, real).split(sep).join('/'),
  };
}

/** Returns whether a folder still exists. Folders that are not on this machine are assumed to exist. */
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
  /** The Git folder that all work trees of the repository share. */
  readonly commonGitFolder: string;
}

/** Finds the repository of a folder. In submodules and additional work trees, `.git` is a file with its path. */
async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    const gitFolder = await gitFolderIn(current);
    if (gitFolder !== undefined) {
      // Only the Git folder of an additional work tree has the file `commondir`.
      const commonPath = (await readText(join(gitFolder, 'commondir')))?.trim() ?? '';
      const commonGitFolder = isAbsolute(commonPath) ? commonPath : join(gitFolder, commonPath);
      return { workTree: current, commonGitFolder: await realpath(commonGitFolder).catch(() => commonGitFolder) };
    }
    if (dirname(current) === current) return undefined;
  }
}

async function gitFolderIn(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory() === true) return path;
  if (kind?.isFile() !== true) return undefined;
  // `gitdir: ../.git/worktrees/app → ../.git/worktrees/app`
  const target = /^gitdir:\s*(.+)$/mu.exec((await readText(path)) ?? '')?.[1]?.trim();
  if (target === undefined) return undefined;
  return isAbsolute(target) ? target : join(folder, target);
}

/** How many local clones of clones are followed to their remotes. */
const maxCloneDepth = 3;

/**
 * Returns the normalized addresses of a clone's remotes, with the `insteadOf` abbreviations of the clone and the user
 * expanded. For a remote that is itself a local clone, its own remotes are included.
 */
async function readRemotes(
  commonGitFolder: string,
  workTree: string,
  home: string,
  depth = 0,
): Promise<readonly string[]> {
  const configOfClone = await readConfig(join(commonGitFolder, 'config'));
  const userConfigs = await Promise.all(
    [join(home, '.gitconfig'), join(home, '.config', 'git', 'config')].map(readConfig),
  );
  // `[url "https://github.com/"] insteadOf = gh:`
  const abbreviations = [configOfClone, ...userConfigs]
    .flat()
    .filter(({ section, name, value }) => section === 'url' && name === 'insteadof' && value !== '')
    .map(({ subsection, value }) => ({ short: value, long: subsection }));
  const remotes: string[] = [];
  for (const { section, name, value } of configOfClone) {
    if (section !== 'remote' || name !== 'url') continue;
    // Git expands the longest abbreviation that matches.
    const [longest] = abbreviations
      .filter(({ short }) => value.startsWith(short))
      .sort((a, b) => b.short.length - a.short.length);
    const address = longest === undefined ? value : longest.long + value.slice(longest.short.length);
    const normalized = normalizeRemote(address);
    if (normalized === undefined) continue;
    remotes.push(normalized);
    if (normalized.startsWith('file:') && depth < maxCloneDepth) {
      // `file:///srv/app.git → /srv/app.git`
      const folder = resolve(workTree, address.replace(/^file:\/\/(?=\/)/u, ''));
      remotes.push(...(await remotesOfClone(folder, home, depth + 1)));
    }
  }
  return remotes;
}

/** Returns the remotes of a local clone; none if the folder has no repository. */
async function remotesOfClone(folder: string, home: string, depth: number): Promise<readonly string[]> {
  const isBare = (await stat(join(folder, 'HEAD')).catch(() => undefined))?.isFile() === true;
  const commonGitFolder = isBare ? folder : (await findRepository(folder))?.commonGitFolder;
  if (commonGitFolder === undefined) return [];
  return readRemotes(commonGitFolder, folder, home, depth);
}

async function readConfig(path: string): Promise<readonly ConfigValue[]> {
  return parseGitConfig((await readText(path)) ?? '');
}

/** `[remote "origin"] url = https://…` has the section `remote`, the subsection `origin` and the name `url`. */
interface ConfigValue {
  readonly section: string;
  readonly subsection: string;
  readonly name: string;
  readonly value: string;
}

/** Parses a Git configuration file (git-scm.com/docs/git-config, "Syntax"). Included files are not read. */
export function parseGitConfig(text: string): readonly ConfigValue[] {
  const values: ConfigValue[] = [];
  let section = '';
  let subsection = '';
  // A backslash at the end of a line continues the line.
  for (const line of text.replace(/\\\r?\n/gu, '').split(/\r?\n/u)) {
    let lineAfterHeader = line;
    // `[remote "origin"] url = …` → `remote`, `origin`, ` url = …`
    const header = /^\s*\[\s*([-.\w]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)$/u.exec(line);
    if (header !== null) {
      section = (header[1] ?? '').toLowerCase();
      subsection = (header[2] ?? '').replace(/\\(.)/gu, '$1');
      lineAfterHeader = header[3] ?? '';
    }
    // `url = https://…` → `url`, `https://…`
    const assignment = /^\s*([-\w]+)\s*=\s*(.*)$/u.exec(lineAfterHeader);
    if (assignment === null) continue;
    const [, name = '', value = ''] = assignment;
    values.push({ section, subsection, name: name.toLowerCase(), value: plainValue(value) });
  }
  return values;
}

/** Returns a value without its quotes, escapes and comment: `"a;b" \"c\" # main → a;b "c"`. */
function plainValue(written: string): string {
  let value = '';
  let isQuoted = false;
  for (let offset = 0; offset < written.length; offset += 1) {
    const character = written.charAt(offset);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '#' || character === ';')) break;
    else if (character === '\\') {
      offset += 1;
      value += written.charAt(offset);
    } else value += character;
  }
  return value.trim();
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await readRegularFile(await realpath(path), maxFileBytes));
  } catch {
    return undefined;
  }
}
