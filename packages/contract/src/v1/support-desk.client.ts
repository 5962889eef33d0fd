import type { LiftableLimit } from "@vestibule/catalogue/support.table.ts";
import type { z } from "zod";
import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { type AccountReply, askAccountApi, pathWith } from "./account-call.client.ts";
import { agentSessionHeader } from "./agent-session.schema.ts";
import {
  actAnswer,
  agentHeader,
  type SupportCase,
  type SupportLinkBody,
  supportCase,
  supportDeskEndpoints,
} from "./support-desk.schema.ts";

/** Who asks: a service of the insurer's, for one agent, about what happened under one brand. */
export interface SupportCaller {
  caller: ApiCaller;
  serviceCredential: string;
  /** By the session that the API opened for them, or by the id alone where the service signs its agents in itself. */
  agent: { session: string } | { id: string };
  brandId: string;
}

type Done = { done: boolean };

/** What an agent sees and does by a reference. Every call is told to the audit trail with the agent's id. */
export interface SupportDeskClient {
  look(by: SupportCaller, code: string): Promise<AccountReply<SupportCase>>;
  lift(by: SupportCaller, code: string, limit: LiftableLimit): Promise<AccountReply<Done>>;
  unlock(by: SupportCaller, code: string): Promise<AccountReply<Done>>;
  link(by: SupportCaller, code: string, body: SupportLinkBody): Promise<AccountReply<Done>>;
}

export function createSupportDeskClient(settings: ApiClientSettings): SupportDeskClient {
  const { look, lift, unlock, link } = supportDeskEndpoints;
  const ask = <Answer>(by: SupportCaller, code: string, asked: Asked<Answer>) => {
    const { endpoint, ...rest } = asked;
    const path = `${pathWith(endpoint.path, { code })}?brand=${encodeURIComponent(by.brandId)}`;
    const agent: Record<string, string> =
      "session" in by.agent ? { [agentSessionHeader]: by.agent.session } : { [agentHeader]: by.agent.id };
    const headers = { authorization: `Bearer ${by.serviceCredential}`, ...agent };
    const caller = { ...by.caller, headers: { ...by.caller.headers, ...headers } };
    return askAccountApi(settings, caller, { method: endpoint.method, path, ...rest });
  };
  return {
    look: (by, code) => ask(by, code, { endpoint: look, answer: supportCase }),
    lift: (by, code, limit) => ask(by, code, { endpoint: lift, body: { limit }, answer: actAnswer }),
    unlock: (by, code) => ask(by, code, { endpoint: unlock, answer: actAnswer }),
    link: (by, code, body) => ask(by, code, { endpoint: link, body, answer: actAnswer }),
  };
}

interface Asked<Answer> {
  endpoint: { method: string; path: string };
  body?: unknown;
  answer: z.ZodType<Answer>;
}
