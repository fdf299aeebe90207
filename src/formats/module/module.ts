import { codeFormat } from '../code/codeFormat.ts';
import type { CodeStyle, Quote } from '../code/codeStyle.ts';
import type { LocaleFormat } from '../kit/localeFormat.ts';
import { isPlainName, quoteModule } from './quoteModule.ts';
import { parseModule, type ModuleLanguage } from './parseModule.ts';

/**
 * Modules that export an object of texts: `export default {…}`, `export const en = {…} as const`,
 * `module.exports = {…}`. The file is parsed and never run. Strings and templates without expressions are units; texts
 * that are computed are read-only units.
 */
export const javascript: LocaleFormat = moduleFormat('javascript');
export const typescript: LocaleFormat = moduleFormat('typescript');

function moduleFormat(id: ModuleLanguage): LocaleFormat {
  return codeFormat({
    id,
    rules: { pluralSuffixes: true },
    // `\u00e9` and `\u{e9}`, but not `\u0041`, which is ASCII.
    defaults: { separator: ': ', quote: "'", bareKeys: true, indent: '  ', escape: /\\u(?:(?!00[0-7])[\da-f]{4}|\{)/i },
    parse: (text) => parseModule(text, id),
    quoteText: quoteModule,
    quoteKey,
    bareKey,
    brackets: (kind) => (kind === 'list' ? ['[', ']'] : ['{', '}']),
  });
}

/** `__proto__: …` would set the object's prototype, `['__proto__']: …` is a property. */
function quoteKey(key: string, quote: Quote, { isAscii, lineEnd }: CodeStyle): string {
  if (key === '__proto__') return "['__proto__']";
  return quoteModule(key, { quote, isAscii, lineEnd });
}

/** Returns a key without quotes; undefined if it needs some. */
function bareKey(key: string): string | undefined {
  if (key === '__proto__') return undefined;
  const isExactNumber = /^(?:0|[1-9]\d{0,14})$/.test(key);
  return isPlainName(key) || isExactNumber ? key : undefined;
}
