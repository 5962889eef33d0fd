import { agentLinks, resettableLimitIds } from "@vestibule/catalogue/support.table.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { type FailedResult, isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";
import type { AgentRefusal, AgentResult } from "../../staff/session-slice.server.ts";
import type { supportDesk } from "./support-desk.server.ts";

/** Performs the action of the button that was pressed on a case; undefined for an unknown one. */
export async function performCaseAction(
  desk: ReturnType<typeof supportDesk>,
  code: string,
  values: FormValues,
): Promise<AgentResult | undefined> {
  const limit = resettableLimitIds.find((id) => id === values.limit);
  const link = agentLinks.find((id) => id === values.link);
  if (values.act === "lift" && limit !== undefined) return describeResult("lift", await desk.lift(code, { limit }));
  if (values.act === "unlock") return describeResult("unlock", await desk.unlock(code));
  if (values.act === "unfreeze") return describeResult("unfreeze", await desk.unfreeze(code));
  if (values.act === "keep" || values.act === "putBack")
    return describeResult(values.act, await desk.change(code, values.change ?? "", { verdict: values.act }));
  if (values.act === "link" && link !== undefined) {
    const result = await desk.link(code, { action: link, ...(values.email && { email: values.email }) });
    return describeResult(result.kind === "ok" && result.data.request ? "request" : "link", result);
  }
  if (values.act === "waive") return describeResult("waive", await desk.waive(code));
  if (values.act === "approve") return describeResult("approve", await desk.approve(values.request ?? ""));
  if (values.act === "refuse") return describeResult("refuse", await desk.refuse(values.request ?? ""));
  return undefined;
}

/** What the next page says after an action. An action that had nothing to do is not `done`. */
function describeResult(
  what: Extract<AgentResult, { kind: "done" }>["what"],
  result: AccountCallResult<{ done: boolean } | { request: unknown }>,
): AgentResult {
  if (result.kind !== "ok") return { kind: "refused", why: refusalOf(result) };
  return { kind: "done", what: "done" in result.data && !result.data.done ? "nothing" : what };
}

/** Refusals by the fault of the e-mail in the API's error, or by the action that it names. */
const refusals: Readonly<Record<string, AgentRefusal>> = {
  email: "email",
  alreadyExists: "taken",
  required: "missing",
  ownRequest: "ownRequest",
  notOpen: "notOpen",
  alreadyRequested: "alreadyRequested",
};

function refusalOf(result: FailedResult): AgentRefusal {
  if (isRejected(result, { status: 429 })) return "limited";
  const { email, act } = (result.kind === "error" && result.error.fields) || {};
  return refusals[email ?? act ?? ""] ?? "other";
}
