import { manifestTexts, type Texts } from '../l10n/languageFiles.ts';

/** Texts on the screens that are not ours, or the same in all languages. */
const fromOutside: readonly RegExp[] = [
  // Names of languages, numbers with units, and dates: the browser's and Node's, which don't know the pseudo language.
  /Japanese|English|\b(?:hours?|hr|days?|minutes?|min|AM|PM)\b/gu,
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?= \d)/gu,
  // Terms of the filter.
  /@(?:review|locale:\w+|file:[\w./-]+|order:\d+)/gu,
  // Files, keys, locales, currencies, ids of jobs, tags.
  /[\w./-]+\.(?:json|md)\b|\b(?:ja|en|USD|shop|https?)\b|<\/?b>|\{+\w+\}+/gu,
  /\b(?:nav|app|product|checkout)\.\w+(?:#\w+| \(\w+\))?/gu,
  // Names of the sandbox's account and glossaries; notes for translators, which are in English for all.
  /\bSandbox$|Product terms|User interface|Buttons, menus and messages|^1 Key: .*/gu,
  // Names, buttons and hints of VS Code.
  /^(?:Welcome|OK|Cancel)$|\(Press 'Enter' to confirm or 'Escape' to cancel\)|^Actions for /gu,
  // Keys of the keyboard.
  /\b(?:Ctrl|Enter|Shift|Escape|Alt|F\d+)\b/gu,
];

/** Returns the texts that have letters without accents, other than those from outside. */
export function foreignTexts(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => {
    return /[A-Za-z]{2,}/u.test(fromOutside.reduce((rest, pattern) => rest.replace(pattern, ''), text));
  });
}

/** Returns the texts that are English messages, or titles of the manifest, which have another translation. */
export function englishTexts(
  texts: readonly string[],
  { bundle, manifest }: { readonly bundle: Texts; readonly manifest: Texts },
): readonly string[] {
  const pairs = [
    ...Object.entries(bundle),
    ...Object.entries(manifestTexts).map(([key, english]) => [english, manifest[key] ?? ''] as const),
  ];
  const english = pairs
    .filter(([source, translated]) => source !== translated && /\p{L}{3}/u.test(source.replace(/\{\d+\}/gu, '')))
    .map(
      ([source]) =>
        new RegExp(
          `^${source
            .split(/\{\d+\}/u)
            .map(literally)
            .join('.+')}$`,
          'u',
        ),
    );
  const isOutside = (text: string): boolean =>
    /^(?:OK|Cancel|Welcome|Sandbox)$|^Actions for |Product terms/u.test(text);
  return texts.filter((text) => !isOutside(text) && english.some((pattern) => pattern.test(text)));
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}
