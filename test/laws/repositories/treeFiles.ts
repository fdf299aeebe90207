/** The locale files that are ordered into Japanese before the trees are made, and their targets. */
export const orderedFiles: Readonly<Record<string, string>> = {
  'locales/en.json': `${JSON.stringify(
    { cart: { title: 'Your shopping cart', empty: 'Your cart is empty' }, cancel: 'Cancel the order' },
    undefined,
    2,
  )}\n`,
  'locales/ja.json': '{}\n',
  'app/texts_en.properties': 'night=Good night to everybody\nstop=Stop this order\n',
  'app/texts_ja.properties': '# Japanese\n',
  'res/values/strings.xml': '<resources>\n  <string name="search">Search for a product</string>\n</resources>\n',
  'res/values-ja/strings.xml': '<resources>\n</resources>\n',
  'i18n/en.yml': 'en:\n  morning: Good morning to you\n',
  'i18n/ja.yml': 'ja: {}\n',
};

export const orderedSources: readonly string[] = Object.keys(orderedFiles).filter((file) => !isTarget(file));

export const orderedFolders: ReadonlySet<string> = new Set(
  Object.keys(orderedFiles).map((file) => file.slice(0, file.indexOf('/'))),
);

/** Whether the layouts of the ordered files give a path, relative to a tree, for Japanese translations. */
export function isTarget(file: string): boolean {
  return /(?:^|\/)(?:ja\.(?:json|yml)|\w*_ja\.properties|values-ja\/strings\.xml)$/iu.test(file);
}

/** Whether a path is in a folder whose files programs act on, in any spelling that git treats as such. */
export function isProtected(file: string): boolean {
  const names = file.split('/').map((name) =>
    name
      .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, '')
      .replace(/(?::.*|[. ]+)$/u, '')
      .toLowerCase(),
  );
  return (
    names.some((name) => ['.git', 'git~1', '.vscode', '.husky', '.devcontainer', 'node_modules'].includes(name)) ||
    /(?:^|\/)\.github\/(?:workflows|actions)\//u.test(names.join('/'))
  );
}
