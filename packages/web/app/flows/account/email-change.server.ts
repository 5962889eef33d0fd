import { redirect } from "react-router";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { accountPagePath } from "./account-path.table.ts";
import { accountEmailSlice, accountFlashSlice } from "./session-slice.server.ts";

/** Redirects to the sign-in methods, which show the result once. */
export function redirectAfterEmailChange(
  { session }: PortalRequestContext,
  result: "emailChanged" | "emailNotChanged",
): Response {
  session.delete(accountEmailSlice);
  session.set(accountFlashSlice, result);
  return redirect(accountPagePath("sign-in"), 303);
}
