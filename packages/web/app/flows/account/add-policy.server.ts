import { redirect } from "react-router";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { accountPagePath } from "./account-path.table.ts";

/** Redirects to the policies, which show the result once. */
export function redirectAfterAddition({ session }: PortalRequestContext, result: "added" | "notAdded"): Response {
  delete session.accountPolicy;
  session.policyFlash = result;
  return redirect(accountPagePath("policies"), 303);
}
