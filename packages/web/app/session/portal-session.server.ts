import type { Slice } from "./session-slice.server.ts";

/** State of one browser between requests, encrypted in the session cookie. It contains no passwords or codes. */
export class PortalSession {
  readonly #slices: readonly Slice<unknown>[];
  /** By the name of the slice, also the values of another release. */
  readonly contents: Record<string, unknown>;

  constructor(slices: readonly Slice<unknown>[], contents: Record<string, unknown>) {
    this.#slices = slices;
    this.contents = contents;
  }

  /** The value that the session keeps; a change of it is saved. */
  get<Value>({ name }: Slice<Value>): Value | undefined {
    return this.contents[name] as Value | undefined;
  }

  set<Value>({ name }: Slice<Value>, value: Value): void {
    this.contents[name] = value;
  }

  has({ name }: Slice<unknown>): boolean {
    return this.contents[name] !== undefined;
  }

  delete(...slices: readonly Slice<unknown>[]): void {
    for (const { name } of slices) delete this.contents[name];
  }

  /** Reads a value that is used or shown once, and deletes it. */
  consume<Value>(slice: Slice<Value>): Value | undefined {
    const value = this.get(slice);
    this.delete(slice);
    return value;
  }

  /** Removes what the flows and the account keep of a person, so that the next person at this browser does not see it. */
  deletePersonal(): void {
    this.delete(...this.#slices.filter(({ isPersonal }) => isPersonal));
  }
}
