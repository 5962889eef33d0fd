import { Application, follow, publicClient } from "@vestibule/api/gateway/test/application.ts";
import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import type { BenchServer } from "../bench-server.ts";
import { password } from "../people.ts";
import { portalOrigin, sendTo } from "./kill-point.ts";

/** A client of OpenID Connect refuses a token that was issued later than this after now. */
const toleranceSeconds = 30;

/**
 * Signs a person in at an application; its requests reach both servers. Returns the status of the first request that
 * failed, or 200.
 */
export async function signInAtApplication({ nextPort }: BenchServer, email: string): Promise<number> {
  const fetch = (request: Request) => sendTo(nextPort(), request);
  const browser = new Browser(fetch, portalOrigin);
  try {
    const signedIn = await browser.signIn(email, password);
    const location = signedIn.headers.get("location") ?? "";
    if (location.includes(gatewayResults.unavailable.code)) return 503;
    if (!location.includes(gatewayResults.success.code)) return signedIn.status;
    const application = await Application.discover({ fetch }, portalOrigin, publicClient);
    const { url, verifier } = await application.start({ scope: "openid" });
    const returned = await follow(browser, url.href, portalOrigin);
    const [, status] = /^(\d{3}) /.exec(returned) ?? [];
    if (status !== undefined) return Number(status);
    const { iat = 0 } = (await application.finish(returned, verifier)).claims() ?? {};
    if (Math.abs(iat - Date.now() / 1000) > toleranceSeconds)
      throw new Error(`a token was issued ${Math.round(iat - Date.now() / 1000)} s from now`);
    return 200;
  } catch (fault) {
    const { status, cause } = fault as { status?: number; cause?: unknown };
    if (status !== undefined) return status;
    if (cause instanceof Response) return cause.status;
    throw cause instanceof Error ? cause : fault;
  }
}
