import { jobStrings } from '../../../src/webview/job/host/jobStrings.ts';

/** The page's strings in English. */
export const strings = jobStrings();
