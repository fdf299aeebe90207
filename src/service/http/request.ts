import type { FilePart } from './multipart.ts';
import type { UnreadableRow } from '../interface/records.ts';
import { ServiceError } from '../interface/serviceError.ts';
import type { ResourceGroup } from '../interface/resourceGroup.ts';

/** Functions that a decoder may need. */
export interface DecodeContext {
  /** Removes secrets from the service's text before it is put into an error. */
  readonly redact: (text: string) => string;
  /** Reports a list entry that cannot be read and is skipped. */
  readonly report: (row: UnreadableRow) => void;
}

/** A call to the service as data: everything that is specific to an endpoint. */
export interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base address, encoded, with a leading slash; made by the tag function `path`. */
  readonly path: string;
  /** `root` is the base address without its `/v2`. Default `version`. */
  readonly base?: 'version' | 'root';
  /** Bare query parameters of a GET; the service ignores them inside `data`. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as compact JSON in the form field `data`. */
  readonly data?: unknown;
  /** Sent in addition to `data`, one part each. */
  readonly files?: readonly FilePart[];
  /** Sent as the JSON body itself, instead of a form. */
  readonly json?: unknown;
  /** The answer may have no envelope, even if it is a dictionary. */
  readonly bare?: true;
  /** With `none` no key is sent, with `optional` only if there is one. */
  readonly auth: 'required' | 'optional' | 'none';
  readonly group: ResourceGroup;
  /** The rate of new jobs is limited, too. */
  readonly createsJobs?: true;
  /** A `read` may be retried; a `change` is sent once, over its own connection. */
  readonly effect: 'read' | 'change';
  /** The caller's keys in the order of the jobs, if the answer may have errors of single jobs. */
  readonly jobKeys?: readonly string[];
  /** Decodes `response`; throws UndecodableError. */
  readonly decode: (response: unknown, context: DecodeContext) => T;
}

/** A value in a path: one segment, or several joined by commas. */
type PathValue = string | readonly string[];

/** Builds a path with percent-encoded values. Throws ServiceError 'invalid' for '' and for values of dots only. */
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
