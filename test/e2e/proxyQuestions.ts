import type { Page } from 'playwright-core';

/** Returns the proxies for an address in the words of configuration scripts (PAC), such as `PROXY 127.0.0.1:8080`. */
export type ResolveProxy = (url: string) => string;

/**
 * Lets a window answer its extensions' questions about proxies. VS Code on the desktop asks Chromium, which runs the
 * configuration script; a browser tells pages nothing about proxies, so this function of the workbench is empty there. All
 * else is VS Code's own: the question of the extension host, and what its `node:http` does with the answer.
 */
export async function answerProxyQuestions(page: Page, resolveProxy: ResolveProxy): Promise<void> {
  await page.exposeFunction('resolveProxyForTests', resolveProxy);
  await page.route(/\/workbench\.js(?:\?|$)/u, async (route) => {
    const response = await route.fetch();
    const original = await response.text();
    const body = original.replace(
      /async resolveProxy\((\w+)\)\{\}/u,
      'async resolveProxy($1){return globalThis.resolveProxyForTests($1)}',
    );
    if (body === original) throw new Error('The workbench has no empty function for proxies.');
    await route.fulfill({ response, body });
  });
}
