import { redirect } from "react-router";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { accountPagePath } from "./account-path.table.ts";

/** Redirects to the sign-in methods, which show the result once. */
export function redirectAfterEmailChange(
  { session }: PortalRequestContext,
  result: "emailChanged" | "emailNotChanged",
): Response {
  delete session.accountEmail;
  session.accountFlash = result;
  return redirect(accountPagePath("sign-in"), 303);
}
