import { redirect } from "react-router";
import { harmlessQuery } from "./entry-query.rule.ts";

/** Redirects to the login page, keeping the harmless part of the query. */
export function sendToLogin(url: URL): Response {
  return redirect(`/${harmlessQuery(url)}`, 303);
}
