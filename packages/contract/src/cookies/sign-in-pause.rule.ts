import { cookieAttributes, cookieName } from "./cookie-name.rule.ts";
import { type CookieKeys, signCookie } from "./signed-cookie.rule.ts";

export const signInPauseName = "sign-in-pause";

/**
 * Passes the end of a sign-in lockout from the gateway to the portal, since the gateway's wire format has no field for
 * it. Set on lockout, for known and unknown names alike; expires with the lockout.
 */
export function signInPauseCookie(pause: { until: Date; now: Date; origin: string; keys: CookieKeys }): string {
  const { until, now, origin, keys } = pause;
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const value = signCookie({ name: signInPauseName, value: until.toISOString(), until, keys });
  return `${cookieName(signInPauseName, { origin })}=${value}${cookieAttributes({ origin, lifetime: { seconds } })}`;
}

/** Deletes the cookie after a sign-in or a new password. */
export function endSignInPauseCookie({ origin }: { origin: string }): string {
  return `${cookieName(signInPauseName, { origin })}=${cookieAttributes({ origin, lifetime: { seconds: 0 } })}`;
}
