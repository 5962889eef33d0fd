import type { LiftableLimit } from "@vestibule/catalogue/support.table.ts";
import type { z } from "zod";
import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { type AccountReply, askAccountApi, pathWith } from "./account-call.client.ts";
import { agentSessionHeader } from "./agent-session.schema.ts";
import {
  decidedAnswer,
  type LinkRequestAnswer,
  linkRequestEndpoints,
  linkRequestsAnswer,
} from "./link-request.schema.ts";
import { type SupportReferenceAnswer, supportReferenceAnswer } from "./support.schema.ts";
import {
  type ActAnswer,
  actAnswer,
  agentHeader,
  type FoundJourney,
  type OpenJourneyBody,
  type SupportCase,
  type SupportLinkBody,
  type SupportSearchBody,
  supportCase,
  supportDeskEndpoints,
  supportSearchAnswer,
} from "./support-desk.schema.ts";

/** Caller of the support desk: a service of the insurer, for one agent and one brand. */
export interface SupportCaller {
  caller: ApiCaller;
  serviceCredential: string;
  /** By the session that the API opened for the agent, or by the id where the service signs agents in itself. */
  agent: { session: string } | { id: string };
  brandId: string;
}

/** Support desk calls by reference. The audit trail records every call with the agent's id. */
export interface SupportDeskClient {
  look(by: SupportCaller, code: string): Promise<AccountReply<SupportCase>>;
  lift(by: SupportCaller, code: string, limit: LiftableLimit): Promise<AccountReply<ActAnswer>>;
  unlock(by: SupportCaller, code: string): Promise<AccountReply<ActAnswer>>;
  link(by: SupportCaller, code: string, body: SupportLinkBody): Promise<AccountReply<ActAnswer>>;
  /** Recent journeys of the people found by a policy number or an e-mail. */
  search(by: SupportCaller, body: SupportSearchBody): Promise<AccountReply<{ journeys: FoundJourney[] }>>;
  /** Creates the reference of a found journey. */
  open(by: SupportCaller, body: OpenJourneyBody): Promise<AccountReply<SupportReferenceAnswer>>;
  /** The brand's open requests for a link to an e-mail that is not on file, and the agent's own recent ones. */
  requests(by: SupportCaller): Promise<AccountReply<{ requests: LinkRequestAnswer[] }>>;
  approve(by: SupportCaller, id: string): Promise<AccountReply<{ request: LinkRequestAnswer }>>;
  refuse(by: SupportCaller, id: string): Promise<AccountReply<{ request: LinkRequestAnswer }>>;
}

export function createSupportDeskClient(settings: ApiClientSettings): SupportDeskClient {
  const { look, lift, unlock, link, search, open } = supportDeskEndpoints;
  const ask = <Answer>(by: SupportCaller, ids: Record<string, string>, asked: Asked<Answer>) => {
    const { endpoint, ...rest } = asked;
    const path = `${pathWith(endpoint.path, ids)}?brand=${encodeURIComponent(by.brandId)}`;
    const agent: Record<string, string> =
      "session" in by.agent ? { [agentSessionHeader]: by.agent.session } : { [agentHeader]: by.agent.id };
    const headers = { authorization: `Bearer ${by.serviceCredential}`, ...agent };
    const caller = { ...by.caller, headers: { ...by.caller.headers, ...headers } };
    return askAccountApi(settings, caller, { method: endpoint.method, path, ...rest });
  };
  return {
    look: (by, code) => ask(by, { code }, { endpoint: look, answer: supportCase }),
    lift: (by, code, limit) => ask(by, { code }, { endpoint: lift, body: { limit }, answer: actAnswer }),
    unlock: (by, code) => ask(by, { code }, { endpoint: unlock, answer: actAnswer }),
    link: (by, code, body) => ask(by, { code }, { endpoint: link, body, answer: actAnswer }),
    search: (by, body) => ask(by, {}, { endpoint: search, body, answer: supportSearchAnswer }),
    open: (by, body) => ask(by, {}, { endpoint: open, body, answer: supportReferenceAnswer }),
    requests: (by) => ask(by, {}, { endpoint: linkRequestEndpoints.list, answer: linkRequestsAnswer }),
    approve: (by, id) => ask(by, { id }, { endpoint: linkRequestEndpoints.approve, answer: decidedAnswer }),
    refuse: (by, id) => ask(by, { id }, { endpoint: linkRequestEndpoints.refuse, answer: decidedAnswer }),
  };
}

interface Asked<Answer> {
  endpoint: { method: string; path: string };
  body?: unknown;
  answer: z.ZodType<Answer>;
}
