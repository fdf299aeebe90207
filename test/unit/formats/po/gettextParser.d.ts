declare module 'gettext-parser' {
  interface Message {
    readonly msgstr: readonly string[];
  }
  const parser: { readonly po: { parse(text: string): { readonly translations: Readonly<Record<string, Readonly<Record<string, Message>>>> } } };
  export default parser;
}
