declare module 'gettext-parser' {
  interface Message {
    readonly msgstr: readonly string[];
  }
  export const po: {
    parse(text: string): { readonly translations: Readonly<Record<string, Readonly<Record<string, Message>>>> };
  };
}
