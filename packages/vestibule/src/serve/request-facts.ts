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
  /** Set where the page is shown in a frame of the screen gallery or of the team's pages. */
  framedBy?: "ourselves";
  /** Set where the page shows others of this site in frames. */
  hasFrames?: true;
}

export type AppEnv = { Bindings: HttpBindings; Variables: RequestFacts };
