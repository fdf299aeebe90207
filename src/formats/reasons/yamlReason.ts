import { because, type Reason } from './reason.ts';

/** Reasons for the error codes of the `yaml` package. */
const reasonsByCode: Readonly<Record<string, Reason>> = {
  ALIAS_PROPS: because('yaml-alias-properties'),
  BAD_ALIAS: because('yaml-anchor-name'),
  BAD_COLLECTION_TYPE: because('yaml-tag-wrong'),
  BAD_DIRECTIVE: because('yaml-directive-unknown'),
  BAD_DQ_ESCAPE: because('yaml-escape-unknown'),
  BAD_INDENT: because('yaml-indent'),
  BAD_PROP_ORDER: because('yaml-property-order'),
  BAD_SCALAR_START: because('yaml-string-start'),
  BLOCK_AS_IMPLICIT_KEY: because('yaml-nested-key'),
  BLOCK_IN_FLOW: because('yaml-block-in-flow'),
  KEY_OVER_1024_CHARS: because('yaml-key-too-long'),
  MISSING_CHAR: because('yaml-character-missing'),
  MULTILINE_IMPLICIT_KEY: because('yaml-key-lines'),
  MULTIPLE_ANCHORS: because('yaml-several-anchors'),
  MULTIPLE_DOCS: because('yaml-several-documents'),
  MULTIPLE_TAGS: because('yaml-several-tags'),
  TAB_AS_INDENT: because('yaml-tab'),
  UNEXPECTED_TOKEN: because('unexpected-here'),
};

/** Returns the reason for an error of the `yaml` package; for an unknown code, with the first line of its message. */
export function yamlReason({ code, message }: { readonly code: string; readonly message: string }): Reason {
  // `Tabs are not allowed at line 3, column 1:` and an excerpt → `Tabs are not allowed`
  const firstWords = message.split(/\n| at line \d/, 1)[0] ?? message;
  return reasonsByCode[code] ?? because('yaml-invalid', firstWords);
}
