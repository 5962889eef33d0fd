import { cookieAttributes, cookieName } from "./cookie-name.rule.ts";
import { type CookieKeys, signCookie } from "./signed-cookie.rule.ts";

export const loginHintName = "login-hint";
/** Long enough for the redirect to the login page, which then uses the e-mail that the person types. */
const seconds = 60;
const longestEmail = 254;

/** Passes the e-mail that an application expects from the gateway to the login page, where it can be changed. */
export function loginHintCookie(hint: { email: string; now: Date; origin: string; keys: CookieKeys }): string {
  const { email, now, origin, keys } = hint;
  const until = new Date(now.getTime() + seconds * 1000);
  const value = signCookie({ name: loginHintName, value: email.slice(0, longestEmail), until, keys });
  return `${cookieName(loginHintName, { origin })}=${value}${cookieAttributes({ origin, lifetime: { seconds } })}`;
}
