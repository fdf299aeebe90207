/** A file that was quoted and may be ordered: everything about it but its bytes. */
export interface QuotedFile {
  /** 64 hexadecimal digits; unguessable, since whoever has it may download the file. */
  readonly identifier: string;
  /** As the client named it. */
  readonly filename: string;
  readonly mimeType: string;
  readonly lcSrc: string;
  readonly lcTgt: string;
  readonly tier: string;
  /** Charged words or characters. */
  readonly unitCount: number;
  /** Price in hundredths of a credit. */
  readonly cents: number;
  /** A second pass is part of the quote. */
  readonly edit?: boolean;
  /** When it was quoted, in milliseconds since the epoch. */
  readonly at: number;
}

/** What orders need of the files that were quoted. */
export interface QuotedFiles {
  find(identifier: string): QuotedFile | undefined;
  /** A job has been ordered for the file: from now on it stays. */
  noteOrdered(identifier: string): void;
}

/** A quoted file and where its bytes are. */
export interface KeptFile extends QuotedFile {
  /** The API key of the further account that had it quoted; absent for the first account. */
  readonly owner?: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  /** How many bytes it has. */
  readonly size: number;
}
