import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { cookieAttributes, cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { readSignedCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import {
  readWaitingApplications,
  type WaitingApplications,
  waitingApplicationsCookie,
  waitingApplicationsName,
} from "@vestibule/contract/cookies/waiting-application.rule.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { ApiDeps } from "../deps.ts";

type InteractionCookieDeps = Pick<ApiDeps, "keys" | "clock">;

const name = "oidc-interactions";
/** Most interactions that one browser may have open, each in its own tab. */
const mostInteractions = 5;
const idPattern = /^[\w-]{20,60}$/;
const seconds = ttl.oidcInteractionMinutes * 60;

/** Reads the ids of the interactions that this browser began, newest first; no other browser may finish them. */
export function readInteractions(context: Context, { origin }: { origin: string }): string[] {
  const value = getCookie(context, cookieName(name, { origin })) ?? "";
  return value
    .split(".")
    .filter((id) => idPattern.test(id))
    .slice(0, mostInteractions);
}

/** Keeps the interactions that the browser may still finish. */
export function saveInteractions(headers: Headers, { origin }: { origin: string }, ids: readonly string[]): void {
  const lifetime = { seconds: ids.length === 0 ? 0 : seconds };
  const value = ids.slice(0, mostInteractions).join(".");
  headers.append("set-cookie", `${cookieName(name, { origin })}=${value}${cookieAttributes({ origin, lifetime })}`);
}

/** The cookie that tells the login page which applications wait: those of the open interactions, and a new one. */
export function waitingCookie(
  { keys, clock }: InteractionCookieDeps,
  context: Context,
  { origin, open, added = {} }: { origin: string; open: readonly string[]; added?: WaitingApplications },
): string {
  const now = clock.now();
  const signed = getCookie(context, cookieName(waitingApplicationsName, { origin }));
  const known = readWaitingApplications(
    signed === undefined ? signed : readSignedCookie({ name: waitingApplicationsName, signed, now, keys: keys.cookie }),
  );
  const applications = Object.entries({ ...known, ...added }).filter(([uid]) => open.includes(uid));
  return waitingApplicationsCookie({
    applications: Object.fromEntries(applications),
    seconds,
    now,
    origin,
    keys: keys.cookie,
  });
}
