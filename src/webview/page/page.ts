import { parseSnapshot } from '../protocol.ts';
import { JobPage } from './jobPage.ts';
import { readStrings } from './pageText.ts';

const api = acquireVsCodeApi();
const page = new JobPage(api, readStrings(document.body.dataset['strings']));
window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const snapshot = parseSnapshot(event.data);
  if (snapshot !== undefined) page.receive(snapshot);
});
document.body.append(page);
// Nothing is sent to a page that is not listening yet.
api.postMessage({ type: 'ready' });
