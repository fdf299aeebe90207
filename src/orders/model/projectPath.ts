/**
 * Returns whether a path (relative to a project's root, with '/' between segments) stays in the project on every
 * operating system. '' is the root. Paths come from journals and custom data, which others can write.
 */
export function staysInside(path: string): boolean {
  // `/etc`, `a\b`, `C:`, `a/../b`, and a null character.
  return !/^\/|\\|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)|\0/u.test(path);
}

/** Returns whether a path is that of a file in the project, in normalized form: not `a//b`, `./a`, `a/` or ''. */
export function isFilePath(path: string): boolean {
  return staysInside(path) && !/(?:^|\/)\.?(?:\/|$)/u.test(path);
}
