import { html } from '../../../../src/formats/html/html.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

describeLaws(html, {
  isDocument: true,
  // An element without text is not found again, a text without tags is not markup, and HTML has no U+0000.
  mayRefuse: (text, unit) =>
    (unit.markup === true && !text.includes('<') && text.includes('&')) ||
    (unit.markup === true && text.replace(/<[^<>]*>/g, '').trim() === '') ||
    (text === '' && !/\.(?:alt|title|placeholder|label|value|content|aria-[^.]*)\.\d+$/.test(unit.id)) ||
    text.includes('\0') ||
    (text.includes('\r') && /[{<][{%#?]/.test(text)),
});
