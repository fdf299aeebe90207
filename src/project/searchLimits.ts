/**
 * The most files of each group that are searched for locale files, so that no project keeps a process busy for long.
 */
export const maxMessageFiles = 20_000;
export const maxCodeAndDocuments = 10_000;

/**
 * The most files that are read because only their text shows whether they hold all locales, and the most bytes of each.
 */
export const maxCandidates = 300;
export const maxCandidateBytes = 256 * 1024;

/** Matches the paths of files in folders of dependencies and of version control. */
export const isForeignPath = /(?:^|\/)(?:node_modules|bower_components|\.git|\.hg|\.svn)\//u;
