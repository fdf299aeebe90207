import { pageWords } from '../../../src/webview/pageWords.ts';

/** The page's strings in English. */
export const strings = pageWords();
