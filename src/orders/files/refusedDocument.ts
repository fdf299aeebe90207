import type { ErrorMeaning } from '../../service/interface/catalog.ts';

export interface RefusedDocument {
  /** Path of the file. */
  readonly file: string;
  /** Absent when it is refused whatever the locale. */
  readonly locale?: string;
  readonly reason:
    'empty' | 'binary' | 'too-large' | 'locale-file' | 'not-found' | 'unreadable' | 'brackets' | 'service';
  /** Of the brackets that the service would not understand; both from 1. */
  readonly place?: { readonly text: string; readonly line: number; readonly column: number };
  /** What the service means, and its own words. */
  readonly meaning?: ErrorMeaning;
  readonly message?: string;
}
