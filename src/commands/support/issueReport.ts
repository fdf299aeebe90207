import { formatTable } from '../../formats/formatTable.ts';
import { statusOrder } from '../../words/jobLabels.ts';
import { isRecord } from '../../base/isRecord.ts';

/** The facts of a report, before anything is removed. */
export interface ReportFacts {
  readonly versions: {
    readonly extension: string;
    readonly vscode: string;
    /** The platform and the processor. */
    readonly system: readonly [platform: string, processor: string];
    /** `vscode.env.appHost`, `vscode.env.remoteName`, `vscode.env.language`. */
    readonly host: string;
    readonly remote: string | undefined;
    readonly language: string;
    readonly isWeb: boolean;
    readonly isTrusted: boolean;
  };
  readonly service: 'sandbox' | 'service' | 'service without keys';
  readonly folderCount: number;
  /** Paths of the locale files; undefined if the workspace is still being searched. */
  readonly localeFiles: readonly string[] | undefined;
  /** The status of each job; undefined if no session is open. */
  readonly statuses: readonly string[] | undefined;
  readonly settings: readonly ReportedSetting[];
  /** Lines that are already redacted. */
  readonly log: readonly string[];
}

export interface ReportedSetting {
  readonly name: string;
  /** Its schema in the manifest. */
  readonly schema: unknown;
  /** Where it is set. */
  readonly scope: 'user' | 'workspace' | 'folder';
  readonly value: unknown;
}

// The values that a report repeats. It says `other` for any other value, which might name a person or a project.
const hosts: ReadonlySet<string> = new Set('desktop web server-distro codespaces vscode.dev github.dev'.split(' '));
const systems: ReadonlySet<string> = new Set(
  'linux darwin win32 freebsd openbsd x64 arm64 arm ia32 riscv64 ppc64 s390x loong64'.split(' '),
);
/** `no` is what a report says of a local window. */
const remotes: ReadonlySet<string> = new Set(
  'no ssh-remote wsl dev-container attached-container codespaces tunnel k8s-container'.split(' '),
);
const jobStatuses: ReadonlySet<string> = new Set([...statusOrder, 'archived', 'deleted', 'duplicate']);

/** Extensions of locale files. Others may be a part of a confidential name. */
const localeFileExtensions: ReadonlySet<string> = new Set([
  ...formatTable.flatMap(({ extensions }) => extensions),
  'txt',
]);

/** `1.106.0`, `1.107.0-insider` */
const versionPattern = /^\d{1,4}\.\d{1,4}\.\d{1,6}(?:-insider)?$/u;
/** `de`, `pt-BR`, `zh-Hans` */
const languagePattern = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/iu;

/**
 * Returns a report as Markdown, in English, because the maintainers read it. Contains only what is on a list: no text of
 * the project, no address, no name of a file or a person, no key.
 */
export function issueReport(facts: ReportFacts): string {
  const settings = facts.settings.map(settingLine);
  if (settings.length === 0) settings.push('All have their default values.');
  return [
    '<!-- Issue report: check it, and remove what you do not want to publish. Nothing has been sent. -->',
    '',
    '### Steps',
    '',
    '1. ',
    '',
    '### Expected and actual result',
    '',
    '',
    '### Versions',
    '',
    ...environmentLines(facts),
    '',
    '### Settings',
    '',
    ...settings,
    '',
    '### Log',
    '',
    '```text',
    ...facts.log,
    '```',
    '',
  ].join('\n');
}

function environmentLines(facts: ReportFacts): readonly string[] {
  const { extension, vscode, system, host, remote, language, isWeb, isTrusted } = facts.versions;
  const browser = isWeb ? ', in a browser' : '';
  const trust = isTrusted ? 'trusted' : 'Restricted Mode';
  const statuses = facts.statuses?.map((status) => ifListed(status, jobStatuses));
  return [
    `- Human Translation ${ifMatching(extension, versionPattern)}`,
    `- VS Code ${ifMatching(vscode, versionPattern)}, ${ifListed(host, hosts)}${browser}`,
    `- System: ${system.map((part) => ifListed(part, systems)).join(' ')}`,
    `- Remote: ${ifListed(remote ?? 'no', remotes)}`,
    `- Display language: ${ifMatching(language, languagePattern)}`,
    `- Open folders: ${facts.folderCount}, ${trust}`,
    `- Service: ${facts.service}`,
    `- Locale files: ${countByName(facts.localeFiles?.map(extensionOf)) ?? 'not known'}`,
    `- Jobs: ${countByName(statuses) ?? 'not loaded'}`,
  ];
}

function ifListed(text: string, list: ReadonlySet<string>): string {
  return list.has(text) ? text : 'other';
}

function ifMatching(text: string, pattern: RegExp): string {
  return pattern.test(text) ? text : 'other';
}

/** `locales/de.JSON → json`; `other` for an extension that locale files don't have. */
function extensionOf(path: string): string {
  return ifListed(/\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? '', localeFileExtensions);
}

/** `['json', 'po', 'json', 'json'] → 3 json, 1 po`; undefined if the names are not known. */
function countByName(names: readonly string[] | undefined): string | undefined {
  if (names === undefined) return undefined;
  if (names.length === 0) return 'none';
  const groups = [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  return groups.map(([name, group]) => `${group.length} ${name}`).join(', ');
}

function settingLine({ name, schema, scope, value }: ReportedSetting): string {
  return `- ${name}: ${settingValue(schema, value)} (${scope})`;
}

/**
 * Returns the value of a switch or a choice: `true`, `pro`, `icu, tag`, or `invalid` instead of what the manifest does
 * not allow. Of any other setting, such as an address or a number, a report only says that it is `set`.
 */
function settingValue(schema: unknown, value: unknown): string {
  const choices = choicesOf(schema);
  if (choices === undefined) return 'set';
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((choice) => (choices.includes(choice) ? String(choice) : 'invalid')).join(', ');
}

/** Returns the values that a setting, or each item of a list, can have; undefined if its schema doesn't list them. */
function choicesOf(schema: unknown): readonly unknown[] | undefined {
  if (!isRecord(schema)) return undefined;
  if (schema['type'] === 'boolean') return [true, false];
  const { enum: choices } = isRecord(schema['items']) ? schema['items'] : schema;
  return Array.isArray(choices) ? choices : undefined;
}
