import { charsEscaped, readEscapes, type PhpString } from './phpString.ts';

/** The parts of a heredoc (`<<<EOT`) or nowdoc (`<<<'EOT'`). */
interface Heredoc {
  /** Everything before the first line of the text, including its line end. */
  readonly opening: string;
  readonly isNowdoc: boolean;
  readonly label: string;
  /** The spaces or tabs before the closing label, which PHP removes from each line. */
  readonly indent: string;
  /** The lines of the text, as written. */
  readonly content: string;
}

/**
 * Reads a heredoc without variables, or a nowdoc, by the rules of the PHP manual (Strings). Undefined for a literal of
 * another form.
 */
export function readHeredoc(literal: string): PhpString | undefined {
  const heredoc = partsOf(literal);
  if (heredoc === undefined) return undefined;
  const { content, indent, isNowdoc } = heredoc;
  const lines = content.replace(/^[ \t]*/gm, (spaces) =>
    spaces.startsWith(indent) ? spaces.slice(indent.length) : '',
  );
  if (isNowdoc) return { value: lines, isBytes: false };
  // Quotes need no escape in a heredoc, so that `\"` keeps its backslash.
  return readEscapes(lines, 'heredoc');
}

function partsOf(literal: string): Heredoc | undefined {
  const [opening, quote, label = ''] = /^<<<[ \t]*(["']?)(\w+)\1(?:\r\n|\n|\r)/.exec(literal) ?? [];
  if (opening === undefined) return undefined;
  const body = literal.slice(opening.length);
  const [closing, indent = ''] = new RegExp(`(?:^|\\r\\n|\\n|\\r)([ \\t]*)${label}$`).exec(body) ?? [];
  if (closing === undefined) return undefined;
  const content = body.slice(0, body.length - closing.length);
  return { opening, isNowdoc: quote === "'", label, indent, content };
}

/**
 * Returns a text as a heredoc or nowdoc like another one, with its label and indentation. Undefined for a text that
 * cannot be written so: one with other line ends than the file's, or with a line that would end it.
 */
export function quoteHeredoc(text: string, model: string, lineEnd: string): string | undefined {
  const heredoc = partsOf(model);
  if (heredoc === undefined) return undefined;
  const { opening, isNowdoc, label, indent } = heredoc;
  const lines = text.split(lineEnd);
  const wouldEnd = new RegExp(`^[ \\t]*${label}(?!\\w)`);
  if (lines.some((line) => /[\r\n]/.test(line) || wouldEnd.test(line))) return undefined;
  // Editors and git may change control characters.
  if (isNowdoc && lines.some((line) => /(?!\t)\p{Cc}/u.test(line))) return undefined;
  const written = lines.map((line) =>
    line === '' ? '' : indent + (isNowdoc ? line : charsEscaped(line, /[\\$]|(?!\t)\p{Cc}/gu)),
  );
  return opening + written.join(lineEnd) + lineEnd + indent + label;
}
