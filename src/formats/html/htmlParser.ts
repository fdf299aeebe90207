import { Parser, type Handler } from 'htmlparser2';

/**
 * htmlparser2's parser with the right offsets after a closing tag that does not end directly after its name, such as
 * `</p\n>`: otherwise the rest of the tag would be part of the text after it.
 */
export class HtmlParser extends Parser {
  /** The end of the last closing tag. */
  closeEnd = 0;

  private readonly html: string;

  constructor(html: string, handler: Partial<Handler>) {
    super(handler);
    this.html = html;
  }

  override onclosetag(start: number, endIndex: number): void {
    const end = this.html.indexOf('>', endIndex);
    this.closeEnd = end < 0 ? this.html.length : end + 1;
    super.onclosetag(start, endIndex);
    this.startIndex = this.closeEnd;
  }
}
