import { type ActionFunctionArgs, redirect } from "react-router";
import { visitContext } from "../../visit/visit.ts";
import { beginByPolicyNumber } from "../registration/flow/begin-by-policy.server.ts";
import { forgotPath } from "./parts/recovery-path.table.ts";

/** Finds an account by the policy number: that is a registration, which meets the account on its way. */
export function action({ context, url }: ActionFunctionArgs): Promise<Response> {
  return beginByPolicyNumber({ visit: context.get(visitContext), url });
}

export function loader(): Response {
  return redirect(forgotPath, 303);
}
