import type { HttpBindings } from "@hono/node-server";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";

export interface RequestFacts {
  requestId: string;
  clientIp: string;
  /** Scheme, host and port as the browser uses them. */
  origin: string;
  hostBrand: Brand;
  /** Nonce of the Content-Security-Policy, 128 random bits. */
  nonce: string;
  /** Set where the page is shown in a frame of the screen gallery. */
  framedBy?: "ourselves";
}

export type AppEnv = { Bindings: HttpBindings; Variables: RequestFacts };
