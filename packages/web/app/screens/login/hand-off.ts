import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";

/** Address to which name and password go: the built-in gateway, or the one the brand's data names. Never one from a request. */
export function gatewayAddress({ gateway }: Pick<BrandData, "gateway">): string {
  return gateway.kind === "builtIn" ? "/pkmslogin.form" : new URL(gateway.loginPath, gateway.origin).href;
}

/** What the browser needs to go on to the gateway. The password is here only for a browser without a script. */
export interface HandOff {
  address: string;
  username: string;
  password?: string;
}
