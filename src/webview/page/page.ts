import { parseSnapshot, parseUnavailable } from '../protocol.ts';
import { JobPage } from './jobPage.ts';
import { keepCopyInMenus } from './menuContext.ts';
import { readStrings, setPageLanguage } from './pageText.ts';

setPageLanguage(document.documentElement.lang);
keepCopyInMenus();
const api = acquireVsCodeApi();
const page = new JobPage(api, readStrings(document.body.dataset['strings']));
window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const snapshot = parseSnapshot(event.data);
  if (snapshot !== undefined) page.receive(snapshot);
  const unavailable = parseUnavailable(event.data);
  if (unavailable !== undefined) page.receiveUnavailable(unavailable);
});
document.body.append(page);
// The extension sends nothing until the page is listening.
api.postMessage({ type: 'ready' });
