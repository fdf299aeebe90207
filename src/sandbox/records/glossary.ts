/** A list of terms that the account has with the service. */
export interface SandboxGlossary extends GlossaryContent {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly isPublic: boolean;
  /** `YYYY-MM-DD hh:mm:ss.ffffff` */
  readonly createdAt: string;
}

/** What a file of terms holds. */
export interface GlossaryContent {
  readonly source: GlossaryLanguage;
  readonly targets: readonly GlossaryLanguage[];
  /** Each a source term and its translations, in the order of the targets; empty where a language has none. */
  readonly terms: readonly (readonly string[])[];
}

export interface GlossaryLanguage {
  /** The service's number of the language. */
  readonly id: number;
  /** As glossaries write it, often with a region: not the service's own code. */
  readonly code: string;
}
