import { firstGlossaries } from './firstGlossaries.ts';
import type { SandboxGlossary } from '../records/glossary.ts';
import { preferredTranslators, type PreferredTranslators } from './preferredTranslators.ts';

/** The account's data other than orders and money. */
export interface AccountSetup {
  readonly glossaries: readonly SandboxGlossary[];
  readonly preferredTranslators: readonly PreferredTranslators[];
}

/** The setup of the sandbox's first account. */
export const firstAccountSetup: AccountSetup = { glossaries: firstGlossaries, preferredTranslators };

/**
 * Additional accounts have no glossaries or preferred translators, so tests can check that another account's are
 * refused.
 */
export const furtherAccountSetup: AccountSetup = { glossaries: [], preferredTranslators: [] };
