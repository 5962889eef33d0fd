import { type ActionFunctionArgs, redirect } from "react-router";
import { outcomeOf } from "../../../answer/response-outcome.rule.ts";
import { readForm } from "../../../form/form-answer.ts";
import { visitContext } from "../../../visit/request-context.ts";
import { recoveryApi } from "../parts/recovery-call.server.ts";
import { resetPath } from "../parts/recovery-path.table.ts";
import { endGround } from "./reset-ending.server.ts";
import { groundOf } from "./reset-ground.server.ts";

/** Extends the reset. With a script the page stays with all typed values; without one it is rendered again. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response | null> {
  const requestContext = context.get(visitContext);
  const ground = groundOf(requestContext.session);
  const proof = requestContext.session.recovery?.proof;
  if (ground === undefined || ground.kind === "link" || proof === undefined) return redirect(resetPath, 303);
  const { stays } = await readForm(request);
  const { client, caller } = recoveryApi(requestContext);
  const reply = await client.extend(caller, ground.id, { token: ground.token });
  if (reply.kind === "ok") Object.assign(proof, { endsAt: reply.data.idleEndsAt, latestEndsAt: reply.data.endsAt });
  // No response for now: the typed values and the warning stay.
  else if (outcomeOf(reply).kind === "passes") return endGround(requestContext, ground);
  return stays === "here" ? null : redirect(resetPath, 303);
}

export function loader(): Response {
  return redirect(resetPath, 303);
}
