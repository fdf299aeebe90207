import type { ErrorMeaning } from '../../../service/interface/catalog.ts';

/** A document that cannot be ordered, with the reason. */
export interface RefusedDocument {
  /** Path of the file. */
  readonly file: string;
  /** Absent if it is refused for every locale. */
  readonly locale?: string;
  readonly reason:
    | 'empty'
    | 'binary'
    | 'too-large'
    | 'locale-file'
    | 'conflict-markers'
    | 'not-found'
    | 'unreadable'
    | 'brackets'
    | 'service';
  /** Location of the brackets that the service would not accept; line and column from 1. */
  readonly location?: { readonly text: string; readonly line: number; readonly column: number };
  /** The meaning of the service's error, and `message`, the service's own wording. */
  readonly meaning?: ErrorMeaning;
  readonly message?: string;
}
