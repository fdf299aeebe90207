// The types of locale formats, under the path that other folders import. They are declared in kit/ so that the formats,
// which formats.ts loads, import nothing from this folder.
export type {
  FileLocales,
  LocaleFormat,
  ObsoleteUnit,
  OmittedEntry,
  PluralCategory,
  TextEdit,
  Unit,
  WriteContext,
} from './kit/localeFormat.ts';
export { FormatError } from './kit/localeFormat.ts';
export { because } from './reasons/reason.ts';
export type { DataFormatReasons, Reason, ReasonCode, ReasonValues, TextFormatReasons } from './reasons/reason.ts';
export { holdsSeveralLocales } from './kit/localeName.ts';
