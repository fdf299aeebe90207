import * as v from 'valibot';
import type {
  AccountMe,
  AccountStats,
  Balance,
  Glossary,
  Language,
  LanguagePair,
  PreferredTranslators,
  UnitCount,
} from '../interface/records.ts';
import { present } from '../../base/present.ts';
import type { DecodeContext } from '../http/request.ts';
import {
  amount,
  amountOrNone,
  decodeAs,
  decodeRows,
  flag,
  id,
  list,
  number,
  optionalName,
  text,
  time,
  UndecodableError,
} from './schemas.ts';

/** The context that decoders of lists need. */
type Report = Pick<DecodeContext, 'report'>;

const language = v.pipe(
  v.object({ lc: v.string(), language: text, localized_name: text, unit_type: text }),
  v.transform((wire): Language => ({
    code: wire.lc,
    name: wire.language || wire.lc,
    localizedName: wire.localized_name || wire.language || wire.lc,
    unitType: wire.unit_type.startsWith('char') ? 'character' : 'word',
  })),
);

export function decodeLanguages(response: unknown, { report }: Report): readonly Language[] {
  return decodeRows(language, response, 'response', { report });
}

const languagePair = v.pipe(
  v.object({ lc_src: v.string(), lc_tgt: v.string(), tier: v.string(), currency: optionalName, unit_price: amount }),
  v.transform((wire): LanguagePair =>
    present({
      source: wire.lc_src,
      target: wire.lc_tgt,
      tier: wire.tier,
      currency: wire.currency,
      unitPrice: wire.unit_price,
    }),
  ),
);

export function decodeLanguagePairs(response: unknown, { report }: Report): readonly LanguagePair[] {
  return decodeRows(languagePair, response, 'response', { report });
}

const unitCount = v.pipe(
  v.object({ text, lc: text, unit_type: text, unit_count: amount }),
  v.transform((wire): UnitCount => ({
    text: wire.text,
    language: wire.lc,
    unitType: wire.unit_type,
    unitCount: wire.unit_count,
  })),
);

/**
 * Decodes one count for each text, in order. `sent` is the number of texts. Throws UndecodableError if the answer has
 * another number of counts.
 */
export function decodeUnitCounts(response: unknown, sent: number): readonly UnitCount[] {
  const counts = decodeAs(list(unitCount), response, 'response');
  if (counts.length !== sent) throw new UndecodableError(`response has ${counts.length} unit counts, expected ${sent}`);
  return counts;
}

const accountStats = v.pipe(
  v.object({
    credits_spent: number,
    user_since: time,
    currency: optionalName,
    billing_type: optionalName,
    customer_type: optionalName,
  }),
  v.transform((wire): AccountStats =>
    present({
      creditsSpent: wire.credits_spent,
      userSince: wire.user_since,
      currency: wire.currency,
      billingType: wire.billing_type,
      customerType: wire.customer_type,
    }),
  ),
);

export function decodeStats(response: unknown): AccountStats {
  return decodeAs(accountStats, response, 'response');
}

const accountMe = v.pipe(
  v.object({ email: text, full_name: text, display_name: text, language_code: text }),
  v.transform((wire): AccountMe => ({
    email: wire.email,
    fullName: wire.full_name,
    displayName: wire.display_name,
    languageCode: wire.language_code,
  })),
);

export function decodeMe(response: unknown): AccountMe {
  return decodeAs(accountMe, response, 'response');
}

const balance = v.pipe(
  v.object({ credits: number, currency: optionalName }),
  v.transform((wire): Balance => present(wire)),
);

export function decodeBalance(response: unknown): Balance {
  return decodeAs(balance, response, 'response');
}

const translator = v.pipe(
  v.object({ id, last_login: time }),
  v.transform((wire) => present({ id: wire.id, lastLogin: wire.last_login })),
);

const preferredTranslators = v.pipe(
  v.object({ lc_src: v.string(), lc_tgt: v.string(), tier: v.string(), translators: list(translator) }),
  v.transform((wire): PreferredTranslators => ({
    source: wire.lc_src,
    target: wire.lc_tgt,
    tier: wire.tier,
    translators: wire.translators,
  })),
);

export function decodePreferredTranslators(response: unknown, { report }: Report): readonly PreferredTranslators[] {
  return decodeRows(preferredTranslators, response, 'response', { report });
}

/** A target language is a pair of number and code; a code alone is also accepted. */
const glossaryLanguage = v.pipe(
  v.union([v.string(), list(v.unknown())]),
  v.transform((value) =>
    typeof value === 'string' ? value : (value.find((part) => typeof part === 'string' && !/^\d+$/.test(part)) ?? ''),
  ),
  v.string(),
);

const glossary = v.pipe(
  v.object({
    id,
    title: text,
    description: optionalName,
    source_language_code: text,
    target_languages: list(glossaryLanguage),
    unit_count: amountOrNone,
    is_public: flag,
    ctime: optionalName,
  }),
  v.transform((wire): Glossary =>
    present({
      id: wire.id,
      title: wire.title,
      description: wire.description,
      sourceLanguage: wire.source_language_code,
      targetLanguages: wire.target_languages.filter((language) => language !== ''),
      unitCount: wire.unit_count,
      isPublic: wire.is_public,
      createdAt: wire.ctime,
    }),
  ),
);

export function decodeGlossaries(response: unknown, { report }: Report): readonly Glossary[] {
  return decodeRows(glossary, response, 'response', { idName: 'id', report });
}

export function decodeGlossary(response: unknown): Glossary {
  return decodeAs(glossary, response, 'response');
}
