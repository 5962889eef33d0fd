import { z } from "zod";
import { PortalSession } from "./portal-session.server.ts";
import { type EncryptionKeys, maxCookieBytes, openCookie, sealCookie } from "./sealed-cookie.server.ts";
import type { Slice } from "./session-slice.server.ts";

/** The cookie that contains a session. */
export interface SessionCookie {
  name: string;
  keys: EncryptionKeys;
  purpose: string;
  now: Date;
  lifetimeSeconds: number;
  reportFault(fault: Error): void;
}

export interface OpenedSession {
  session: PortalSession;
  /**
   * New value of the cookie; undefined if the session has not changed, or does not fit even without expendable slices.
   */
  seal(): Promise<string | undefined>;
}

/**
 * Opens a session from its cookie. A slice that does not match its schema is dropped and reported by its name. All
 * other slices are kept, also those of another release. Without a valid cookie the session is empty.
 */
export async function openSession(
  slices: readonly Slice<unknown>[],
  cookie: SessionCookie,
  sealed: string | undefined,
): Promise<OpenedSession> {
  const contents = (await openCookie(cookie, sealed, z.record(z.string(), z.unknown()))) ?? {};
  const before = JSON.stringify(contents);
  const session = new PortalSession(slices, contents);
  const invalid = slices.filter(({ name, schema }) => name in contents && !schema.safeParse(contents[name]).success);
  if (invalid.length > 0) {
    session.delete(...invalid);
    const names = invalid.map(({ name }) => name).join(", ");
    cookie.reportFault(new Error(`the session has invalid slices: ${names}`));
  }
  return {
    session,
    seal: async () => (JSON.stringify(contents) === before ? undefined : sealSession(slices, cookie, contents)),
  };
}

/**
 * Encrypts a session within the size of a cookie. A session that is too large is reported with the size of each slice,
 * and loses expendable slices until it fits. Undefined if it does not fit without them either.
 */
async function sealSession(
  slices: readonly Slice<unknown>[],
  cookie: SessionCookie,
  contents: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const fits = (sealed: string) => cookie.name.length + sealed.length <= maxCookieBytes;
  const whole = await sealCookie(cookie, contents);
  if (fits(whole)) return whole;

  const sizes = Object.entries(contents).map(([name, value]) => `${name} ${JSON.stringify(value)?.length ?? 0}`);
  cookie.reportFault(new Error(`the session does not fit its cookie: ${sizes.join(", ")} characters`));
  const reduced = { ...contents };
  for (const { name } of slices.filter(({ isExpendable }) => isExpendable)) {
    delete reduced[name];
    const sealed = await sealCookie(cookie, reduced);
    if (fits(sealed)) return sealed;
  }
  return undefined;
}
