/** A list of terms that the account has with the service. */
export interface SandboxGlossary {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  /** As glossaries write it, with a region: not the service's own code. */
  readonly source: GlossaryLanguage;
  readonly targets: readonly GlossaryLanguage[];
  readonly isPublic: boolean;
  /** Terms. */
  readonly unitCount: number;
  /** `YYYY-MM-DD hh:mm:ss.ffffff` */
  readonly createdAt: string;
}

export interface GlossaryLanguage {
  /** The service's number of the language. */
  readonly id: number;
  readonly code: string;
}

/** Those of the sandbox's first account. */
export const glossaries: readonly SandboxGlossary[] = [
  {
    id: 115,
    title: 'Product terms',
    source: { id: 8, code: 'en-US' },
    targets: [{ id: 14, code: 'ja' }],
    isPublic: false,
    unitCount: 48,
    createdAt: '2024-02-06 09:41:17.208511',
  },
  {
    id: 231,
    title: 'User interface',
    description: 'Buttons, menus and messages',
    source: { id: 8, code: 'en-US' },
    targets: [{ id: 9, code: 'fr' }, { id: 5, code: 'de' }, { id: 14, code: 'ja' }],
    isPublic: true,
    unitCount: 312,
    createdAt: '2025-06-19 16:02:53.774090',
  },
];

/** The glossary with this number, as a path or a payload writes it, among those of an account. */
export function findGlossary(owned: readonly SandboxGlossary[], id: string): SandboxGlossary | undefined {
  return owned.find((glossary) => String(glossary.id) === id);
}
