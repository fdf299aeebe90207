import type { PlaceholderSyntax } from '../read/placeholder.ts';
import { pascalArgument } from './shownPatterns.ts';

/** `~a`, `~5,2f` of Common Lisp's and Scheme's format. */
const tilde: PlaceholderSyntax = { pattern: "~[\\d:@,#']{0,12}[A-Za-z%&~|]" };
const shellVariable: PlaceholderSyntax = { pattern: '\\$[A-Za-z_]\\w{0,100}' };
/** `%1%` and `%|1$s|` of boost::format. The family of percent pairs would match `%li%` too. */
const boostArgument: PlaceholderSyntax = { pattern: '%\\d{1,2}%|%\\|[^|%]{1,30}\\|' };
/** `@name`, `%name`, `:name` and `!name` of Drupal. */
export const drupalArgument: PlaceholderSyntax = { pattern: '(?<![\\w@%!:/])[@%!:][a-z][a-z0-9_-]{0,60}' };

/**
 * The families for each flag of a PO entry: the GNU gettext manual, "Flags for c-format etc." (§3.1.1 and §15.3), and
 * the flags of Elixir's and KDE's tools. Each may have the prefix `no-`.
 */
const flagsWithFamilies: readonly (readonly [flags: string, families: readonly PlaceholderSyntax[]])[] = [
  [
    'c-format objc-format javascript-format elisp-format librep-format sh-printf-format awk-format ' +
      'lua-format go-format modula2-format d-format ocaml-format tcl-format perl-format php-format ' +
      'gcc-internal-format gfc-internal-format',
    ['printf'],
  ],
  ['c++-format python-brace-format rust-format perl-brace-format', ['brace']],
  ['python-format', ['python-percent', 'printf']],
  ['java-format', ['icu', 'dotnet', 'brace']],
  ['java-printf-format', ['printf', 'java-date']],
  ['csharp-format', ['dotnet']],
  ['scheme-format lisp-format', [tilde]],
  ['sh-format', ['dollar-brace', shellVariable]],
  ['object-pascal-format', ['printf', pascalArgument]],
  ['smalltalk-format qt-format qt-plural-format kde-format kde-kuit-format ycp-format', ['qt']],
  ['boost-format', ['printf', boostArgument]],
  ['ruby-format', ['ruby', 'printf']],
  ['elixir-format', ['ruby']],
];

const familiesByFlag: ReadonlyMap<string, readonly PlaceholderSyntax[]> = new Map(
  flagsWithFamilies.flatMap(([flags, families]) => flags.split(' ').map((flag) => [flag, families])),
);

/** Returns the families that the flags of a unit declare as present and as absent. */
export function familiesByFlags(flags: readonly string[]): {
  readonly declared: readonly PlaceholderSyntax[];
  readonly denied: readonly PlaceholderSyntax[];
} {
  const deniedFlags = flags.filter((flag) => flag.startsWith('no-')).map((flag) => flag.slice('no-'.length));
  return {
    declared: flags.flatMap((flag) => familiesByFlag.get(flag) ?? []),
    denied: deniedFlags.flatMap((flag) => familiesByFlag.get(flag) ?? []),
  };
}
