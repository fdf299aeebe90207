import * as l10n from '@vscode/l10n';
import { localeName } from './formatting.ts';
import { plain } from './plain.ts';
import { own, type Words, words } from './words.ts';
import { nameSome } from './truncatedList.ts';
import type { Finding } from '../orders/check/checkOrder.ts';
import type { Plan } from '../orders/plan/plan.ts';
import type { PrivateKind } from '../orders/check/privateText.ts';

/** So many texts are named. */
const namedTexts = 3;

/** What the person should know of the texts before they are ordered, and may ignore. One line a kind. */
export function remarkLines({ jobs }: Pick<Plan, 'jobs'>, findings: readonly Finding[]): readonly Words[] {
  const found = (kind: Finding['kind']): readonly Finding[] => findings.filter((finding) => finding.kind === kind);
  const locales = new Map<string, Finding[]>();
  for (const finding of found('target-language')) {
    const locale = jobs[finding.job ?? -1]?.targetLocale ?? '';
    locales.set(locale, [...(locales.get(locale) ?? []), finding]);
  }
  const nameOf = ({ job = -1 }: Finding): Words => words(l10n.t('“{0}”'), jobs[job]?.title ?? '');
  const lines: Words[] = [];
  for (const [locale, those] of locales) {
    const names = distinct(those.map(nameOf));
    lines.push(
      names.length === 1
        ? words(l10n.t('1 text seems to be in {0} already: {1}'), localeName(locale), nameSome(names, namedTexts))
        : words(
            l10n.t('{0} texts seem to be in {1} already: {2}'),
            names.length,
            localeName(locale),
            nameSome(names, namedTexts),
          ),
    );
  }
  const glued = distinct(
    found('glued').map((finding) => words(l10n.t('{0} ({1})'), nameOf(finding), glueSentence(finding))),
  );
  if (glued.length > 0) {
    lines.push(
      glued.length === 1
        ? words(
            l10n.t('1 text seems to be put together with others in code, which seldom works in other languages: {0}'),
            nameSome(glued, namedTexts),
          )
        : words(
            l10n.t('{0} texts seem to be put together with others in code, which seldom works in other languages: {1}'),
            glued.length,
            nameSome(glued, namedTexts),
          ),
    );
  }
  const unread = distinct(found('unread-document').map(nameOf));
  if (unread.length > 0)
    lines.push(
      words(
        l10n.t('Not looked through for keys and personal data, since the text cannot be read here: {0}'),
        nameSome(unread, namedTexts),
      ),
    );
  return lines;
}

function distinct(texts: readonly Words[]): readonly Words[] {
  return [...new Map(texts.map((text) => [plain(text), text])).values()];
}

function glueSentence(finding: Finding): Words {
  if (finding.kind !== 'glued') return own('');
  switch (finding.sign) {
    case 'blank-start':
      return words(l10n.t('it begins with a blank'));
    case 'blank-end':
      return words(l10n.t('it ends with a blank'));
    case 'open-bracket':
    case 'open-ending':
      return words(l10n.t('it ends with “{0}”'), finding.text);
    case 'lone-word':
      return words(l10n.t('it is just “{0}”'), finding.text);
  }
}

/** What a private part is, in a word or two. */
export function privateKindName(kind: PrivateKind): Words {
  switch (kind) {
    case 'private-key':
      return words(l10n.t('Private key'));
    case 'key':
      return words(l10n.t('Key or token of a service'));
    case 'signed-token':
      return words(l10n.t('Signed token (JWT)'));
    case 'secret-value':
      return words(l10n.t('Password, key or token'));
    case 'address-password':
      return words(l10n.t('Password in an address'));
    case 'e-mail':
      return words(l10n.t('E-mail address'));
    case 'internal-host':
      return words(l10n.t('Internal host'));
    case 'bank-account':
      return words(l10n.t('Bank account'));
    case 'card-number':
      return words(l10n.t('Card number'));
  }
}

/** Addresses and hosts are read as they are, if they are not very long; of a secret enough is shown to know it by. */
export function privateText(kind: PrivateKind, text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  if (kind === 'private-key') return `${line.slice(0, line.indexOf('-----', 5) + 5)} …`;
  const isPlain = kind === 'e-mail' || kind === 'internal-host';
  if (isPlain) return line.length <= 60 ? line : `${line.slice(0, 30)}…${line.slice(-24)}`;
  return line.length < 16 ? `${line.slice(0, 3)}…${line.slice(-2)}` : `${line.slice(0, 8)}…${line.slice(-4)}`;
}
