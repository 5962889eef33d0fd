import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import type { PortalRequestContext } from "../../visit/request-context.ts";

/** Address to which name and password go: the built-in gateway, or the one the brand's data names. Never one from a request. */
export function gatewayAddress({ gateway }: Pick<BrandData, "gateway">): string {
  return gateway.kind === "builtIn" ? "/pkmslogin.form" : new URL(gateway.loginPath, gateway.origin).href;
}

/** What the browser needs to go on to the gateway. The password is here only for a browser without a script. */
export interface HandOff {
  address: string;
  username: string;
  password?: string;
  /** What another system asked of the gateway by the link that brought the person. */
  ssoRequest?: string;
  /** A name on the brand's closed list. */
  clientLoginAction?: string;
}

export function handOffOf(
  { brand, session }: Pick<PortalRequestContext, "brand" | "session">,
  username: string,
): HandOff {
  const { request, clientLoginAction } = session.singleSignOn ?? {};
  return {
    address: gatewayAddress(brand),
    username,
    ...(request === undefined ? {} : { ssoRequest: request }),
    ...(clientLoginAction === undefined ? {} : { clientLoginAction }),
  };
}
