import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { ApiFetch } from "@vestibule/contract/api.client.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { createContext } from "react-router";
import type { z } from "zod";
import type { PortalSession } from "../session/portal-session.server.ts";
import type { BrandScreens } from "./brand-screens.port.ts";

/** `closed`: planned maintenance, with its announced end (ISO). `unavailable`: the API or its database does not respond. */
export type Maintenance = { kind: "open" | "unavailable" } | { kind: "closed"; until?: string };

/** An encrypted cookie of one brand, with the schema of its content. */
export interface EncryptedCookie<Schema extends z.ZodObject> {
  name: string;
  lifetimeSeconds: number;
  schema: Schema;
}

/** Cookies of the browser, in addition to the session. */
export interface RequestCookies {
  /** Whether the browser sent no cookie at all. */
  isEmpty: boolean;
  /** Value that the browser sent; `name` is the cookie's full name. */
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
  /** `guess`: the province was neither chosen nor set from a policy, so times are shown with their zone. */
  provinceFrom: "choice" | "guess";
  language: Language;
  /** Nonce of the page's Content-Security-Policy. */
  nonce: string;
  /** Public origin, such as https://portal.example. */
  origin: string;
  mode: "demo" | "production";
  now: Date;
  /** Loaders and actions change it in place; it is saved in its cookie if it has changed. */
  session: PortalSession;
  cookies: RequestCookies;
  /** Sets the six-month cookies of province and language. */
  prefer(choice: { province?: ProvinceId; language?: Language }): void;
  api: {
    /** Calls the API with the client IP, origin and browser session of this request. */
    fetch: ApiFetch;
    /** Credential for calls on behalf of agents; undefined if this portal has no page for them. */
    serviceCredential?: string | undefined;
  };
  /** Draws screens for the digital team; undefined where this portal draws none. */
  screens?: BrandScreens | undefined;
  /** Maintenance state of the brand, from the API; may be cached for one second. */
  maintenance(): Promise<Maintenance>;
  /**
   * Set by an action whose page contains a password. The page is then sent without scripts, whose data would contain
   * the password a second time.
   */
  withoutScripts?: true;
  /** Solution of a puzzle that the form was sent with. */
  puzzleSolution?: string;
  reportFault(error: unknown): void;
}

export const requestContextKey = createContext<PortalRequestContext>();
