import { requiredNumbers } from '../../../placeholders/check/formNumbers.ts';
import { isVueFamily } from '../../../placeholders/pipes/vueRules.ts';
import { isEvidence, type Placeholder, type ProtectedText } from '../../../placeholders/read/placeholder.ts';
import { plainLine } from '../../model/plainLine.ts';

type ExplainedPlaceholder = Pick<Placeholder, 'text' | 'syntax'>;

/** Maximum number of placeholders that are explained. */
const maxExplained = 10;
/** Maximum length in UTF-16 units; longer placeholders are message syntax, which one sentence can't explain. */
const longestExplained = 80;

/**
 * Returns a line in plain English for each placeholder of a text that says what it is replaced by, depending on its
 * family and conversion. Placeholders that `note` already explains, because the file itself declares them, are skipped.
 */
export function placeholderLines(
  protectedText: Pick<ProtectedText, 'placeholders' | 'numbers'>,
  note = '',
): readonly string[] {
  const placeholders = [...protectedText.placeholders, ...requiredNumbers(protectedText)];
  const noteLines = note.split('\n').map((line) => line.trim().toLowerCase());
  const placeholderByText = new Map<string, ExplainedPlaceholder>();
  for (const placeholder of placeholders)
    if (shownText(placeholder).length <= longestExplained && !placeholderByText.has(placeholder.text))
      placeholderByText.set(placeholder.text, placeholder);

  const lines: string[] = [];
  for (const [text, placeholder] of placeholderByText) {
    const isExplainedByNote = noteLines.some((line) => line.startsWith(text.toLowerCase()));
    const meaning = isExplainedByNote ? undefined : meaningOf(placeholder);
    if (meaning !== undefined) lines.push(`${plainLine(shownText(placeholder), longestExplained)} ${meaning}.`);
  }
  const tags = [...placeholderByText.values()]
    .filter((placeholder) => placeholder.syntax === 'tag' && meaningOf(placeholder) === undefined)
    .map((placeholder) => plainLine(shownText(placeholder), longestExplained));
  if (tags.length > 0)
    lines.push(`${tags.slice(0, maxExplained).join(' ')} is markup: keep it around the words that it belongs to.`);
  return lines.slice(0, maxExplained);
}

const aValue = 'is replaced while the program runs';
const aWholeNumber = 'is replaced by a whole number, for example 3';
const aNumber = 'is replaced by a number, for example 3.5';
const aDate = 'is replaced by a date or a time';
const anotherText = 'is replaced by another text of the program';

/**
 * Returns the second half of a placeholder's line, such as `is replaced by a number`; undefined if nothing is known
 * that translators don't see anyway.
 */
function meaningOf({ syntax, text }: ExplainedPlaceholder): string | undefined {
  // A pattern or a term of the project.
  if (typeof syntax === 'object') return 'term' in syntax ? 'is a name: it is not translated' : undefined;
  if (isEvidence(syntax) || isVueFamily(syntax)) return undefined;
  switch (syntax) {
    case 'printf':
    case 'python-percent':
    case 'ruby':
      // `%{count}` has a name, `%-5d` a conversion.
      return text.startsWith('%{') ? meaningByName(text) : meaningByConversion(text);
    case 'icu':
      return meaningOfIcu(text);
    case 'fluent':
      return meaningOfFluent(text);
    case 'java-date':
      // `%tY`, `%1$tH`.
      return /[tT][A-Za-z]$/u.test(text) ? aDate : aValue;
    case 'qt':
      // `%n`, `%Ln`.
      return text.endsWith('n') ? aWholeNumber : aValue;
    case 'chrome':
      return text === '$$' ? 'stands for a dollar sign' : meaningByName(text);
    case 'vscode':
      // `$(sync)` is an icon, `{0}` a value.
      if (text.startsWith('$(')) return 'is drawn as a small picture';
      return text.startsWith('{') ? aValue : undefined;
    case 'vue-link':
      // `@:cart.title`; not a literal such as `{'@'}`.
      return text.startsWith('{') ? undefined : anotherText;
    case 'i18next-nesting':
      return anotherText;
    case 'entity':
      return meaningOfEntity(text);
    case 'mustache':
    case 'brace':
    case 'dotnet':
    case 'laravel':
    case 'percent-pair':
    case 'template':
      return meaningByName(text);
    case 'dollar-brace':
      // `${name}` is a value; code that chooses between words, such as `${isNew ? '`, is not.
      return text.startsWith('${') && text.endsWith('}') ? meaningByName(text) : undefined;
    case 'wikitext':
      return text.startsWith('$') ? aValue : undefined;
    case 'reference':
      return anotherText;
    case 'line-break':
      return 'begins a new line';
    case 'color-code':
      return 'changes the color or the style of the words after it';
    case 'inflection':
      // `^[` begins the words, and `](inflect: true)` ends them.
      return text.startsWith('^[') ? 'begins words that the program adapts to a number' : 'ends these words';
    case 'tag':
      return meaningOfTag(text);
    case 'url':
    case 'code-span':
    case 'laravel-plural':
    case 'symfony-plural':
    case 'restructuredtext':
      return undefined;
  }
}

