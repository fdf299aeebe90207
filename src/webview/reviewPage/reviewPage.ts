import { keepCopyInMenus } from '../page/menuContext.ts';
import { setPageLanguage } from '../page/pageText.ts';
import { parseSnapshot } from '../protocol.ts';
import { parseReviewMessage, reviewStrings, type ReviewString, type ReviewStrings } from '../review/reviewProtocol.ts';
import type { ReviewVsCodeApi } from './reviewVsCodeApi.ts';
import { TranslationReview } from './translationReview.ts';

setPageLanguage(document.documentElement.lang);
keepCopyInMenus();
const api = (globalThis as unknown as { acquireVsCodeApi: () => ReviewVsCodeApi }).acquireVsCodeApi();
const page = new TranslationReview(api, readReviewStrings(document.body.dataset['strings']));
window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = parseReviewMessage(event.data);
  if (message !== undefined) page.receive(message);
  const snapshot = parseSnapshot(event.data);
  if (snapshot !== undefined) page.showDetail(snapshot);
});
document.body.append(page);
// The extension sends nothing until the page is listening.
api.postMessage({ type: 'ready' });

/** Reads the localized strings that the extension put into the page. A missing string is shown as its name. */
function readReviewStrings(json = '{}'): ReviewStrings {
  const words = JSON.parse(json) as Readonly<Partial<Record<ReviewString, string>>>;
  return Object.fromEntries(reviewStrings.map((name) => [name, words[name] ?? name])) as ReviewStrings;
}
