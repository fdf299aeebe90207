import { codeFiles } from './bigCodeFiles.ts';
import { documentFiles } from './bigDocuments.ts';
import type { Entry, Generator } from './bigEntry.ts';
import { xmlFiles } from './bigXmlFiles.ts';

export interface BigFileOptions {
  /** How many units, about. */
  readonly units: number;
  readonly locale: 'en' | 'de';
  /** In files that hold both locales: which entries are translated. */
  readonly isTranslated: (index: number) => boolean;
}

const SENTENCES = [
  'Save your changes before you leave',
  'Your session ended. Sign in again to go on with {name}.',
  'It’s ready',
  'Press "Continue" to see what’s new in this version',
  "Don't show this message again",
  'The file could not be opened: it is larger than 20 MB',
  'Terms & conditions',
  'First line of the message\nand a second line that goes on',
  'Größe der Schrift – klein, mittel, groß',
  'Choose a name, a colour and a place for your garden; all of them can be changed later on',
  'Cancel',
] as const;

const PLURAL_EVERY = 50;
const NOTE_EVERY = 5;

/** The generators, by the id of the format. */
const GENERATORS: Readonly<Record<string, Generator>> = { ...codeFiles, ...xmlFiles, ...documentFiles };

/** Formats whose files are made of whole documents, where 20,000 units would be a book of a thousand pages. */
const SMALLER: Readonly<Record<string, number>> = { markdown: 3000, mdx: 3000 };

/** A file of a format with sections of a hundred texts each, as interfaces have them: quotes, line breaks, notes, plurals. */
export function bigFile(formatId: string, { units, locale, isTranslated }: BigFileOptions): string {
  const generator = GENERATORS[formatId];
  if (generator === undefined) throw new Error(`There is no generator for ${formatId}.`);
  const count = Math.round(
    Math.min(units, SMALLER[formatId] ?? units) / (formatId === 'stringsdict' ? 2 : 1 + 1 / PLURAL_EVERY),
  );
  const entries = Array.from({ length: count }, (_, index): Entry => {
    const text = `${SENTENCES[index % SENTENCES.length] ?? ''} ${index}`;
    return {
      index,
      section: `section${Math.floor(index / 100)}`,
      key: `message${index}`,
      text: locale === 'en' ? text : `de ${text}`,
      translation: isTranslated(index) ? `de ${text}` : undefined,
      note: index % NOTE_EVERY === 0 ? `Shown on page ${index % 37}, beside the picture` : undefined,
      plural: index % PLURAL_EVERY === 7,
    };
  });
  return generator({ entries, locale });
}
