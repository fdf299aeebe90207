/** Where a translation belongs: one unit of a locale file, a passage selected in any other file, or a whole document. */
export interface UnitRef {
  /** Id of the project, see `Project`. */
  readonly project: string;
  /** The file that was ordered from: path relative to the project's root, '/' between segments. */
  readonly file: string;
  /** Unit id in the locale file; absent for a passage selected elsewhere, and for a document. */
  readonly key?: string;
  /** One branch of the ICU message that the unit is, see `IcuBranch`; absent where the translation is all of the unit. */
  readonly branch?: string;
  /** Locale of the translation, BCP 47, spelled as the project spells it. */
  readonly locale: string;
  /** The file the translation is written into; absent for a passage selected elsewhere. */
  readonly targetFile?: string;
  /** Hash of the source text that was ordered, of a document's bytes. */
  readonly sourceHash: string;
  /** Hash of the target's value when it was ordered; absent when it had none. */
  readonly targetHash?: string;
}

/** A file that was ordered as a whole: it has no units, and its translation is a file of its own. */
export type DocumentRef = UnitRef & { readonly key?: undefined; readonly targetFile: string };

export function isDocument(unit: UnitRef): unit is DocumentRef {
  return unit.key === undefined && unit.targetFile !== undefined;
}
