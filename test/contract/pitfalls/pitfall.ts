/** Something that hurt users of the service, and what shows that it does not hurt here. */
export interface Pitfall {
  /** What happens now. */
  readonly title: string;
  readonly run: () => Promise<void>;
}

/** By the number in the list of what users of the service have reported. */
export type Pitfalls = Readonly<Record<number, Pitfall>>;
