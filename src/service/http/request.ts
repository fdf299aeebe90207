import type { FilePart } from './multipart.ts';
import type { UnreadableRow } from '../interface/records.ts';
import { ServiceError } from '../interface/serviceError.ts';
import type { ResourceGroup } from '../interface/resourceGroup.ts';

/** What a decoder may need besides the answer. */
export interface DecodeContext {
  /** Takes secrets out of words of the service that go into an error. */
  readonly redact: (text: string) => string;
  /** Takes note of an entry of a list that cannot be read, and is left out. */
  readonly report: (row: UnreadableRow) => void;
}

/** One call to the service, as data. What differs from endpoint to endpoint is here and nowhere else. */
export interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base address, encoded, with a leading slash; make it with `path`. */
  readonly path: string;
  /** `root` is the base address without its `/v2`. Default `version`. */
  readonly base?: 'version' | 'root';
  /** Bare query parameters of a GET; the service ignores them inside `data`. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as one compact JSON text in the form field `data`. */
  readonly data?: unknown;
  /** Sent beside `data`, each as a part of its own. */
  readonly files?: readonly FilePart[];
  /** Sent as the JSON body itself, instead of a form. */
  readonly json?: unknown;
  /** The answer may come without its envelope, as a dictionary too. */
  readonly bare?: true;
  /** `none` sends no key, `optional` sends one when there is one. */
  readonly auth: 'required' | 'optional' | 'none';
  readonly group: ResourceGroup;
  /** `read` may be repeated; `change` is sent once, over a connection of its own. */
  readonly effect: 'read' | 'change';
  /** The caller's keys in the order they were sent, when the service may speak of single jobs. */
  readonly jobKeys?: readonly string[];
  /** Makes the record of `response`; throws Undecodable. */
  readonly decode: (response: unknown, context: DecodeContext) => T;
}

/** A value of a path: one segment, or several that are joined by commas. */
type PathValue = string | readonly string[];

/** A path whose values are percent-encoded. Throws ServiceError 'invalid' for a value that would change the path's shape. */
export function path(strings: TemplateStringsArray, ...values: readonly PathValue[]): string {
  return strings.reduce((joined, literal, index) => {
    const value = values[index - 1] ?? [];
    return joined + [value].flat().map(encodeSegment).join(',') + literal;
  });
}

function encodeSegment(value: string): string {
  if (value === '' || /^\.+$/.test(value)) {
    throw new ServiceError('invalid', `"${value}" cannot be the id of anything.`, { outcome: 'not-sent' });
  }
  return encodeURIComponent(value);
}
