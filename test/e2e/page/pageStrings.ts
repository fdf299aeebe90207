import '../vscodeStub.ts';

const { pageWords } = await import('../../../src/webview/pageWords.ts');

/** The page's strings in English. */
export const strings = pageWords();
