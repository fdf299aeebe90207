/** A value as written, from the first character after the equals sign and the spaces around it. */
export interface IniValue {
  /** With its quotes, without what follows. */
  readonly length: number;
  readonly quoting: 'none' | 'quoted' | 'unclosed';
}

/** How a program reads the lines of a file. */
export interface IniSyntax {
  /** Groups: the indentation, the key, and the equals sign with the spaces around it that do not count. */
  readonly entryLine: RegExp;
  /** A line that is a comment. It may be indented. */
  readonly commentLine: RegExp;
  /** Matches the next comment of a text; the group is what it contains. Global. */
  readonly comment: RegExp;
  /** Whether `[name]` begins a section. */
  readonly hasSections: boolean;
  /** Reads the value at the beginning of the rest of a line. */
  readonly valueIn: (line: string) => IniValue;
}

/** A value begins and ends with a quote and may contain others; only a comment follows: `"Say "Hi"" ; greeting`. */
const quotedValue = /^"[^]*"(?=[ \t]*(?:;[^"]*)?$)/;
/** Matches a value without quotes, up to a comment: `Hello` of `Hello ; greeting`. */
const bareValue = /^[^;]*?(?=[ \t]*(?:;|$))/;

/**
 * Joomla's: `parse_ini_file` with INI_SCANNER_RAW (PHP, Zend/zend_ini_scanner.l). A value is on one line, and a semicolon
 * outside of quotes begins a comment.
 */
export const phpSyntax: IniSyntax = {
  entryLine: /^([ \t]*)([^=\s;#[][^=]*?)([ \t]*=[ \t]*)/,
  commentLine: /^[ \t]*[;#]/,
  comment: /[;#]+[ \t]*([^\r\n]*)/g,
  hasSections: true,
  valueIn: (line) => {
    const quotedMatch = quotedValue.exec(line);
    if (quotedMatch !== null) return { length: quotedMatch[0].length, quoting: 'quoted' };
    const length = bareValue.exec(line)?.[0].length ?? 0;
    if (line.startsWith('"')) return { length, quoting: 'unclosed' };
    return { length, quoting: 'none' };
  },
};

/** Returns a reader of values that a pattern matches as they are. */
function plainValue(pattern: RegExp): IniSyntax['valueIn'] {
  return (line) => ({ length: pattern.exec(line)?.[0].length ?? 0, quoting: 'none' });
}

/**
 * Factorio's: whitespace on both sides of the equals sign is part of the key and of the text, and quotes are.
 * https://wiki.factorio.com/Tutorial:Localisation
 */
export const factorioSyntax: IniSyntax = {
  entryLine: /^()([^=\s;#[][^=]*)(=)/,
  commentLine: /^[ \t]*[;#]/,
  comment: /[;#]+[ \t]*([^\r\n]*)/g,
  hasSections: true,
  valueIn: plainValue(/^[^]*/),
};

/**
 * Inno Setup's: only a semicolon at the beginning of a line makes a comment, and a `#` there a directive. Whitespace around
 * a value is part of it (`EnumMessagesProc` in https://github.com/jrsoftware/issrc).
 */
export const innoSyntax: IniSyntax = {
  entryLine: /^([ \t]*)([^=\s;#[][^=]*?)([ \t]*=)/,
  commentLine: /^[ \t]*;/,
  comment: /;+[ \t]*([^\r\n]*)/g,
  hasSections: true,
  valueIn: plainValue(/^[^]*/),
};

/**
 * That of `.lang` files: Minecraft up to version 1.12, Minecraft's Bedrock Edition, where a tab and `#` begin a comment
 * (https://learn.microsoft.com/minecraft/creator/documents/localization), and Dolibarr. There are no sections. Minecraft's
 * texts may begin with a space; Dolibarr's files have spaces on both sides of the equals sign, which do not count.
 */
export const langSyntax: IniSyntax = {
  entryLine: /^([ \t]*)([^=\s#][^=]*?)([ \t]+=[ \t]*|=)/,
  commentLine: /^[ \t]*#/,
  comment: /#+[ \t]*([^\r\n]*)/g,
  hasSections: false,
  valueIn: plainValue(/^[^]*?(?=\t+#|$)/),
};
