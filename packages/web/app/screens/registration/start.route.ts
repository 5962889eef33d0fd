import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { redirect } from "react-router";
import { visitContext } from "../../visit/visit.ts";
import { startPath } from "./flow/landing.server.ts";

/** Registration always begins afresh: the first page makes a new session where there is none. */
function begin({ context }: ActionFunctionArgs | LoaderFunctionArgs): Response {
  delete context.get(visitContext).session.registration;
  return redirect(startPath, 303);
}

export const loader = begin;
export const action = begin;
