import type { TextRange } from '../kit/localeFormat.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import type { AndroidStyle } from './androidEncode.ts';
import type { Part } from './androidParts.ts';

/** How a program reads the texts of resource files; their elements are the same for all programs. */
export interface ResourceDialect {
  /** The id of the format. */
  readonly id: string;
  /** The names of the elements that are plural sets. */
  readonly pluralElements: readonly string[];
  /** Returns the range of the content that counts. */
  readonly literalOf: (text: string, element: XmlElement) => TextRange;
  /** Decodes character data, whose references are decoded already, into what an app shows. */
  readonly read: (decoded: string) => string;
  /** Decodes the text between tags, comments and references, which stay as written. */
  readonly readMarkup: (parts: readonly Part[]) => string;
  /** How earlier versions read the texts, if they read them otherwise. */
  readonly earlier?: Pick<ResourceDialect, 'read' | 'readMarkup'>;
  /** Encodes a text as character data without references; reverses `read`. Throws FormatError. */
  readonly encode: (text: string, style: AndroidStyle, isQuoted: boolean) => string;
  /** Encodes the text between tags, comments and references; reverses `readMarkup`. Throws FormatError. */
  readonly encodeMarkup: (parts: readonly Part[], style: AndroidStyle, isQuoted: boolean) => string;
  /** A text in quotation marks is shown without them. */
  readonly hasQuotes: boolean;
  /** A text such as `@string/other` stands for another resource. */
  readonly hasReferences: boolean;
  /** The program, or a tool that it uses, refuses several substitutions without positions, such as `%s of %s`. */
  readonly refusesSubstitutions: boolean;
}
