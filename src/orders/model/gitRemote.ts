import { hashText } from './hash.ts';

/** Alternative host names of Git hosts, and the name that is used here. */
const hostAliases: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
  'ssh.dev.azure.com': 'dev.azure.com',
};

/**
 * Returns one spelling for all addresses of a repository: without scheme, user, password, port, query, fragment and
 * `.git`, so that `git@host:team/app.git` and `https://user:token@host/team/app` are the same. Letter case is ignored,
 * as the large hosts do. The result for a path on this machine begins with `file:`. Undefined for an empty address.
 * Address forms: git-scm.com/docs/git-clone, "GIT URLS".
 */
export function normalizeRemote(address: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed === '') return undefined;
  // `https://user@host:443/team/app` → `https`, `user@host:443`, `/team/app`
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/iu.exec(trimmed);
  if (url !== null) {
    const [, scheme = '', authority = '', path = ''] = url;
    return scheme.toLowerCase() === 'file' ? localRemote(path) : hostedRemote(authority, path);
  }
  // The short form of an SSH address has a colon before the first slash, and more than a drive letter before the colon:
  // `git@host:team/app.git` → `git@host`, `team/app.git`; also `[::1]:app.git`.
  const shortAddress = /^((?:[^@/:]*@)?(?:\[[^\]]*\]|[^/:[]{2,})):(?!\/\/)(.*)$/u.exec(trimmed);
  if (shortAddress === null) return localRemote(trimmed);
  const [, authority = '', path = ''] = shortAddress;
  return hostedRemote(authority, path);
}

/** Returns the hash of a normalized remote, for `custom_data` and the journal, which others may read. */
export function hashRemote(normalized: string): string {
  return hashText(`remote ${normalized}`);
}

function hostedRemote(authority: string, path: string): string | undefined {
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/u, '')
    .toLowerCase();
  const canonicalHost = hostAliases[host] ?? host;
  const segments = segmentsOf(path);
  if (canonicalHost === '' || segments.length === 0) return undefined;
  if (canonicalHost !== 'dev.azure.com') return [canonicalHost, ...segments].join('/');
  // Azure DevOps: git@ssh.dev.azure.com:v3/team/project/app is https://dev.azure.com/team/project/_git/app.
  const segmentsOfBoth = segments.filter((segment, index) => segment !== '_git' && !(index === 0 && segment === 'v3'));
  return [canonicalHost, ...segmentsOfBoth].join('/');
}

function localRemote(path: string): string | undefined {
  const segments = segmentsOf(path.replaceAll('\\', '/'));
  return segments.length === 0 ? undefined : `file:${segments.join('/')}`;
}

/** `/Team/./my%20app.git?ref=main` → `team`, `my app` */
function segmentsOf(path: string): readonly string[] {
  const withoutQuery = path.replace(/[?#].*$/su, '');
  const segments = decoded(withoutQuery)
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  const last = segments.at(-1);
  // The remote of a clone of a local work tree may be the path of its .git folder.
  if (last === '.git') return segments.slice(0, -1);
  if (last === undefined) return [];
  return [...segments.slice(0, -1), last.replace(/\.git$/u, '')];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
