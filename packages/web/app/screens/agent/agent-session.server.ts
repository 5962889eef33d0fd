import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { createSupportDeskClient, type SupportCaller } from "@vestibule/contract/v1/support-desk.client.ts";
import { accountApi } from "../../answer/account-api.server.ts";
import type { AgentDesk } from "../../visit/agent-desk.ts";
import type { AgentMemory, PortalVisit } from "../../visit/visit.ts";

export type AgentStanding =
  /** This portal has no page for agents. */
  | { kind: "closed" }
  | { kind: "stranger"; hasEnded: boolean }
  | { kind: "agent"; memory: AgentMemory; desk: AgentDesk };

/** Who stands before the page. An agent who is heard of in time stays for as long again. */
export function agentStanding(visit: PortalVisit): AgentStanding {
  const { agentDesk, session, now } = visit;
  if (agentDesk === undefined) return { kind: "closed" };
  const memory = session.agent;
  if (memory === undefined) return { kind: "stranger", hasEnded: false };
  // Whoever was taken off the list, or had their secret changed, is out at once.
  const isAgent = agentDesk.badgeOf(memory.id) === memory.badge;
  if (!isAgent || now >= new Date(memory.until) || now >= new Date(memory.endsAt)) {
    delete session.agent;
    return { kind: "stranger", hasEnded: true };
  }
  memory.until = idleEnd(now);
  return { kind: "agent", memory, desk: agentDesk };
}

/** Lets an agent in by id and secret; false where they do not go together. */
export function admitAgent(visit: PortalVisit, { id, secret }: { id: string; secret: string }): boolean {
  const { agentDesk, session, now } = visit;
  const badge = agentDesk?.admits({ id, secret }) === true ? agentDesk.badgeOf(id) : undefined;
  if (badge === undefined) return false;
  const endsAt = new Date(now.getTime() + lifetimes.agentAbsoluteHours * 3_600_000).toISOString();
  session.agent = { id, badge, until: idleEnd(now), endsAt };
  return true;
}

function idleEnd(now: Date): string {
  return new Date(now.getTime() + lifetimes.agentIdleMinutes * 60_000).toISOString();
}

/** How the page asks the API for its agent: about this brand's references alone. */
export function supportDesk(visit: PortalVisit, { memory, desk }: { memory: AgentMemory; desk: AgentDesk }) {
  const { settings, caller } = accountApi(visit);
  const by: SupportCaller = {
    caller,
    serviceCredential: desk.serviceCredential,
    agentId: memory.id,
    brandId: visit.brand.id,
  };
  return { client: createSupportDeskClient(settings), by };
}
