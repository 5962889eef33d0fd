import { z } from "zod";
import { cookieAttributes, cookieName } from "./cookie-name.rule.ts";
import { type CookieKeys, signCookie } from "./signed-cookie.rule.ts";

export const waitingApplicationsName = "waiting-applications";

/** Name of the parameter, and of the form field, with the interaction that a sign-in belongs to. */
export const interactionParameter = "interaction";

/** Names of the applications that wait for a sign-in at this browser, by the id of their interaction. */
export type WaitingApplications = z.infer<typeof schema>;
const schema = z.record(z.string(), z.object({ en: z.string(), fr: z.string() }));

/** Tells the login page which application asked for each sign-in. */
export function waitingApplicationsCookie(facts: {
  applications: WaitingApplications;
  seconds: number;
  now: Date;
  origin: string;
  keys: CookieKeys;
}): string {
  const { applications, seconds, now, origin, keys } = facts;
  const isEmpty = Object.keys(applications).length === 0;
  const until = new Date(now.getTime() + seconds * 1000);
  const name = waitingApplicationsName;
  const value = isEmpty ? "" : signCookie({ name, value: JSON.stringify(applications), until, keys });
  const attributes = cookieAttributes({ origin, lifetime: { seconds: isEmpty ? 0 : seconds } });
  return `${cookieName(name, { origin })}=${value}${attributes}`;
}

export function readWaitingApplications(value: string | undefined): WaitingApplications {
  try {
    return schema.safeParse(JSON.parse(value ?? "{}")).data ?? {};
  } catch {
    return {};
  }
}
