/** A file that was quoted and may be ordered: everything about it except its bytes. */
export interface QuotedFile {
  /** 64 hexadecimal digits. Unguessable, because anyone who has it may download the file. */
  readonly identifier: string;
  /** The file name given by the client. */
  readonly filename: string;
  readonly mimeType: string;
  readonly lcSrc: string;
  readonly lcTgt: string;
  readonly tier: string;
  /** Charged words or characters. */
  readonly unitCount: number;
  /** Price in hundredths of a credit. */
  readonly cents: number;
  /** Whether the quote includes a second pass. */
  readonly edit?: boolean;
  /** When it was quoted, in milliseconds since the epoch. */
  readonly at: number;
}

/** The part of the file store that orders use. */
export interface QuotedFiles {
  find(identifier: string): QuotedFile | undefined;
  /** Records that a job was ordered for the file, so that the file is kept. */
  noteOrdered(identifier: string): void;
}

/** A quoted file and the hash of its bytes. */
export interface KeptFile extends QuotedFile {
  /** The API key of the additional account that owns the quote; absent for the first account. */
  readonly owner?: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
  /** Size in bytes. */
  readonly size: number;
}
