import type { GatewayResult } from "@vestibule/catalogue/gateway.table.ts";
import { Hono } from "hono";
import { createRegistrationTestApi, type RegistrationTestApi } from "../../../../../test/registration.ts";
import { testAccount } from "../../../../../test/test-api.ts";
import { issueTicket } from "../../accounts/sign-in-ticket.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { gatewayGuard } from "../gateway.guard.ts";
import { gatewayRoutes } from "../gateway.route.ts";
import { gatewayLocation } from "../gateway-result.rule.ts";
import type { GatewayDeps } from "../gateway-site.rule.ts";
import { Browser } from "./browser.ts";

export const password = "Grand-Vent-42";
export const wrongPassword = "Not-The-One-1";
export const homeOrigin = "http://localhost:3000";

/** Redirect URL of the login form for a result. */
export const loginResultUrl = (result: GatewayResult) => gatewayLocation(result, "/pkmslogin.form");
export const leadsTo = (response: Response) => response.headers.get("location");

export interface GatewayTestApi extends RegistrationTestApi {
  /** A browser at the gateway; the application behind the guard echoes its request headers. */
  open(more?: Partial<GatewayDeps>, at?: string): Browser;
  createAccount(more?: Partial<Parameters<typeof testAccount>[1]>): Promise<{ email: string; id: string }>;
  issueTicket(accountId: string): Promise<string>;
}

export async function createGatewayTestApi(more: Partial<ApiDeps> = {}): Promise<GatewayTestApi> {
  const testApi = await createRegistrationTestApi(more);
  let people = 0;
  return {
    ...testApi,
    open(changed = {}, at = homeOrigin) {
      const deps = { ...testApi.deps, ...changed };
      const app = new Hono();
      for (const path of ["/account", "/account.data"]) {
        app.use(path, gatewayGuard(deps));
        app.get(path, (context) => context.json(context.req.header()));
      }
      app.route("/", gatewayRoutes(deps));
      return new Browser((request) => app.fetch(request), at);
    },
    async createAccount(account = {}) {
      people += 1;
      const email = `person${people}@courrier.example`;
      return { email, id: await testAccount(testApi, { email, password, personKey: `person-${people}`, ...account }) };
    },
    issueTicket: (accountId) =>
      testApi.database.transaction().execute((transaction) => issueTicket(testApi.deps, transaction, accountId)),
  };
}
