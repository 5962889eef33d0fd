import { redirect } from "react-router";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { accountPagePath } from "./account-path.table.ts";
import { accountPolicySlice, policyFlashSlice } from "./session-slice.server.ts";

/** Redirects to the policies, which show the result once. */
export function redirectAfterAddition({ session }: PortalRequestContext, result: "added" | "notAdded"): Response {
  session.delete(accountPolicySlice);
  session.set(policyFlashSlice, result);
  return redirect(accountPagePath("policies"), 303);
}
