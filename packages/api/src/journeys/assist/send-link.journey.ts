import { type AgentLink, agentLinkSources } from "@vestibule/catalogue/support.table.ts";
import type { SupportLinkBody } from "@vestibule/contract/v1/support-desk.schema.ts";
import type { LinkRequest } from "../../capabilities/link-requests/link-request.store.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { ActEnding } from "./desk-act.journey.ts";
import { openCase } from "./open-case.journey.ts";
import type { AssistParts, DeskCall } from "./support-case.port.ts";
import { linksFor, trailOf } from "./tell-case.journey.ts";

/** An order for a link, as whoever issues links takes it. */
export interface DeskLinkOrder extends Pick<PolicyPerson, "company" | "policyNumber" | "role" | "personKey"> {
  brand: string;
  action: AgentLink;
  src: (typeof agentLinkSources)[AgentLink];
  email?: string;
  actor: string;
  message: "sent";
  reference: string;
  journeyId?: string | undefined;
}

/** How an ordered link ended: sent, or requested for an e-mail that is not on file. */
type Ordering<Refusal> = (
  order: DeskLinkOrder,
) => Promise<{ kind: "issued" } | { kind: "requested"; request: LinkRequest } | Refusal>;

/** Orders a link for the person behind a reference. The agent never sees the link. */
export async function sendLink<Refusal extends { kind: string }>(
  parts: AssistParts,
  call: DeskCall,
  { action, email, order }: SupportLinkBody & { order: Ordering<Refusal> },
): Promise<ActEnding | { kind: "requested"; request: LinkRequest } | Refusal> {
  const opened = await openCase(parts, call);
  if (opened.kind !== "found") return opened;
  const { file } = opened;
  const [person] = file.policies;
  if (person === undefined || !linksFor(file).includes(action)) return { kind: "notForThem" };
  const { company, policyNumber, role, personKey } = person;
  const ending = await order({
    ...{ company, policyNumber, role, personKey, action },
    brand: file.reference.brandId,
    src: agentLinkSources[action],
    ...(email !== undefined && { email }),
    actor: call.actor,
    message: "sent",
    reference: file.reference.code,
    journeyId: file.journeys[0]?.id,
  });
  if (ending.kind !== "issued") return ending as { kind: "requested"; request: LinkRequest } | Refusal;
  // The link's own event names the link; this one stands in the steps of the journey.
  await transact(parts.database, (transaction) =>
    parts.auditor.record(transaction, {
      ...{ event: "support.linkSent", result: "ok", actor: call.actor },
      ...trailOf(file),
      facts: { action, to: email === undefined ? "onFile" : "given" },
    }),
  );
  return { kind: "acted", done: true };
}
