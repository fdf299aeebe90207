// Which files of a project belong to Git or to other tools, whatever a layout says. Some file systems ignore case, or
// characters at the end of a name, so names are compared in the spelling that all of them treat as equal.

/** Code points that HFS+ ignores in names, as in `next_hfs_char` of Git's `utf8.c`. */
const ignoredByHfs = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/gu;

/** Returns a name without all that file systems may ignore: case, streams, final dots and spaces. `.Git. ` → `.git`. */
function comparedName(name: string): string {
  return name
    .replace(ignoredByHfs, '')
    .replace(/:.*$/su, '')
    .replace(/[. ]+$/u, '')
    .toLowerCase();
}

/** Whether Git takes a name for `.git`, as on HFS+ and NTFS (`is_hfs_dotgit`, `is_ntfs_dotgit`). `git~1`: on FAT. */
function isGitName(name: string): boolean {
  return /^(?:\.git|git~1)$/u.test(comparedName(name));
}

/** Whether a path leads into a folder of Git. */
export function isGitPath(segments: readonly string[]): boolean {
  return segments.some(isGitName);
}

/** Folders of tools that run what is in them, and of other people's code. */
const toolFolders: ReadonlySet<string> = new Set(
  '.vscode .husky .devcontainer node_modules bower_components'.split(' '),
);
const toolFoldersOfGitHub: ReadonlySet<string> = new Set(['workflows', 'actions']);

/** Whether a path leads into a folder of Git, or of a tool that runs what is in it. */
export function isToolPath(segments: readonly string[]): boolean {
  const names = segments.map(comparedName);
  const isToolFolder = (name: string, index: number): boolean =>
    toolFolders.has(name) || (name === '.github' && toolFoldersOfGitHub.has(names[index + 1] ?? ''));
  return isGitPath(segments) || names.some(isToolFolder);
}

/** Folders with a dot that projects keep documents and their texts in. */
const documentFolders: ReadonlySet<string> = new Set(['.github', '.vitepress', '.vuepress', '.storybook']);

/**
 * Whether nothing is written to a path of a project. Files and folders whose names begin with a dot configure tools,
 * some of which run programs (`.circleci`, `.idea`, `.gitattributes`), so only those with documents are excepted.
 */
export function isProtectedPath(segments: readonly string[]): boolean {
  const configuresTool = (name: string, index: number): boolean => {
    const isDocumentFolder = documentFolders.has(name) && index < segments.length - 1;
    return name.startsWith('.') && !isDocumentFolder;
  };
  return isToolPath(segments) || segments.map(comparedName).some(configuresTool);
}
