import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { createContext } from "react-router";
import type { PortalSession } from "../portal-session.server.ts";

/** Planned maintenance of the brand; `until`: announced end (ISO). `away`: the API or its database is unavailable. */
export type Maintenance = { kind: "open" | "away" } | { kind: "closed"; until?: string };

/** A login that was handed to the gateway: its id from the account lookup, and the e-mail as typed. */
export interface GatewayHandoff {
  id: string;
  email: string;
}

/** Configuration of the agents' page: its credential for the API. */
export interface AgentPageSettings {
  serviceCredential: string;
}

/** Context of one request, for loaders and actions. */
export interface PortalRequestContext {
  brand: Brand;
  province: ProvinceId;
  /** A province that was neither chosen nor taken from a policy is a guess: times are then shown with their zone. */
  provinceFrom: "choice" | "guess";
  language: Language;
  /** Nonce of the page's Content-Security-Policy. */
  nonce: string;
  /** Public origin, such as https://portal.example. */
  origin: string;
  mode: "demo" | "production";
  now: Date;
  /** Changed in place by loaders and actions; written back as a cookie when it differs. */
  session: PortalSession;
  /** E-mail saved by "remember me", or undefined. */
  rememberedEmail: string | undefined;
  /** Saves the remembered e-mail; undefined deletes it. */
  rememberEmail(email: string | undefined): void;
  /** Saves the login that is handed to the gateway, for 20 seconds. */
  saveGatewayHandoff(login: GatewayHandoff): void;
  /** The login that returned from the gateway: once, in the same browser, within those 20 seconds. */
  consumeGatewayHandoff(): Promise<GatewayHandoff | undefined>;
  /** Sets the six-month cookies of province and language. */
  prefer(choice: { province?: ProvinceId; language?: Language }): void;
  /** Adds a Set-Cookie header to the response. */
  addCookie(header: string): void;
  /** Decoded value of a request cookie. */
  readCookie(name: string): string | undefined;
  /** Fetch to the API with this request's province, language, api-key and client IP. */
  api: { baseUrl: string; fetch: typeof fetch };
  /** Maintenance state for this request, from the API; may be cached for one second. */
  maintenance(): Promise<Maintenance>;
  /** ISO time at which the gateway's sign-in lockout ends, from its signed cookie; undefined without one. */
  signInPause: string | undefined;
  /** The browser has a session cookie of the gateway, which signing out deletes. */
  hasGatewayCookie: boolean;
  /** Undefined when this portal has no page for agents. */
  agentPage: AgentPageSettings | undefined;
  /**
   * Set by an action whose page contains a password: the page is sent without scripts, and so without a second copy of
   * it in the loader data.
   */
  withoutScripts?: true;
  reportFault(error: unknown): void;
}

export const requestContextKey = createContext<PortalRequestContext>();
