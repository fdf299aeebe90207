import { formulaSign } from '../../base/text/formulaSign.ts';

/** Whether a file is a table that spreadsheets open, as its name says. */
export function isTableFile(path: string): boolean {
  return /\.[ct]sv$/iu.test(path);
}

/**
 * Whether a spreadsheet would calculate a cell with a translation, and not one with its source in the same way: a
 * negative number, or an item of a list, begins as its source does.
 */
export function beginsFormula(translation: string, source: string): boolean {
  const sign = formulaSign(translation);
  return sign !== undefined && sign !== formulaSign(source);
}
