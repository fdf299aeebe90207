/** What a translation is for: a unit of a locale file, a passage selected in another file, or a document. */
export interface UnitRef {
  /** Id of the project, see `Project`. */
  readonly project: string;
  /** The source file: path relative to the project's root, '/' between segments. */
  readonly file: string;
  /** Unit id in the locale file; absent for a passage of another file and for a document. */
  readonly key?: string;
  /** Branch of a message, see `MessageBranch`; absent if the translation is the whole unit. */
  readonly branch?: string;
  /** Locale of the translation, BCP 47, spelled as the project spells it. */
  readonly locale: string;
  /** The file that the translation is written to; absent for a passage of another file. */
  readonly targetFile?: string;
  /** Hash of the ordered source text, or of the document's bytes. */
  readonly sourceHash: string;
  /** Hash of the target's value at the time of the order; absent if it had none. */
  readonly targetHash?: string;
}

/** A unit of a locale file, whose translation is written to another one. */
export type FileUnit = UnitRef & { readonly key: string; readonly targetFile: string };

/** Whether a unit is one of a locale file. */
export function isFileUnit(unit: UnitRef): unit is FileUnit {
  return unit.key !== undefined && unit.targetFile !== undefined;
}

/** A file that is ordered as a whole: it has no units, and its translation is a separate file. */
export type DocumentRef = UnitRef & { readonly key?: undefined; readonly targetFile: string };

/** Whether a unit is a whole file. */
export function isDocument(unit: UnitRef): unit is DocumentRef {
  return unit.key === undefined && unit.targetFile !== undefined;
}

/** Returns whether a unit is to be delivered. */
export type UnitFilter = (unit: UnitRef) => boolean;

/** A whole string of a locale file, in one locale. */
export type WholeUnit = Omit<FileUnit, 'branch'>;
