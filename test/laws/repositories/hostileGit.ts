import type { Random } from '../mutations.ts';

/** What hostile configurations refer to. */
export interface HostileTargets {
  /** A program that leaves a mark where it runs. */
  readonly program: string;
  /** An address at which every connection is noticed. */
  readonly address: string;
  /** A folder outside the tree. */
  readonly outside: string;
}

type Line = (targets: HostileTargets) => string;

const programKeys = [
  'core.fsmonitor',
  'core.sshCommand',
  'core.pager',
  'core.editor',
  'core.askPass',
  'core.gitProxy',
  'core.alternateRefsCommand',
  'credential.helper',
  'diff.external',
  'diff.x.command',
  'diff.x.textconv',
  'diff.tool',
  'difftool.x.cmd',
  'filter.x.clean',
  'filter.x.smudge',
  'filter.x.process',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.ssh.defaultKeyCommand',
  'gpg.x509.program',
  'interactive.diffFilter',
  'mergetool.x.cmd',
  'merge.x.driver',
  'pager.log',
  'pager.ls-files',
  'pager.config',
  'pager.rev-parse',
  'alias.ls-files',
  'alias.log',
  'remote.origin.uploadpack',
  'remote.origin.receivepack',
  'remote.origin.vcs',
  'sequence.editor',
  'submodule.x.update',
  'trailer.x.command',
  'trailer.x.cmd',
  'uploadpack.packObjectsHook',
  'web.browser',
  'browser.x.cmd',
  'man.x.cmd',
  'sendemail.sendmailCmd',
  'instaweb.httpd',
  'tar.x.command',
  'ssh.variant',
  'http.proxy',
  'http.sslCert',
  'receive.procReceiveRefs',
  'core.hooksPath',
  'init.templateDir',
  'commit.template',
];

const otherLines: readonly Line[] = [
  ({ program }) =>
    `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = ext::${program}`,
  ({ address }) => `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = ${address}`,
  ({ program }) => `[protocol "ext"]\n\tallow = always\n[url "ext::${program}"]\n\tinsteadOf = git@github.com:`,
  ({ outside }) => `[core]\n\tworktree = ${outside}`,
  () => '[core]\n\tworktree = ..',
  () => '[core]\n\tbare = true',
  ({ outside }) => `[core]\n\texcludesFile = ${outside}/pipe\n\tattributesFile = /dev/zero`,
  ({ outside }) => `[include]\n\tpath = ${outside}/hostile.gitconfig`,
  ({ outside }) => `[includeIf "gitdir:/"]\n\tpath = ${outside}/hostile.gitconfig`,
  () => '[log]\n\tshowSignature = true',
  () => '[core]\n\trepositoryFormatVersion = 99',
  () => '[extensions]\n\tunknownExtension = true',
  () => '[safe]\n\tdirectory = *\n\tbareRepository = all',
  () => '[core]\n\tuntrackedCache = true\n[feature]\n\tmanyFiles = true\n[index]\n\tsparse = true',
  ({ address }) => `[remote "origin"]\n\turl = ${address}/shop.git\n\tpushurl = \u001B[31m\u202E`,
  () => '[broken',
];

/** Returns lines of a configuration: each key that names a program is as likely as any other. */
export function hostileConfig(targets: HostileTargets, random: Random): string {
  const lines: string[] = [];
  for (let left = 1 + Math.floor(random() * 6); left > 0; left -= 1) {
    const line = otherLines[Math.floor(random() * otherLines.length * 2)];
    lines.push(line === undefined ? programLine(targets, random) : line(targets));
  }
  return `${lines.join('\n')}\n`;
}

function programLine({ program }: HostileTargets, random: Random): string {
  const key = programKeys[Math.floor(random() * programKeys.length)] ?? 'core.fsmonitor';
  const [section = '', ...rest] = key.split('.');
  const name = rest.pop() ?? '';
  const heading = rest.length === 0 ? `[${section}]` : `[${section} "${rest.join('.')}"]`;
  return `${heading}\n\t${name} = ${section === 'alias' ? '!' : ''}${program}`;
}
