import { firstGlossaries } from './firstGlossaries.ts';
import type { SandboxGlossary } from '../records/glossary.ts';
import { preferredTranslators, type PreferredTranslators } from './preferredTranslators.ts';

/** What an account has with the service besides orders and money. */
export interface AccountSetup {
  readonly glossaries: readonly SandboxGlossary[];
  readonly preferredTranslators: readonly PreferredTranslators[];
}

/** The setup of the sandbox's first account. */
export const firstAccountSetup: AccountSetup = { glossaries: firstGlossaries, preferredTranslators };

/** Further accounts have nothing, so that what another account has can be asked for and refused. */
export const furtherAccountSetup: AccountSetup = { glossaries: [], preferredTranslators: [] };
