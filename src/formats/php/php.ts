import { codeFormat } from '../code/codeFormat.ts';
import type { LocaleFormat } from '../kit/localeFormat.ts';
import { quoteHeredoc } from './phpHeredoc.ts';
import { quotePhp } from './phpString.ts';
import { parsePhp } from './parsePhp.ts';

/**
 * PHP files that return an array of texts (Laravel, Craft, Yii), assign such an array to a variable (phpBB, extensions
 * of MediaWiki), or assign texts one by one (`$lang['key'] = 'Text';`, CodeIgniter, Moodle). The file is parsed and
 * never run. Texts in quotes, heredocs and nowdocs are units, also if several are concatenated (`one|many` of Laravel is
 * a single one); texts that PHP computes are read-only.
 */
export const php: LocaleFormat = codeFormat({
  id: 'php',
  rules: { pluralSuffixes: false },
  defaults: {
    separator: ' => ',
    quote: "'",
    bareKeys: false,
    indent: '    ',
    // `\u{e9}` and larger ones, but not `\u{41}`, which is ASCII.
    escape: /\\u\{0*(?:[89a-f][\da-f]|[\da-f]{3,6})\}/i,
  },
  parse: parsePhp,
  quoteText: (text, style) => {
    const heredoc = style.old?.startsWith('<<<') === true ? quoteHeredoc(text, style.old, style.lineEnd) : undefined;
    return heredoc ?? quotePhp(text, style);
  },
  quoteKey: (key, quote, { isAscii, lineEnd }) => quotePhp(key, { quote, isAscii, lineEnd }),
  // Only numbers need no quotes.
  bareKey: (key) => (/^(?:0|-?[1-9]\d{0,14})$/.test(key) ? key : undefined),
  // `[` … `]`, or `array(` … `)` if the file writes that.
  brackets: (_kind, { opening = '[' }) => [opening, opening.endsWith('(') ? ')' : ']'],
});
