import { printfOfC, type PlaceholderSyntax } from '../read/placeholder.ts';

/**
 * Facts about the program that reads a text, as far as the families of its file show them. They only decide which
 * translations are right, not what translators see.
 */

/**
 * Whether `%2$s` may replace the second of several `%s`. C, Objective-C, Java, PHP, Perl, Ruby and sprintf-js support
 * it. Python does not (`'%2$s' % ('a', 'b')` raises a ValueError), and its family is searched in every file whose
 * language is unknown.
 */
export function readsNumberedPrintf(syntaxes: readonly PlaceholderSyntax[]): boolean {
  return syntaxes.includes('printf') && !syntaxes.includes('python-percent');
}

/** Whether `%i` is `%d`: in C (ISO C, §7.23.6.1) and its relatives; Java and PHP refuse `%i`, and Go prints it as an error. */
export function readsIntegersOfC(syntaxes: readonly PlaceholderSyntax[]): boolean {
  return syntaxes.includes(printfOfC);
}

/** Whether `{1}` may replace the second of several `{}`: Python's format, Rust and C++, which have no `printf`. */
export function readsNumberedBraces(syntaxes: readonly PlaceholderSyntax[]): boolean {
  return syntaxes.includes('brace') && !syntaxes.includes('printf') && !syntaxes.includes('icu');
}

/**
 * Whether tags are read as HTML, where `<BR>` is `<br/>`. intl-messageformat looks up tags by their exact names, and
 * Android compares the names of its styles exactly; the messages of Java, which have numbered arguments too, leave
 * tags to HTML.
 */
export function readsHtmlTags(syntaxes: readonly PlaceholderSyntax[]): boolean {
  const isAndroid = syntaxes.includes('java-date');
  return !isAndroid && (!syntaxes.includes('icu') || syntaxes.includes('dotnet'));
}

/** Whether texts with arguments are messages of java.text.MessageFormat, in which two apostrophes are one. */
export function readsMessageFormat(syntaxes: readonly PlaceholderSyntax[]): boolean {
  return syntaxes.includes('icu') && syntaxes.includes('dotnet');
}

/** Whether the file is a document in HTML or Markdown: only these have none of the families of programs. */
export function isDocument(syntaxes: readonly PlaceholderSyntax[]): boolean {
  const programs: readonly PlaceholderSyntax[] = ['printf', 'brace', 'icu', 'dotnet', 'chrome', 'fluent', 'qt'];
  return syntaxes.includes('mustache') && !programs.some((syntax) => syntaxes.includes(syntax));
}
