import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { cookieAttributes } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { pendingSignInCookieName } from "@vestibule/contract/cookies/pending-sign-in.rule.ts";
import { readCookies } from "@vestibule/contract/cookies/read-cookies.rule.ts";
import { type NewPendingSignIn, newPendingSignInId, pendingSignInHashes } from "../accounts/pending-sign-in.store.ts";
import type { ApiDeps } from "../deps.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";

/** Longer than a pending sign-in with its extension, so that its page can say that it has ended. */
const seconds = 3 * ttl.pendingSignInMinutes * 60;

/** Hashes of the id in the browser's cookie; undefined without one. */
export function readPendingSignIn(deps: Pick<ApiDeps, "keys">, context: GatewayContext): string[] | undefined {
  const name = pendingSignInCookieName(context.get("requestContext"));
  const id = readCookies(context.req.header("cookie"))[name];
  return id === undefined ? undefined : pendingSignInHashes(deps, id);
}

/** A pending sign-in of the browser in place of its earlier one, and the id for the cookie. */
export function newPendingSignIn(
  deps: Pick<ApiDeps, "keys" | "random">,
  context: GatewayContext,
  continuesAt: Pick<NewPendingSignIn, "interaction" | "clientLoginAction">,
): { id: string; pending: NewPendingSignIn } {
  const { id, idHash } = newPendingSignInId(deps);
  const replaces = readPendingSignIn(deps, context) ?? [];
  return { id, pending: { idHash, client: "browser", replaces, ...continuesAt } };
}

/** Sets the cookie of a pending sign-in, or deletes it. */
export function setPendingSignInCookie(context: GatewayContext, id: string | undefined): void {
  const requestContext = context.get("requestContext");
  const { origin } = requestContext;
  const attributes = cookieAttributes({ origin, lifetime: { seconds: id === undefined ? 0 : seconds } });
  context.header("set-cookie", `${pendingSignInCookieName(requestContext)}=${id ?? ""}${attributes}`, { append: true });
}
