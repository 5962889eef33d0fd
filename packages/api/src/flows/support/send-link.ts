import { agentLinkSources } from "@vestibule/catalogue/support.table.ts";
import type { SupportLinkBody } from "@vestibule/contract/internal/support-desk.schema.ts";
import type { LinkRequest } from "../../link-requests/link-request.store.ts";
import type { DeskLinkOrder } from "../../links/link-order.port.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { AgentActionResult } from "./agent-action.ts";
import { loadSupportCase } from "./load-support-case.ts";
import type { AgentCall, SupportDeps } from "./support-case.port.ts";
import { auditRefs, linksFor } from "./view-support-case.ts";

/** Orders a link; it is sent, or requested when the e-mail is not on file. */
type Ordering<Refusal> = (
  order: DeskLinkOrder,
) => Promise<{ kind: "issued" } | { kind: "requested"; request: LinkRequest } | Refusal>;

/** Orders a link for the person behind a reference. The agent never sees the link. */
export async function sendLink<Refusal extends { kind: string; refusal?: string }>(
  deps: SupportDeps,
  call: AgentCall,
  { action, email, order }: SupportLinkBody & { order: Ordering<Refusal> },
): Promise<AgentActionResult | { kind: "requested"; request: LinkRequest } | Refusal> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const { file } = opened;
  const [person] = file.policies;
  if (person === undefined || !linksFor(file).includes(action)) return { kind: "notForThem" };
  const { company, policyNumber, role, personKey } = person;
  const result = await order({
    company,
    policyNumber,
    role,
    personKey,
    action,
    brand: file.reference.brandId,
    src: agentLinkSources[action],
    ...(email !== undefined && { email }),
    actor: call.actor,
    message: "sent",
    reference: file.reference.code,
    journeyId: file.journeys[0]?.id,
  });
  // A request is recorded with its own event.
  if (result.kind === "requested") return result as { kind: "requested"; request: LinkRequest };
  const refusal = result.kind === "issued" ? undefined : (result as Refusal);
  // The link's own event names the link; this one appears in the journey's steps.
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      event: refusal === undefined ? "support.linkSent" : "support.linkNotSent",
      result: refusal === undefined ? "ok" : (refusal.refusal ?? refusal.kind),
      actor: call.actor,
      ...auditRefs(file),
      facts: { action, to: email === undefined ? "onFile" : "given" },
    }),
  );
  return refusal ?? { kind: "acted", done: true };
}
