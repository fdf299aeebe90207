import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { pseudoLanguage } from '../../l10n/pseudoTexts.ts';

/**
 * Returns the violations that axe finds in a document, one line each; all of its rules apply, best practices included.
 * The script runs through the debugger, so that the document's security policy doesn't refuse it.
 */
export async function axeViolations(target: Page | Frame): Promise<readonly string[]> {
  if (!(await target.evaluate(() => 'axe' in globalThis))) await target.evaluate(axe.source);
  return target.evaluate(runAxe, pseudoLanguage);
}

/** Runs in the browser. */
async function runAxe(unknownLanguage: string): Promise<string[]> {
  const { axe: engine } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await engine.run(document, {
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
    // A language of the tests, which no list of languages has.
    rules: { 'html-lang-valid': { enabled: document.documentElement.lang !== unknownLanguage } },
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const reasons = [...any, ...all, ...none].map(({ message }) => message);
      return `${id}: ${target.join(' ')}: ${reasons.join('; ')}`;
    }),
  );
}
