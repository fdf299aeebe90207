/** A glossary that the account has stored with the service. */
export interface SandboxGlossary extends GlossaryContent {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly isPublic: boolean;
  /** `YYYY-MM-DD hh:mm:ss.ffffff` */
  readonly createdAt: string;
}

/** The content of a glossary file. */
export interface GlossaryContent {
  readonly source: GlossaryLanguage;
  readonly targets: readonly GlossaryLanguage[];
  /** Each term has a source and its translations, in the order of the targets; empty where a language has none. */
  readonly terms: readonly (readonly string[])[];
}

export interface GlossaryLanguage {
  /** The service's number for the language. */
  readonly id: number;
  /** The code used in glossaries, often with a region; not the service's own language code. */
  readonly code: string;
}
