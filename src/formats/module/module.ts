import { codeFormat } from '../code/codeFormat.ts';
import type { LocaleFormat } from '../kit/localeFormat.ts';
import { isPlainName, quoteModule } from './moduleString.ts';
import { parseModule, type ModuleLanguage } from './moduleTree.ts';

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
    defaults: { separator: ': ', quote: "'", bareKeys: true, indent: '  ', escape: /\\u(?:(?!00[0-7])[\da-f]{4}|\{)/i },
    parse: (text) => parseModule(text, id),
    quoteText: quoteModule,
    quoteKey: (key, quote, { isAscii, lineEnd }) =>
      key === '__proto__' ? `['__proto__']` : quoteModule(key, { quote, isAscii, lineEnd }),
    bareKey: (key) =>
      key !== '__proto__' && (isPlainName(key) || /^(?:0|[1-9]\d{0,14})$/.test(key)) ? key : undefined,
    brackets: (kind) => (kind === 'list' ? ['[', ']'] : ['{', '}']),
  });
}
