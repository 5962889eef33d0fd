import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { redirect } from "react-router";
import { clearRegistration } from "../../visit/clear-registration.rule.ts";
import { registrationStart } from "../../visit/registration-start.rule.ts";
import { visitContext } from "../../visit/request-context.ts";
import { isPrefetch } from "./flow/is-prefetch.rule.ts";
import { startPath } from "./flow/landing.server.ts";

/** Registration always begins afresh, by the road that the brand has: the first page makes a new session where there is none. */
function begin({ request, context }: ActionFunctionArgs | LoaderFunctionArgs): Response {
  const { brand, session } = context.get(visitContext);
  if (!isPrefetch(request)) clearRegistration(session);
  return redirect(brand.features.registration ? startPath : registrationStart(brand), 303);
}

export const loader = begin;
export const action = begin;
