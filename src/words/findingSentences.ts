import * as l10n from '@vscode/l10n';
import { localeName } from './formatting.ts';
import { plain } from './plain.ts';
import { own, plural, type Words, words } from './words.ts';
import { truncatedList } from './truncatedList.ts';
import type { Finding } from '../orders/spend/check/checkOrder.ts';
import type { PrivateKind } from '../orders/spend/check/privateText.ts';

/** The maximum number of strings that are named in one line. */
const maxNamed = 3;

/** Returns warnings about strings before they are ordered, one line for each kind. The user may ignore them. */
export function findingLines(findings: readonly Finding[]): readonly Words[] {
  const nameOf = ({ job }: Finding): Words => words(l10n.t('“{0}”'), job?.title ?? '');
  const namesOf = (listedFindings: readonly Finding[]): readonly Words[] =>
    distinctSentences(listedFindings.map(nameOf));
  const ofKind = (kind: Finding['kind']): readonly Finding[] => findings.filter((finding) => finding.kind === kind);
  const lines: Words[] = [];
  const findingsByLocale = Map.groupBy(ofKind('target-language'), ({ job }) => job?.targetLocale ?? '');
  for (const [locale, findingsInLocale] of findingsByLocale) {
    const names = namesOf(findingsInLocale);
    lines.push(
      plural(
        names.length,
        {
          one: l10n.t('{0} string already appears to be in {1}: {2}'),
          other: l10n.t('{0} strings already appear to be in {1}: {2}'),
        },
        localeName(locale),
        truncatedList(names, maxNamed),
      ),
    );
  }
  const concatenated = distinctSentences(
    ofKind('concatenated').map((finding) => words(l10n.t('{0} ({1})'), nameOf(finding), concatenationSign(finding))),
  );
  if (concatenated.length > 0)
    lines.push(
      plural(
        concatenated.length,
        {
          one: l10n.t('{0} string appears to be concatenated in code, which rarely works in other languages: {1}'),
          other: l10n.t('{0} strings appear to be concatenated in code, which rarely works in other languages: {1}'),
        },
        truncatedList(concatenated, maxNamed),
      ),
    );
  const unreadDocuments = namesOf(ofKind('unread-document'));
  if (unreadDocuments.length > 0)
    lines.push(
      words(
        l10n.t('Not checked for private data because the text can’t be read: {0}'),
        truncatedList(unreadDocuments, maxNamed),
      ),
    );
  return lines;
}

/** Returns each sentence once: a tag, for example, may be missing several times. */
export function distinctSentences(allSentences: readonly Words[]): readonly Words[] {
  return [...new Map(allSentences.map((sentence) => [plain(sentence), sentence])).values()];
}

/** Returns why a string appears to be concatenated: "ends with “:”". */
function concatenationSign(finding: Finding): Words {
  if (finding.kind !== 'concatenated') return own('');
  switch (finding.sign) {
    case 'space-start':
      return words(l10n.t('starts with a space'));
    case 'space-end':
      return words(l10n.t('ends with a space'));
    case 'open-bracket':
    case 'open-ending':
      return words(l10n.t('ends with “{0}”'), finding.text);
    case 'lone-word':
      return words(l10n.t('is only “{0}”'), finding.text);
  }
}

const privateKindNames: Readonly<Record<PrivateKind, () => Words>> = {
  'private-key': () => words(l10n.t('Private key')),
  key: () => words(l10n.t('Service key or token')),
  'signed-token': () => words(l10n.t('Signed token (JWT)')),
  'secret-value': () => words(l10n.t('Password, key, or token')),
  'address-password': () => words(l10n.t('Password in a URL')),
  'e-mail': () => words(l10n.t('Email address')),
  'internal-host': () => words(l10n.t('Internal host name')),
  'bank-account': () => words(l10n.t('Bank account number')),
  'card-number': () => words(l10n.t('Payment card number')),
};

/** Returns a short name for a kind of private data. */
export function privateKindName(kind: PrivateKind): Words {
  return privateKindNames[kind]();
}

/**
 * Returns private data in the form in which it may be shown: email addresses and host names whole, unless they are very
 * long; of a secret, just enough to recognize it.
 */
export function privateText(kind: PrivateKind, text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  if (kind === 'private-key') {
    // The header: `-----BEGIN PRIVATE KEY-----MIIE… → -----BEGIN PRIVATE KEY----- …`.
    const dashes = '-----';
    const headerEnd = line.indexOf(dashes, dashes.length) + dashes.length;
    return `${line.slice(0, headerEnd)} …`;
  }
  const isAddress = kind === 'e-mail' || kind === 'internal-host';
  if (isAddress && line.length <= maxAddressCharacters) return line;
  if (isAddress) return `${line.slice(0, 30)}…${line.slice(-24)}`;
  if (line.length < minLongSecret) return `${line.slice(0, 3)}…${line.slice(-2)}`;
  return `${line.slice(0, 8)}…${line.slice(-4)}`;
}

/** Longer email addresses and host names are abbreviated. */
const maxAddressCharacters = 60;

/** Of a secret with at least this many characters, more of the beginning and end is shown. */
const minLongSecret = 16;
