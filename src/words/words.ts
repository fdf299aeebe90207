/**
 * Everything that VS Code shows passes through this folder, whose files alone call `window.show…`, `window.create…`
 * and the like (`test/unit/architecture.test.ts`). To show something:
 *
 *     await showInformation(t('Delivered to {0}.', file));           // notifications and modal dialogs: messages.ts
 *     await withProgress(t('Ordering {0}…', count), work);           // progress.ts
 *     await pickFrom([{ label: outside(job.title), value: job }], t('Choose a job'));    // quick picks, inputs: quickInput.ts
 *     treeItem({ label: outside(job.title), … })                     // tree.ts, statusBar.ts, inEditors.ts
 *
 * `t` makes a sentence of the product; each `string` among its arguments counts as text from outside (the service,
 * files, keys, names). `outside` makes a text of nothing else, `own` of the product's own signs, `join` of several.
 * All return `Words`; a sink accepts only these, and converts what came from outside with the function for its kind:
 * `link`, `icon` or `plain`. Where VS Code, or the page, wants a `string` for what shows text as text, `plain`
 * returns one. Functions that return sentences return `Words`; names, numbers and money may be `string`, as any
 * string counts as text from outside.
 */
import { formatNumber, pluralCategory } from './formatting.ts';
import { isolate, visibleText } from './visibleText.ts';

/**
 * Type-checks only for texts that are spelled out in the code: `string`, and templates with expressions, become
 * `never`.
 */
export type Literal<M extends string> = Partial<Record<M, unknown>> extends Record<M, unknown> ? never : M;

type Part = string | { readonly text: string; readonly maxCharacters: number | undefined };

/**
 * A text for the screen that still knows which of its parts are the product's own words and which came from outside
 * (the service, files, keys, names). Each kind of sink converts the parts from outside in its own way; no sink takes
 * a `string`. Made by `t`, `own`, `outside` and `join`; nothing else makes one.
 */
export class Words {
  readonly #parts: readonly Part[];

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** Joins own text, as strings, with outside text. For `t`, `own`, `outside` and `join` alone. */
  static of(
    parts: readonly (string | Words | { readonly text: string; readonly maxCharacters: number | undefined })[],
  ): Words {
    return new Words(
      parts.flatMap((part) => (part instanceof Words ? part.#parts : [part])).filter((part) => part !== ''),
    );
  }

  /**
   * Renders the text, with what came from outside made visible and, in a sentence, isolated; `convert` does what the
   * sink needs in addition.
   */
  render(convert: (text: string) => string = (text) => text): string {
    const isSentence = this.#parts.length > 1;
    return this.#parts
      .map((part) => {
        if (typeof part === 'string') return part;
        const text = convert(visibleText(part.text, part.maxCharacters));
        return isSentence ? isolate(text) : text;
      })
      .join('');
  }
}

/** Returns text from outside as a text for the screen. A long one is cut off at `maxCharacters`. */
export function outside(text: string, maxCharacters?: number): Words {
  return Words.of([{ text, maxCharacters }]);
}

/** Returns a text of the product that is the same in all languages: an icon, a bullet, a separator. */
export function own<const M extends string>(text: M & Literal<M>): Words {
  return Words.of([text]);
}

/** Joins texts, those from outside as `string`. The separator is the product's own. */
export function join<const M extends string>(texts: readonly (Words | string)[], separator: M & Literal<M>): Words {
  return Words.of(texts.flatMap((text, index) => (index === 0 ? [asWords(text)] : [separator, asWords(text)])));
}

/** Returns any other text than `Words` as text from outside. */
export function asWords(text: Words | string): Words {
  return typeof text === 'string' ? outside(text) : text;
}

/**
 * Returns a sentence of the product. `message` is in the user's language, from `l10n.t('…')`; its `{0}`, `{1}` … are
 * filled with the arguments: each `string` counts as text from outside, and is converted by the sink that shows it;
 * numbers and `Words` are the product's own. Only `l10n.t` with a literal may make the message, so that tools can
 * collect all messages.
 */
export function words(message: string, ...args: readonly (string | number | Words)[]): Words {
  return fillMessage(message, args);
}

/** Fills a message that a table holds, as `words` does. */
export function fillMessage(message: string, args: readonly (string | number | Words)[]): Words {
  return Words.of(
    message.split(/\{(\d+)\}/u).map((piece, index) => {
      const arg = index % 2 === 0 ? undefined : args[Number(piece)];
      if (arg === undefined) return index % 2 === 0 ? piece : `{${piece}}`;
      return typeof arg === 'string' ? outside(arg) : typeof arg === 'number' ? formatNumber(arg) : arg;
    }),
  );
}

/** The forms of a sentence with a count, from `l10n.t('…')`; English has `one` and `other`. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * Returns the sentence whose form fits the count in the language of the display. `{0}` is the count; the arguments
 * are `{1}`, `{2}` …
 */
export function plural(count: number, forms: PluralForms, ...args: readonly (string | number | Words)[]): Words {
  return words(forms[pluralCategory(count)] ?? forms.other, count, ...args);
}
