import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { createContext } from "react-router";
import type { z } from "zod";
import type { PortalSession } from "../portal-session.server.ts";

/** Planned maintenance of the brand; `until`: announced end (ISO). `away`: the API or its database is unavailable. */
export type Maintenance = { kind: "open" | "away" } | { kind: "closed"; until?: string };

/** An encrypted cookie of one brand, with the schema of its content. */
export interface EncryptedCookie<Schema extends z.ZodObject> {
  name: string;
  lifetimeSeconds: number;
  schema: Schema;
}

/** Cookies of the browser, beside the session. */
export interface RequestCookies {
  /** The value that the browser sent, under its full name. */
  read(name: string): string | undefined;
  /** The value of a cookie that the gateway signed, until it expires. */
  readSigned(name: string): string | undefined;
  /** The content of an encrypted cookie; undefined when it is absent or invalid. */
  open<Schema extends z.ZodObject>(cookie: EncryptedCookie<Schema>): Promise<z.infer<Schema> | undefined>;
  /** Saves an encrypted cookie; undefined deletes it where the browser has it. */
  save<Schema extends z.ZodObject>(cookie: EncryptedCookie<Schema>, content: z.infer<Schema> | undefined): void;
  /** Sets the id of the gateway session, which has changed. */
  replaceGatewaySession(id: string): void;
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
  cookies: RequestCookies;
  /** Sets the six-month cookies of province and language. */
  prefer(choice: { province?: ProvinceId; language?: Language }): void;
  api: {
    baseUrl: string;
    /** Sends this request's province, language, api-key and client IP. */
    fetch: typeof fetch;
    /** For the calls of agents; undefined when this portal has no page for them. */
    serviceCredential?: string | undefined;
  };
  /** Maintenance state for this request, from the API; may be cached for one second. */
  maintenance(): Promise<Maintenance>;
  /**
   * Set by an action whose page contains a password: the page is sent without scripts, and so without a second copy of
   * it in the loader data.
   */
  withoutScripts?: true;
  reportFault(error: unknown): void;
}

export const requestContextKey = createContext<PortalRequestContext>();
