import type { SandboxGlossary, GlossaryLanguage } from '../records/glossary.ts';
import type { IdAllocator } from './idAllocator.ts';
import { findLanguage, languages } from './languages.ts';

/** An account has at most this many. */
const maxGlossaries = 100;

/** Recorded; the others are made up. */
const languageNumbers: ReadonlyMap<string, number> = new Map([
  ['de', 5],
  ['en', 8],
  ['fr', 9],
  ['ja', 14],
]);
const firstOtherNumber = 100;

/** Returns the language that a glossary's code names, with or without a region; undefined for one that the service does not have. */
export function glossaryLanguage(code: string): GlossaryLanguage | undefined {
  const lower = code.toLowerCase().replaceAll('_', '-');
  const language = findLanguage(lower) ?? findLanguage(lower.replace(/-.*$/u, ''));
  if (language === undefined) return undefined;
  return { id: languageNumbers.get(language.lc) ?? firstOtherNumber + languages.indexOf(language), code };
}

/** Returns the glossary with this number, as a path or a payload writes it, among those of an account. */
export function findGlossary(owned: readonly SandboxGlossary[], id: string): SandboxGlossary | undefined {
  return owned.find((glossary) => String(glossary.id) === id);
}

/** What is stored of an account's glossaries, apart from those that it came with. */
export interface GlossaryChange {
  readonly glossaries?: readonly SandboxGlossary[];
  /** Numbers of those that were deleted, including ones that the account came with. */
  readonly forgottenGlossaries?: readonly number[];
}

/** The glossaries of one account: those that it came with, and those that were uploaded. */
export class AccountGlossaries {
  readonly #glossaries = new Map<number, SandboxGlossary>();
  readonly #ids: IdAllocator;
  #change: GlossaryChange = {};

  constructor(
    given: readonly SandboxGlossary[],
    { glossaries = [], forgottenGlossaries = [] }: GlossaryChange,
    ids: IdAllocator,
  ) {
    this.#ids = ids;
    for (const glossary of [...given, ...glossaries]) this.#glossaries.set(glossary.id, glossary);
    for (const id of forgottenGlossaries) this.#glossaries.delete(id);
    for (const id of [...glossaries.map((glossary) => glossary.id), ...forgottenGlossaries]) ids.noteGlossary(id);
  }

  get all(): readonly SandboxGlossary[] {
    return [...this.#glossaries.values()];
  }

  /** Adds a glossary under a number of its own; undefined if the account has too many. */
  add(glossary: Omit<SandboxGlossary, 'id'>): SandboxGlossary | undefined {
    if (this.#glossaries.size >= maxGlossaries) return undefined;
    const added = { ...glossary, id: this.#ids.nextGlossary };
    this.#ids.noteGlossary(added.id);
    this.put(added);
    return added;
  }

  /** Puts a glossary in the place of the one with its number. */
  put(glossary: SandboxGlossary): void {
    this.#glossaries.set(glossary.id, glossary);
    this.#change = { ...this.#change, glossaries: [...(this.#change.glossaries ?? []), glossary] };
  }

  remove({ id }: SandboxGlossary): void {
    this.#glossaries.delete(id);
    this.#change = { ...this.#change, forgottenGlossaries: [...(this.#change.forgottenGlossaries ?? []), id] };
  }

  /** What changed since this was called last. */
  takeChange(): GlossaryChange {
    const change = this.#change;
    this.#change = {};
    return change;
  }
}
