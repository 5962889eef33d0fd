import type { GatewayOutcome } from "@vestibule/catalogue/gateway.table.ts";
import { Hono } from "hono";
import { createRegistrationTestApi, type RegistrationTestApi } from "../../../../../test/registration.ts";
import { testAccount } from "../../../../../test/test-api.ts";
import type { ApiDeps } from "../../deps.ts";
import { gatewayGuard } from "../gateway.guard.ts";
import { type GatewayDeps, gatewayRoutes } from "../gateway.route.ts";
import { gatewayLocation } from "../gateway-answer.rule.ts";
import { Browser } from "./browser.ts";

/** What everybody here signs in with. */
export const password = "Grand-Vent-42";
export const wrongPassword = "Not-The-One-1";
export const homeOrigin = "http://localhost:3000";

/** Where the gateway's form leads with an outcome. */
export const locationOf = (outcome: GatewayOutcome) => gatewayLocation(outcome, "/pkmslogin.form");
export const leadsTo = (answer: Response) => answer.headers.get("location");

export interface GatewayTestApi extends RegistrationTestApi {
  /** A browser before the gateway and, behind its guard, an application that tells what it was told. */
  open(more?: Partial<GatewayDeps>, at?: string): Browser;
  /** Somebody new with an account. */
  somebody(more?: { status?: "T" | "L" }): Promise<{ email: string; id: string }>;
  /** A ticket that signs an account in once. */
  issueTicket(accountId: string): Promise<string>;
}

/** The gateway on a fresh database. */
export async function createGatewayTestApi(more: Partial<ApiDeps> = {}): Promise<GatewayTestApi> {
  const testApi = await createRegistrationTestApi(more);
  let people = 0;
  return {
    ...testApi,
    open(changed = {}, at = homeOrigin) {
      const deps = { ...testApi.deps, ...changed };
      const entrance = new Hono();
      entrance.use("/home", gatewayGuard(deps));
      entrance.get("/home", (context) => context.json(context.req.header()));
      entrance.route("/", gatewayRoutes(deps));
      return new Browser((request) => entrance.fetch(request), at);
    },
    async somebody(account = {}) {
      people += 1;
      const email = `person${people}@courrier.example`;
      return { email, id: await testAccount(testApi, { email, password, personKey: `person-${people}`, ...account }) };
    },
    issueTicket: (accountId) =>
      testApi.database
        .transaction()
        .execute((transaction) => testApi.deps.accountStore.issueTicket(transaction, { accountId })),
  };
}
