import type { HttpBindings } from "@hono/node-server";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";

/** What the entrance knows of a request before any room sees it. */
export interface RequestFacts {
  requestId: string;
  /** Client address for limits. */
  clientIp: string;
  /** Scheme, host and port as the visitor sees them. */
  origin: string;
  /** Brand of the visible host. */
  hostBrand: Brand;
  /** Nonce of the Content-Security-Policy, 128 random bits. */
  nonce: string;
  /** Set where the page is a picture on a page of ours. */
  framedBy?: "ourselves";
}

export type AppEnv = { Bindings: HttpBindings; Variables: RequestFacts };
