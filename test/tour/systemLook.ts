import type { Page } from 'playwright-core';

export const themes = ['light', 'dark', 'high-contrast', 'high-contrast-light'] as const;

export type Theme = (typeof themes)[number];

const highContrast = '(forced-colors: active)';

/** User settings with which the system's appearance determines the theme. */
export const followSystemLook: Readonly<Record<string, unknown>> = {
  'window.autoDetectColorScheme': true,
  'window.autoDetectHighContrast': true,
  'workbench.preferredLightColorTheme': 'Light 2026',
  'workbench.preferredDarkColorTheme': 'Dark 2026',
  'workbench.preferredHighContrastColorTheme': 'Default High Contrast',
  'workbench.preferredHighContrastLightColorTheme': 'Default High Contrast Light',
};

/**
 * Simulates the system's high contrast mode, which `showSystemLook` changes. Call it before the page loads. The
 * browser's own emulation would override the colors of VS Code's theme.
 */
export async function simulateHighContrast(page: Page): Promise<void> {
  await page.addInitScript((media) => {
    const ask = window.matchMedia.bind(window);
    const contrast = Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
    window.matchMedia = (query) => (query === media ? contrast : ask(query));
  }, highContrast);
}

/** Simulates the system's appearance for a theme. The window is notified immediately. */
export async function showSystemLook(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme.endsWith('light') ? 'light' : 'dark' });
  await page.evaluate(
    ([media, matches]) => {
      const contrast = matchMedia(media);
      Object.assign(contrast, { matches });
      contrast.dispatchEvent(new Event('change'));
    },
    [highContrast, theme.startsWith('high-contrast')] as const,
  );
}
