import { keepCopyInMenus } from './menuContext.ts';
import { setPageLanguage } from './pageText.ts';
import type { VsCodeApi } from './vscodeApi.ts';

/** The element of a whole page. */
export interface PageElement<Message> extends HTMLElement {
  /** Takes a message of the extension. */
  receive(message: Message): void;
}

declare global {
  /** May be called once. */
  function acquireVsCodeApi(): VsCodeApi<unknown, unknown>;
}

/** Makes the element of a page, with the localized strings of its document, and passes the extension's messages on. */
export function startPage<Message>(
  create: (api: VsCodeApi<unknown, unknown>, strings: Readonly<Record<string, string>>) => PageElement<Message>,
): void {
  setPageLanguage(document.documentElement.lang);
  keepCopyInMenus();
  const api = acquireVsCodeApi();
  const page = create(api, JSON.parse(document.body.dataset['strings'] ?? '{}') as Record<string, string>);
  window.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    page.receive(data);
  });
  document.body.append(page);
  // The extension sends nothing until the page is listening.
  api.postMessage({ type: 'ready' });
}
