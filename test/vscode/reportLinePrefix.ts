/** Begins every line of mocha's report inside VS Code, whose console it shares with everything else that runs there. */
export const reportLinePrefix = '│ ';
