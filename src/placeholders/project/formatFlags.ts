import type { PlaceholderSyntax } from '../read/placeholder.ts';

/** `%v` and similar verbs of Go's package fmt, which C does not have. */
const goVerb: PlaceholderSyntax = {
  pattern: '%(?:\\[\\d+\\])?[-+#0]{0,5}\\d{0,4}(?:\\.\\d{0,4})?[vTtqUbcdoOxXeEfFgGsp]',
};
/** `~a`, `~5,2f` of Common Lisp's and Scheme's format. */
const tilde: PlaceholderSyntax = { pattern: "~[\\d:@,#']{0,12}[A-Za-z%&~|]" };
const shellVariable: PlaceholderSyntax = { pattern: '\\$[A-Za-z_]\\w{0,100}' };
/** `%1%` and `%|1$s|` of boost::format. The family of percent pairs would match `%li%` too. */
const boostArgument: PlaceholderSyntax = { pattern: '%\\d{1,2}%|%\\|[^|%]{1,30}\\|' };
/** `%0:s` of Object Pascal's Format. */
const pascalArgument: PlaceholderSyntax = { pattern: '%\\d{1,2}:-?\\d{0,4}(?:\\.\\d{1,4})?[dueEfgnmpsxX]' };
/** `@name`, `%name`, `:name` and `!name` of Drupal. */
export const drupalArgument: PlaceholderSyntax = { pattern: '(?<![\\w@%!:/])[@%!:][a-z][a-z0-9_-]{0,60}' };

/**
 * The families for each flag of a PO entry: the GNU gettext manual, "Flags for c-format etc." (§3.1.1 and §15.3), and
 * the flags of Elixir's and KDE's tools. Each may have the prefix `no-`.
 */
const byFlag: Readonly<Record<string, readonly PlaceholderSyntax[]>> = {
  'c-format': ['printf'],
  'objc-format': ['printf'],
  'c++-format': ['brace'],
  'python-format': ['python-percent', 'printf'],
  'python-brace-format': ['brace'],
  'java-format': ['icu', 'dotnet', 'brace'],
  'java-printf-format': ['printf', 'java-date'],
  'csharp-format': ['dotnet'],
  'javascript-format': ['printf'],
  'scheme-format': [tilde],
  'lisp-format': [tilde],
  'elisp-format': ['printf'],
  'librep-format': ['printf'],
  'rust-format': ['brace'],
  'go-format': [goVerb, 'printf'],
  'sh-format': ['dollar-brace', shellVariable],
  'sh-printf-format': ['printf'],
  'awk-format': ['printf'],
  'lua-format': ['printf'],
  'object-pascal-format': ['printf', pascalArgument],
  'modula2-format': ['printf'],
  'd-format': ['printf'],
  'ocaml-format': ['printf'],
  'smalltalk-format': ['qt'],
  'qt-format': ['qt'],
  'qt-plural-format': ['qt'],
  'kde-format': ['qt'],
  'kde-kuit-format': ['qt'],
  'boost-format': ['printf', boostArgument],
  'tcl-format': ['printf'],
  'perl-format': ['printf'],
  'perl-brace-format': ['brace'],
  'php-format': ['printf'],
  'ruby-format': ['ruby', 'printf'],
  'gcc-internal-format': ['printf'],
  'gfc-internal-format': ['printf'],
  'ycp-format': ['qt'],
  'elixir-format': ['ruby'],
};

/** Returns the families that the flags of a unit declare as present and as absent. */
export function familiesByFlags(flags: readonly string[]): {
  readonly declared: readonly PlaceholderSyntax[];
  readonly denied: readonly PlaceholderSyntax[];
} {
  const deniedFlags = flags.filter((flag) => flag.startsWith('no-')).map((flag) => flag.slice('no-'.length));
  return {
    declared: flags.flatMap((flag) => byFlag[flag] ?? []),
    denied: deniedFlags.flatMap((flag) => byFlag[flag] ?? []),
  };
}
