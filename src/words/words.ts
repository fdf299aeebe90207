/**
 * Text for the screen. Only the files of `editor/shown/` call `window.show…`, `window.create…` and the like
 * (`test/unit/architecture.test.ts`). To show something:
 *
 *     await showInformation(words(l10n.t('Delivered to {0}.'), file));        // notifications, dialogs: toasts.ts
 *     await withProgress(words(l10n.t('Ordering {0}…'), title), work);        // withProgress.ts
 *     await pickFrom([{ label: fromOutside(job.title), value: job }], prompt); // quick picks, inputs: quickInput.ts
 *     treeItem({ label: fromOutside(job.title), … });                         // tree.ts
 *
 * `words` makes a sentence of the product; each `string` among its arguments counts as text from outside (the service,
 * files, keys, names). `fromOutside` makes a text from outside, `own` a text from the product's own symbols, and `join`
 * joins several texts, `sentences` and `listed` as the display language does. All return `Words`. A sink accepts only
 * these, and converts text from outside with the function for its kind: `link`, `icon` or `plain`. Where VS Code or the
 * page needs a `string` for a sink that shows text as text, `plain` returns one. Functions that return sentences return
 * `Words`; names, numbers and money may be `string`, because each string counts as text from outside.
 */
import { formatNumber, listSeparator, pluralCategory, sentenceSeparator } from './formatting.ts';
import { isolate, visibleText } from './visibleText.ts';

/** Accepts only texts that are spelled out in the code: `string`, and templates with expressions, become `never`. */
export type Literal<M extends string> = Partial<Record<M, unknown>> extends Record<M, unknown> ? never : M;

/** A text from outside, which is shown truncated to `maxCharacters`. */
interface OutsideText {
  readonly text: string;
  readonly maxCharacters: number | undefined;
}

/** A string is a part of the product's own text. */
type Part = string | OutsideText;

/**
 * A text for the screen that keeps the product's own words and text from outside (the service, files, keys, names)
 * apart. Each kind of sink converts the parts from outside in its own way; no sink accepts a `string`. Made only by
 * the functions of this file.
 */
export class Words {
  readonly #parts: readonly Part[];

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** Joins own text, given as strings, and text from outside. Used only by the functions of this file. */
  static of(parts: readonly (Part | Words)[]): Words {
    const flatParts = parts.flatMap((part) => (part instanceof Words ? part.#parts : [part]));
    return new Words(flatParts.filter((part) => part !== ''));
  }

  /**
   * Renders the text. In parts from outside, invisible characters are made visible, and `convert` makes the changes
   * that the sink needs. In a sentence, these parts are also isolated, so that they can't reorder other text.
   */
  render(convert: (text: string) => string = (text) => text): string {
    const isSentence = this.#parts.length > 1;
    const texts = this.#parts.map((part) => {
      if (typeof part === 'string') return part;
      const text = convert(visibleText(part.text, part.maxCharacters));
      return isSentence ? isolate(text) : text;
    });
    return texts.join('');
  }
}

/** Returns text from outside as a text for the screen, truncated to `maxCharacters`. */
export function fromOutside(text: string, maxCharacters?: number): Words {
  return Words.of([{ text, maxCharacters }]);
}

/** Returns a text of the product that is the same in all languages: an icon, a bullet, a separator. */
export function own<const M extends string>(text: M & Literal<M>): Words {
  return Words.of([text]);
}

/**
 * Joins texts; a `string` counts as text from outside. The separator is the same in all languages: an icon's space, a
 * bullet, a line break.
 */
export function join<const M extends string>(texts: readonly (Words | string)[], separator: M & Literal<M>): Words {
  return joinWith(texts, separator);
}

/** Returns several whole sentences as one text, with a space between them in languages that have one. */
export function sentences(...texts: readonly Words[]): Words {
  return joinWith(texts, sentenceSeparator());
}

/** Lists texts in one line, with the comma of the display language; a `string` counts as text from outside. */
export function listed(texts: readonly (Words | string)[]): Words {
  return joinWith(texts, listSeparator());
}

function joinWith(texts: readonly (Words | string)[], separator: string): Words {
  const parts = texts.flatMap((text) => [separator, asWords(text)]);
  // No separator is before the first text.
  return Words.of(parts.slice(1));
}

/** Returns `Words` as they are, and a string as text from outside. */
export function asWords(text: Words | string): Words {
  return typeof text === 'string' ? fromOutside(text) : text;
}

/**
 * Returns a sentence of the product. `message` is in the user's language, from `l10n.t('…')`. The arguments replace its
 * `{0}`, `{1}` …: a `string` counts as text from outside and is converted by the sink that shows it; a number is
 * formatted for the display language, so ids are passed as `string`; `Words` are inserted as they are. The message must
 * be `l10n.t` with a literal, so that tools can collect all messages.
 */
export function words(message: string, ...args: readonly (string | number | Words)[]): Words {
  return fillMessage(message, args);
}

/** Fills a message that a table holds, as `words` does. */
export function fillMessage(message: string, args: readonly (string | number | Words)[]): Words {
  const parts = message.split(/\{(\d+)\}/u).map((piece, index) => {
    // `Delivered to {0}.` is split into `Delivered to `, `0` and `.`: every other piece is the number of an argument.
    if (index % 2 === 0) return piece;
    const arg = args[Number(piece)];
    if (arg === undefined) return `{${piece}}`;
    return typeof arg === 'number' ? formatNumber(arg) : asWords(arg);
  });
  return Words.of(parts);
}

/**
 * The message for each code of a reason (`base/codedReason.ts`), from `l10n.t('…')`. A missing or superfluous code does
 * not compile.
 */
export type MessageTable<Values extends { readonly [Code in keyof Values]: readonly unknown[] }> = {
  readonly [Code in keyof Values]: (...values: Values[Code]) => string;
};

/** The forms of a sentence with a count, from `l10n.t('…')`; English has `one` and `other`. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Returns the form of a sentence for a count in the display language. `{0}` is the count, `{1}` the first argument. */
export function plural(count: number, forms: PluralForms, ...args: readonly (string | number | Words)[]): Words {
  return words(forms[pluralCategory(count)] ?? forms.other, count, ...args);
}
