import type { SandboxGlossary, GlossaryLanguage } from '../records/glossary.ts';
import type { IdAllocator } from './idAllocator.ts';
import { findLanguage, languages } from './languages.ts';

/** Maximum number of glossaries per account. */
const maxGlossaries = 100;

/** Recorded numbers come from the service; the others are made up. */
const languageNumbers: ReadonlyMap<string, number> = new Map([
  ['de', 5],
  ['en', 8],
  ['fr', 9],
  ['ja', 14],
]);
const firstOtherNumber = 100;

/**
 * Returns the language for a code in a glossary, with or without a region; undefined if the service doesn't have it.
 */
export function glossaryLanguage(code: string): GlossaryLanguage | undefined {
  const lower = code.toLowerCase().replaceAll('_', '-');
  const language = findLanguage(lower) ?? findLanguage(lower.replace(/-.*$/u, ''));
  if (language === undefined) return undefined;
  return { id: languageNumbers.get(language.lc) ?? firstOtherNumber + languages.indexOf(language), code };
}

/** Returns the account's glossary with this number, given as in a path or a payload. */
export function findGlossary(owned: readonly SandboxGlossary[], id: string): SandboxGlossary | undefined {
  return owned.find((glossary) => String(glossary.id) === id);
}

/** The stored part of an account's glossaries: everything except the glossaries it started with. */
export interface GlossaryChange {
  readonly glossaries?: readonly SandboxGlossary[];
  /** Numbers of deleted glossaries, including glossaries that the account started with. */
  readonly forgottenGlossaries?: readonly number[];
}

/** The glossaries of one account: initial and uploaded ones. */
export class AccountGlossaries {
  readonly #glossaries = new Map<number, SandboxGlossary>();
  readonly #ids: IdAllocator;
  #change: GlossaryChange = {};

  constructor(
    initial: readonly SandboxGlossary[],
    { glossaries = [], forgottenGlossaries = [] }: GlossaryChange,
    ids: IdAllocator,
  ) {
    this.#ids = ids;
    for (const glossary of [...initial, ...glossaries]) this.#glossaries.set(glossary.id, glossary);
    for (const id of forgottenGlossaries) this.#glossaries.delete(id);
    for (const id of [...glossaries.map((glossary) => glossary.id), ...forgottenGlossaries]) ids.noteGlossary(id);
  }

  get all(): readonly SandboxGlossary[] {
    return [...this.#glossaries.values()];
  }

  /** Adds a glossary under a new number; undefined if the account has too many. */
  add(glossary: Omit<SandboxGlossary, 'id'>): SandboxGlossary | undefined {
    if (this.#glossaries.size >= maxGlossaries) return undefined;
    const added = { ...glossary, id: this.#ids.nextGlossary };
    this.#ids.noteGlossary(added.id);
    this.put(added);
    return added;
  }

  /** Replaces the glossary that has the same number. */
  put(glossary: SandboxGlossary): void {
    this.#glossaries.set(glossary.id, glossary);
    this.#change = { ...this.#change, glossaries: [...(this.#change.glossaries ?? []), glossary] };
  }

  remove({ id }: SandboxGlossary): void {
    this.#glossaries.delete(id);
    this.#change = { ...this.#change, forgottenGlossaries: [...(this.#change.forgottenGlossaries ?? []), id] };
  }

  /** Returns the changes since the last call. */
  takeChange(): GlossaryChange {
    const change = this.#change;
    this.#change = {};
    return change;
  }
}
