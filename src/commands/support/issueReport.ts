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

const knownHosts: ReadonlySet<string> = new Set([
  'desktop',
  'web',
  'server-distro',
  'codespaces',
  'vscode.dev',
  'github.dev',
]);
const knownSystems: ReadonlySet<string> = new Set(
  'linux darwin win32 freebsd openbsd x64 arm64 arm ia32 riscv64 ppc64 s390x loong64'.split(' '),
);
const knownRemotes: ReadonlySet<string> = new Set([
  ...['ssh-remote', 'wsl', 'dev-container', 'attached-container', 'codespaces', 'tunnel', 'k8s-container'],
]);
const knownStatuses: ReadonlySet<string> = new Set([...statusOrder, 'archived', 'deleted', 'duplicate']);

/** Extensions of locale files. Others may be a part of a confidential name. */
const knownExtensions: ReadonlySet<string> = new Set([...formatTable.flatMap(({ extensions }) => extensions), 'txt']);

/**
 * Returns a report as Markdown, in English, because the maintainers read it. Contains only what is on a list: no text of
 * the project, no address, no name of a file or a person, no key.
 */
export function issueReport({
  versions,
  service,
  folderCount,
  localeFiles,
  statuses,
  settings,
  log,
}: ReportFacts): string {
  const { extension, vscode, system, host, remote, language, isWeb, isTrusted } = versions;
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
    `- Human Translation ${versionOf(extension)}`,
    `- VS Code ${versionOf(vscode)}, ${listed(host, knownHosts)}${isWeb ? ', in a browser' : ''}`,
    `- System: ${system.map((part) => listed(part, knownSystems)).join(' ')}`,
    `- Remote: ${remote === undefined ? 'no' : listed(remote, knownRemotes)}`,
    `- Display language: ${/^[a-z]{2,3}(?:-[a-z]{2,4})?$/iu.test(language) ? language : 'other'}`,
    `- Open folders: ${folderCount}, ${isTrusted ? 'trusted' : 'Restricted Mode'}`,
    `- Service: ${service}`,
    `- Locale files: ${localeFiles === undefined ? 'not known' : counts(localeFiles.map(extensionOf))}`,
    `- Jobs: ${statuses === undefined ? 'not loaded' : counts(statuses.map((status) => listed(status, knownStatuses)))}`,
    '',
    '### Settings',
    '',
    ...(settings.length === 0 ? ['All have their default values.'] : settings.map(settingLine)),
    '',
    '### Log',
    '',
    '```text',
    ...log,
    '```',
    '',
  ].join('\n');
}

function listed(text: string, known: ReadonlySet<string>): string {
  return known.has(text) ? text : 'other';
}

function versionOf(text: string): string {
  return /^\d{1,4}\.\d{1,4}\.\d{1,6}(?:-insider)?$/u.test(text) ? text : 'other';
}

function extensionOf(path: string): string {
  return listed(/\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? '', knownExtensions);
}

/** `3 json, 1 po` */
function counts(names: readonly string[]): string {
  const groups = [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  return groups.length === 0 ? 'none' : groups.map(([name, all]) => `${all.length} ${name}`).join(', ');
}

/** Of settings with any other value than a switch or a choice, a report only says that they are set. */
function settingLine({ name, schema, scope, value }: ReportedSetting): string {
  return `- ${name}: ${settingValue(schema, value)} (${scope})`;
}

function settingValue(schema: unknown, value: unknown): string {
  if (!isRecord(schema)) return 'set';
  if (schema['type'] === 'boolean') return typeof value === 'boolean' ? String(value) : 'invalid';
  const choices = isRecord(schema['items']) ? schema['items']['enum'] : schema['enum'];
  if (!Array.isArray(choices)) return 'set';
  const isChoice = (item: unknown): item is string => typeof item === 'string' && choices.includes(item);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => (isChoice(item) ? item : 'invalid')).join(', ');
}
