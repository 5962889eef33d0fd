import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { redirect } from "react-router";
import { clearRegistration } from "../../visit/clear-registration.rule.ts";
import { registrationStart } from "../../visit/registration-start.rule.ts";
import { visitContext } from "../../visit/request-context.ts";
import { isPrefetch } from "./flow/is-prefetch.rule.ts";
import { startPath } from "./flow/landing.server.ts";

/** Starts registration by the brand's flow, without earlier data; the first page creates the session. */
function begin({ request, context }: ActionFunctionArgs | LoaderFunctionArgs): Response {
  const { brand, session } = context.get(visitContext);
  if (!isPrefetch(request)) clearRegistration(session);
  return redirect(brand.features.registration ? startPath : registrationStart(brand), 303);
}

export const loader = begin;
export const action = begin;
