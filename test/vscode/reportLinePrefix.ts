/** Precedes every line of mocha's report inside VS Code, whose console has other output, too. */
export const reportLinePrefix = '│ ';
