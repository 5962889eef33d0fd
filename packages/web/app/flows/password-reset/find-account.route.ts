import { type ActionFunctionArgs, redirect } from "react-router";
import { visitContext } from "../../visit/request-context.ts";
import { beginFinding } from "../registration/flow/begin-finding.server.ts";
import { forgotPath } from "./parts/recovery-path.table.ts";

/** Finds an account by policy number. This is a registration, which detects the existing account. */
export function action({ context, url }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(visitContext);
  return beginFinding({ requestContext, url }, requestContext.brand.features.registration ? "smart" : "legacy");
}

export function loader(): Response {
  return redirect(forgotPath, 303);
}
