import type { CodeMember } from './codeTree.ts';

/** Whether the value of a member is nothing: `null` (in PHP in any case) or `undefined`. */
export function isNull(text: string, member: CodeMember | undefined): boolean {
  if (member?.value.kind !== 'other') return false;
  const { start, end } = member.value;
  return end - start <= 'undefined'.length && /^(?:null|undefined)$/i.test(text.slice(start, end));
}
