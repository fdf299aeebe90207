// The types of locale formats, under the path that other folders import. They are declared in kit/ so that the formats,
// which formats.ts loads, import nothing from this folder.
export type { PluralCategory, Unit, TextEdit, FileLocales, WriteContext, LocaleFormat } from './kit/localeFormat.ts';
export { FormatError } from './kit/localeFormat.ts';
export type { Reason } from './reasons/reason.ts';
export type { ReasonCode } from './reasons/reasons.ts';
export { holdsSeveralLocales } from './kit/localeName.ts';
