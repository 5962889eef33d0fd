import { z } from "zod";
import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { type AccountReply, askAccountApi } from "./account-call.client.ts";
import {
  type AgentSessionAnswer,
  type AgentSignedIn,
  agentSessionAnswer,
  agentSessionEndpoints,
  agentSessionHeader,
  agentSignedIn,
  type OpenIdStarted,
  openIdStarted,
} from "./agent-session.schema.ts";

/** The server of the agents' pages. */
export interface AgentSessionCaller {
  caller: ApiCaller;
  serviceCredential: string;
}

/** Sign-in, session and sign-out of the call centre's agents. */
export interface AgentSessionClient {
  signIn(by: AgentSessionCaller, body: { agentId: string; secret: string }): Promise<AccountReply<AgentSignedIn>>;
  startOpenId(by: AgentSessionCaller, body: { redirectUri: string }): Promise<AccountReply<OpenIdStarted>>;
  finishOpenId(by: AgentSessionCaller, body: { state: string; query: string }): Promise<AccountReply<AgentSignedIn>>;
  /** `token` is undefined for a browser without one. */
  read(by: AgentSessionCaller, token: string | undefined): Promise<AccountReply<AgentSessionAnswer>>;
  signOut(by: AgentSessionCaller, token: string): Promise<AccountReply<object>>;
}

export function createAgentSessionClient(settings: ApiClientSettings): AgentSessionClient {
  const { signIn, startOpenId, finishOpenId, read, signOut } = agentSessionEndpoints;
  const callerOf = (by: AgentSessionCaller, token?: string): ApiCaller => ({
    ...by.caller,
    headers: {
      ...by.caller.headers,
      authorization: `Bearer ${by.serviceCredential}`,
      ...(token !== undefined && { [agentSessionHeader]: token }),
    },
  });
  return {
    signIn: (by, body) => askAccountApi(settings, callerOf(by), { ...signIn, body, answer: agentSignedIn }),
    startOpenId: (by, body) => askAccountApi(settings, callerOf(by), { ...startOpenId, body, answer: openIdStarted }),
    finishOpenId: (by, body) => askAccountApi(settings, callerOf(by), { ...finishOpenId, body, answer: agentSignedIn }),
    read: (by, token) => askAccountApi(settings, callerOf(by, token), { ...read, answer: agentSessionAnswer }),
    signOut: (by, token) => askAccountApi(settings, callerOf(by, token), { ...signOut, answer: z.object({}) }),
  };
}
