import { z } from "zod";
import { type CookieKeys, maxCookieBytes, openCookie, sealCookie } from "./sealed-cookie.server.ts";

/** Schemas of slices by name. A slice is one value of the session, owned by one folder. */
export type SessionSlices = Readonly<Record<string, z.ZodType>>;

/** The session that the slices describe. Each slice can be absent. */
export type SessionOf<Slices extends SessionSlices> = { -readonly [Name in keyof Slices]?: z.infer<Slices[Name]> };

/**
 * Slices that a flow can continue without. A session that is too large for its cookie loses them, in declared order.
 */
export const expendable = z.registry();

/** The cookie that contains a session. */
export interface SessionCookie {
  name: string;
  keys: CookieKeys;
  purpose: string;
  lifetimeSeconds: number;
  reportFault(fault: Error): void;
}

export interface OpenedSession<Session> {
  /** Callers change it in place. */
  session: Session;
  /**
   * New value of the cookie; undefined if the session has not changed, or does not fit even without expendable slices.
   */
  seal(): Promise<string | undefined>;
}

/**
 * Opens a session from its cookie. A slice that does not match its schema is dropped and reported by its name. All
 * other slices are kept, also those of another release. Without a valid cookie the session is empty.
 */
export async function openSession<Slices extends SessionSlices>(
  slices: Slices,
  cookie: SessionCookie,
  sealed: string | undefined,
): Promise<OpenedSession<SessionOf<Slices>>> {
  const opened = (await openCookie(cookie, sealed, z.record(z.string(), z.unknown()))) ?? {};
  const before = JSON.stringify(opened);
  const session: Record<string, unknown> = {};
  const invalid: string[] = [];
  for (const [name, value] of Object.entries(opened)) {
    if (slices[name]?.safeParse(value).success === false) invalid.push(name);
    else session[name] = value;
  }
  if (invalid.length > 0) cookie.reportFault(new Error(`the session has invalid slices: ${invalid.join(", ")}`));
  return {
    session: session as SessionOf<Slices>,
    seal: async () => (JSON.stringify(session) === before ? undefined : sealSession(slices, cookie, session)),
  };
}

/**
 * Encrypts a session within the size of a cookie. A session that is too large is reported with the size of each slice,
 * and loses expendable slices until it fits. Undefined if it does not fit without them either.
 */
async function sealSession(
  slices: SessionSlices,
  cookie: SessionCookie,
  session: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const fits = (sealed: string) => cookie.name.length + sealed.length <= maxCookieBytes;
  const whole = await sealCookie(cookie, session);
  if (fits(whole)) return whole;

  const sizes = Object.entries(session).map(([name, value]) => `${name} ${JSON.stringify(value)?.length ?? 0}`);
  cookie.reportFault(new Error(`the session does not fit its cookie: ${sizes.join(", ")} characters`));
  const reduced = { ...session };
  for (const name of Object.keys(slices).filter((slice) => slices[slice] && expendable.has(slices[slice]))) {
    delete reduced[name];
    const sealed = await sealCookie(cookie, reduced);
    if (fits(sealed)) return sealed;
  }
  return undefined;
}

/** Reads a value that is used or shown once, and deletes it. */
export function consume<Values, Name extends keyof Values>(values: Values, name: Name): Values[Name] {
  const value = values[name];
  delete values[name];
  return value;
}
