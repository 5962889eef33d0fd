import { redirect } from "react-router";
import { harmlessQuery } from "./entry-query.rule.ts";

/** Sends somebody who has nothing to do on a page to the login page, with what the address says of the visit. */
export function sendToLogin(url: URL): Response {
  return redirect(`/${harmlessQuery(url)}`, 303);
}
