import { cookieName } from "./cookie-name.rule.ts";

/** Header in which a portal or an app sends the id of its pending sign-in. */
export const pendingSignInHeader = "pending-sign-in";

/** Cookie with the id of the pending sign-in that this browser started with a right password. */
export function pendingSignInCookieName(portal: { origin: string }): string {
  return cookieName("pending-sign-in", portal);
}
