import type { Page } from 'playwright-core';

export const themes = ['light', 'dark', 'high-contrast'] as const;

export type Theme = (typeof themes)[number];

const highContrast = '(forced-colors: active)';

/** User settings with which a window takes its theme from the system's looks. */
export const followSystemLook: Readonly<Record<string, unknown>> = {
  'window.autoDetectColorScheme': true,
  'window.autoDetectHighContrast': true,
  'workbench.preferredLightColorTheme': 'Light 2026',
  'workbench.preferredDarkColorTheme': 'Dark 2026',
  'workbench.preferredHighContrastColorTheme': 'Default High Contrast',
};

/**
 * Makes the system's high contrast something that `showSystemLook` can change. Call it before the page loads. The browser's
 * own emulation would repaint everything, also what VS Code's theme has colours for.
 */
export async function simulateHighContrast(page: Page): Promise<void> {
  await page.addInitScript((media) => {
    const ask = window.matchMedia.bind(window);
    const contrast = Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
    window.matchMedia = (query) => (query === media ? contrast : ask(query));
  }, highContrast);
}

/** Makes the system look as it does for people who would see this theme. The window learns of it at once. */
export async function showSystemLook(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'light' ? 'light' : 'dark' });
  await page.evaluate(
    ([media, matches]) => {
      const contrast = matchMedia(media);
      Object.assign(contrast, { matches });
      contrast.dispatchEvent(new Event('change'));
    },
    [highContrast, theme === 'high-contrast'] as const,
  );
}
