import type { z } from "zod";

/** One value of the portal session, declared by the folder that owns it. */
export interface Slice<Value, Name extends string = string> {
  readonly name: Name;
  readonly schema: z.ZodType<Value>;
  /** Set if a flow can continue without it. A session that is too large for its cookie loses it. */
  readonly isExpendable?: true;
  /** Set if the next person at this browser must not see it. */
  readonly isPersonal?: true;
}

export function defineSlice<Value, const Name extends string>(
  name: Name,
  schema: z.ZodType<Value>,
  about: Pick<Slice<Value>, "isExpendable" | "isPersonal"> = {},
): Slice<Value, Name> {
  return { name, schema, ...about };
}

/** Reads a value that is used or shown once, and deletes it. */
export function consume<Values, Name extends keyof Values>(values: Values, name: Name): Values[Name] {
  const value = values[name];
  delete values[name];
  return value;
}
