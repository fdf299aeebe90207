/** A license text in `texts/`. */
export interface KeptLicense {
  /** SPDX expression. */
  readonly license: string;
  /** File name in `texts/`. */
  readonly text: string;
  /** The origin of the text. */
  readonly source: string;
}

/** Packages that publish no license text, with that of their repositories. `license` is from their package.json. */
const packagesWithoutText: Readonly<Record<string, KeptLicense>> = {
  '@fluent/syntax': {
    license: 'Apache-2.0',
    text: 'apache-2.0.txt',
    source: 'https://github.com/projectfluent/fluent.js/blob/9a925d2a38b893be735ff4429be8ad62132a204d/LICENSE',
  },
  '@humanwhocodes/momoa': {
    license: 'Apache-2.0',
    text: 'apache-2.0.txt',
    source: 'https://github.com/humanwhocodes/momoa/blob/3f8b9a8b9b536085c5758ba034510d20b84c08a7/LICENSE',
  },
  '@vscode/l10n': {
    license: 'MIT',
    text: 'vscode-l10n.txt',
    source: 'https://github.com/microsoft/vscode-l10n/blob/9b8afca0ab3b34d54b1a9741c7824976d9bfc9da/LICENSE',
  },
  saxes: {
    license: 'ISC',
    text: 'saxes.txt',
    source: 'https://github.com/lddubeau/saxes/blob/c67e73d45bb8f389becb1313f875512859b79874/LICENSE',
  },
};

/** A work in a package that does not contain the work's license text. */
export interface EmbeddedWork extends KeptLicense {
  readonly name: string;
  /** The package that contains it. */
  readonly inside: string;
  /** The package's files that contain it: it is in the bundle when one of them is. */
  readonly files: RegExp;
}

const embeddedWorks: readonly EmbeddedWork[] = [
  {
    name: 'emoji-regex-xs',
    inside: 'valibot',
    files: /^dist\/index\./u,
    license: 'MIT',
    text: 'emoji-regex-xs.txt',
    source: 'https://github.com/slevithan/emoji-regex-xs/blob/ec9bc4f7fe4e42b447af2af8327accef4714705a/LICENSE',
  },
  {
    name: 'formdata-polyfill',
    inside: 'undici',
    files: /^lib\/web\/fetch\/body\.js$/u,
    license: 'MIT',
    text: 'formdata-polyfill.txt',
    source: 'https://github.com/jimmywarting/FormData/blob/820421ba9ee291cbf6b1b21aaa14ae1846d7c66c/LICENSE',
  },
  {
    name: 'he',
    inside: 'entities',
    files: /^dist\/decode-codepoint\.js$/u,
    license: 'MIT',
    text: 'he.txt',
    source: 'https://github.com/mathiasbynens/he/blob/36afe179392226cf1b6ccdb16ebbb7a5a844d93a/LICENSE-MIT.txt',
  },
  {
    name: 'llhttp',
    inside: 'undici',
    files: /^lib\/llhttp\//u,
    license: 'MIT',
    text: 'llhttp.txt',
    source: 'https://github.com/nodejs/llhttp/blob/01e105a30fd06e248bc8ac73c4adb34a63d4114a/LICENSE',
  },
  {
    name: 'Node.js',
    inside: 'undici',
    files: /^lib\/dispatcher\/fixed-queue\.js$/u,
    license: 'MIT',
    text: 'node.txt',
    source: 'https://github.com/nodejs/node/blob/01f335d9680dc6c8c58455f675c7f3c1a4b6ae19/LICENSE',
  },
  {
    name: 'Unicode CLDR and Unicode Character Database',
    inside: '@formatjs/icu-messageformat-parser',
    files: /^index\.js$/u,
    license: 'Unicode-3.0',
    text: 'unicode.txt',
    source: 'https://www.npmjs.com/package/cldr-core/v/48.2.0?activeTab=code',
  },
  {
    name: 'Unicode Character Database',
    inside: '@formatjs/icu-skeleton-parser',
    files: /^index\.js$/u,
    license: 'Unicode-3.0',
    text: 'unicode.txt',
    source: 'https://www.npmjs.com/package/cldr-core/v/48.2.0?activeTab=code',
  },
  {
    name: 'ws',
    inside: 'undici',
    files: /^lib\/web\/websocket\/(?:frame|receiver)\.js$/u,
    license: 'MIT',
    text: 'ws.txt',
    source: 'https://github.com/websockets/ws/blob/a2f4e7c046c2112bbce6fef39a083dac77d6f0d2/LICENSE',
  },
];

/** A package that is shipped without being bundled. */
export interface ShippedPackage {
  readonly name: string;
  readonly what: string;
  /** Copies of its files in the project, which must be unchanged: path in the project, path in the package. */
  readonly copies: Readonly<Record<string, string>>;
}

const shippedPackages: readonly ShippedPackage[] = [
  {
    name: '@vscode/codicons',
    what: 'the icons of the job page',
    copies: { 'media/codicon.css': 'dist/codicon.css', 'media/codicon.ttf': 'dist/codicon.ttf' },
  },
  { name: 'esbuild', what: 'helper functions that the bundler adds', copies: {} },
];

/** Facts about works that their packages don't state. */
export interface KnownWorks {
  readonly packagesWithoutText: Readonly<Record<string, KeptLicense>>;
  readonly embeddedWorks: readonly EmbeddedWork[];
  readonly shippedPackages: readonly ShippedPackage[];
}

export const knownWorks: KnownWorks = { packagesWithoutText, embeddedWorks, shippedPackages };
