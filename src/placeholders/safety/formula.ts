import { formulaSign } from '../../base/text/formulaSign.ts';

/** Whether a file is a table that spreadsheets open, as its name says. */
export function isTableFile(path: string): boolean {
  return /\.[ct]sv$/iu.test(path);
}

/** Whether a spreadsheet would calculate a translation, but not its source in the same way: `-5` may remain `-5`. */
export function beginsFormula(translation: string, source: string): boolean {
  const sign = formulaSign(translation);
  return sign !== undefined && sign !== formulaSign(source);
}