/** An empty element of XLIFF that stands for a part of the original: `<x id="PH"/>`; the group is its id. */
const inlineElement = /^<(?:x|ph|it)\s[^]*?\bid="([^"]*)"[^]*\/>$/u;

/** Returns a placeholder as it is shown in a line: of an element of XLIFF, only its name and its id. */
function shownText({ text, syntax }: ExplainedPlaceholder): string {
  const id = syntax === 'tag' ? inlineElement.exec(text)?.[1] : undefined;
  return id === undefined ? text : `${text.slice(0, text.search(/\s/u))} id="${id}"/>`;
}

/** Explains an empty element, which has no words in it; undefined for a start or end tag. */
function meaningOfTag(text: string): string | undefined {
  const [, id] = inlineElement.exec(text) ?? [];
  // Angular's ids name what an element stands for; `START_` and `CLOSE_` are tags.
  if (id !== undefined) {
    if (/^(?:START|CLOSE)_/u.test(id)) return undefined;
    if (id === 'LINE_BREAK') return 'begins a new line';
    // `equiv-text="{{ name }}"`, `equiv-text="network"`: the expression that is printed.
    const [, expression] = /\bequiv-text="(?:\{\{\s*)?([\w.$]{1,40})(?:\s*\}\})?"/u.exec(text) ?? [];
    return expression === undefined ? aValue : `${aValue} (${expression})`;
  }
  if (/^<br\b/iu.test(text)) return 'begins a new line';
  return /^<img\b/iu.test(text) ? 'is a picture' : undefined;
}

/** Explains a named placeholder. i18next, Rails, Laravel and others choose the plural form by the number `count`. */
function meaningByName(text: string): string {
  return /(?<![\p{L}\p{N}_])count(?![\p{L}\p{N}_])/u.test(text) ? aWholeNumber : aValue;
}

/** Explains a printf conversion by its last letter, which C, Java, PHP, Python, Ruby and Apple have in common. */
function meaningByConversion(text: string): string | undefined {
  if (text.includes('#@')) return 'is replaced by words with a number'; // `%#@files@`
  if (text.includes('<PRI')) return aWholeNumber; // `%<PRIu64>`
  const conversion = text.slice(-1);
  if (conversion === '%') return 'stands for a percent sign';
  if (/[dDiuU]/u.test(conversion)) return aWholeNumber;
  if (/[eEfFgG]/u.test(conversion)) return aNumber;
  if (/[xX]/u.test(conversion)) return 'is replaced by a hexadecimal number, for example 1f';
  if (/[sS@]/u.test(conversion)) return 'is replaced by words, for example a name';
  if (/[cC]/u.test(conversion)) return 'is replaced by a single character';
  if (/[nm]/u.test(conversion)) return undefined;
  return aValue;
}

/** Explains an ICU argument. The syntax of a choice is not explained, and `#` is explained in a branch's note. */
function meaningOfIcu(text: string): string | undefined {
  // `{count}`, `{count, number, integer}`.
  const simpleArgument = /^\{\s*[\w.$-]+\s*(?:,\s*(number|date|time|ordinal|spellout|duration)\b[^{}]*)?\}$/u;
  const match = simpleArgument.exec(text);
  if (match === null) return undefined;
  const type = match[1];
  if (type === undefined) return meaningByName(text);
  if (type === 'date' || type === 'time') return aDate;
  return type === 'number' ? aNumber : 'is replaced by a number';
}

/** Explains a Fluent placeable: `{ $count }`, `{ NUMBER($size) }`, `{ -brand-name }`. */
function meaningOfFluent(text: string): string | undefined {
  const isLiteral = /^\{\s*["']/u.test(text);
  if (isLiteral) return undefined;
  const isTerm = /^\{\s*-/u.test(text);
  if (isTerm) return 'is replaced by a name that the program uses in many texts';
  if (text.includes('NUMBER(')) return aNumber;
  return text.includes('DATETIME(') ? aDate : meaningByName(text);
}

/** Characters of the HTML entities that are frequent in user interface strings, by name. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  copy: '©',
  laquo: '«',
  raquo: '»',
};

function meaningOfEntity(text: string): string {
  const name = text.slice(1, -1);
  if (name === 'nbsp' || name === '#160' || name.toLowerCase() === '#xa0') return 'is a non-breaking space';
  const character = entities[name];
  if (character === undefined) return 'stands for a single character';
  return `stands for the character ${character}`;
}
