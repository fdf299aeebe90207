import { codeFiles } from './bigCodeFiles.ts';
import { documentFiles } from './bigDocuments.ts';
import type { Entry, Generator } from './bigEntry.ts';
import { xmlFiles } from './bigXmlFiles.ts';

export interface BigFileOptions {
  /** Approximate number of units. */
  readonly units: number;
  readonly locale: 'en' | 'de';
  /** Selects the translated entries in files with both locales. */
  readonly isTranslated: (index: number) => boolean;
}

const sentences = [
  'Save your changes before you leave',
  'Your session ended. Sign in again to continue with {name}.',
  'It’s ready',
  'Press "Continue" to see what’s new in this version',
  "Don't show this message again",
  'The file could not be opened: it is larger than 20 MB',
  'Terms & conditions',
  'First line of the message\nand a second line after it',
  'Größe der Schrift – klein, mittel, groß',
  'Choose a name, a color and a location for your garden; all of them can be changed later',
  'Cancel',
] as const;

const pluralInterval = 50;
const noteInterval = 5;

/** Generators by the id of the format. */
const generators: Readonly<Record<string, Generator>> = { ...codeFiles, ...xmlFiles, ...documentFiles };

/** Maximum number of units for documents, because 20,000 units would be a book of a thousand pages. */
const unitLimits: Readonly<Record<string, number>> = { markdown: 3000, mdx: 3000 };

/** Generates a file in sections of a hundred typical interface texts: quotes, line breaks, notes, plurals. */
export function bigFile(formatId: string, { units, locale, isTranslated }: BigFileOptions): string {
  const generator = generators[formatId];
  if (generator === undefined) throw new Error(`There is no generator for ${formatId}.`);
  const count = Math.round(
    Math.min(units, unitLimits[formatId] ?? units) / (formatId === 'stringsdict' ? 2 : 1 + 1 / pluralInterval),
  );
  const entries = Array.from({ length: count }, (_, index): Entry => {
    const text = `${sentences[index % sentences.length] ?? ''} ${index}`;
    return {
      index,
      section: `section${Math.floor(index / 100)}`,
      key: `message${index}`,
      text: locale === 'en' ? text : `de ${text}`,
      translation: isTranslated(index) ? `de ${text}` : undefined,
      note: index % noteInterval === 0 ? `Shown on page ${index % 37}, next to the picture` : undefined,
      plural: index % pluralInterval === 7,
    };
  });
  return generator({ entries, locale });
}
