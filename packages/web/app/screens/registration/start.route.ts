import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { redirect } from "react-router";
import { visitContext } from "../../visit/visit.ts";
import { startPath } from "./flow/landing.server.ts";
import { looksAhead } from "./flow/looks-ahead.rule.ts";

/** Registration always begins afresh: the first page makes a new session where there is none. */
function begin({ request, context }: ActionFunctionArgs | LoaderFunctionArgs): Response {
  if (!looksAhead(request)) delete context.get(visitContext).session.registration;
  return redirect(startPath, 303);
}

export const loader = begin;
export const action = begin;
