import { randomBytes } from "node:crypto";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { describe, expect, test } from "vitest";
import { linkCaller, linkClients } from "../../../../test/links.ts";
import { Recoverer, summaryOf } from "../../../../test/recovery.ts";
import { browserSessionHeaders, fillWindow, supportDeskOf } from "../../../../test/support-desk.ts";
import { buildApi } from "../build-api.ts";
import { type GatewayTestApi, password, wrongPassword } from "../gateway/test/gateway-test-api.ts";
import { limitStore } from "../limits/limit.store.ts";
import { fail, kindOf, openRotatedTestApis, pause, signIn } from "./test/key-rotation.ts";

const { after, before, unknownName } = await openRotatedTestApis();

describe("A-202 F-29 a name, after a rotation of the lookup secret,", () => {
  test("stays locked out until the same time, with an account or without", async () => {
    for (const name of [(await before.createAccount()).email, unknownName()]) {
      await fail(before, name, 5);
      const paused = await signIn(before, name);
      expect(paused.kind).toBe("lockedOut");
      expect(await signIn(after, name, { typed: password })).toEqual(paused);
      expect(await signIn(after, name)).toEqual(paused);
    }
  });

  test("unlocks when the earlier lockout ends, and starts a full new count", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 6);
    await before.moveClock(pause);
    expect(await fail(after, email, 6)).toEqual([...Array(5).fill("invalidCredentials"), "lockedOut"]);
    await before.moveClock(pause);
    expect(await kindOf(after, email, { typed: password })).toBe("ok");
    expect(await fail(after, email, 6)).toEqual([...Array(5).fill("invalidCredentials"), "lockedOut"]);
  });

  test("continues the count of wrong passwords", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 4);
    expect(await fail(after, email, 2)).toEqual(["invalidCredentials", "lockedOut"]);
  });

  test("continues the count when one attempt is left", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 5);
    expect(await fail(after, email, 1)).toEqual(["lockedOut"]);
  });

  test("accepts no more of 50 concurrent wrong passwords than were left", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 3);
    const kinds = await Promise.all(Array.from({ length: 50 }, () => kindOf(after, email)));
    expect(kinds.filter((kind) => kind === "invalidCredentials")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "lockedOut")).toHaveLength(48);
  });

  test("restarts the count after a correct password", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 5);
    expect(await kindOf(after, email, { typed: password })).toBe("ok");
    expect(await fail(after, email, 5)).toEqual(Array(5).fill("invalidCredentials"));
  });

  test("keeps the count of the owner's trusted browser", async () => {
    const { email, id } = await before.createAccount();
    const devices = new Map([[id, "owner"]]);
    await fail(before, email, 6, devices);
    expect(await kindOf(after, email, { typed: password, devices })).toBe("lockedOut");
    expect(await kindOf(after, email, { typed: password })).toBe("ok");
  });

  test("counts to the hundredth consecutive wrong password, and stays locked until a reset", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 1);
    await before.pool.query(
      "update sign_in_failure set consecutive = 99 where touched_at = (select max(touched_at) from sign_in_failure)",
    );
    expect(await fail(after, email, 1)).toEqual(["lockedUntilReset"]);
    const disabled = unknownName();
    await fail(before, disabled, 1);
    await before.pool.query(
      "update sign_in_failure set consecutive = 100 where touched_at = (select max(touched_at) from sign_in_failure)",
    );
    await before.moveClock(pause);
    expect(await kindOf(after, disabled)).toBe("lockedUntilReset");
  });

  test("shares the count with an account id issued before", async () => {
    const client = (testApi: GatewayTestApi) =>
      createClient(accountEndpoints, {
        baseUrl: "http://localhost",
        fetch: async (request) => testApi.apis[0].fetch(request),
      });
    for (const email of [(await before.createAccount()).email, unknownName()]) {
      const found = await client(before).find(linkCaller, { email });
      const id = found.kind === "ok" ? found.data.id : "";
      await fail(before, email, 4);
      expect(await kindOf(after, email)).toBe("invalidCredentials");
      const clients = linkClients(after);
      expect(summaryOf(await clients.accounts.authenticate(linkCaller, id, { password: wrongPassword }))).toBe(
        "403 3002 login-difficulties",
      );
    }
  });

  test("continues the count of an outside gateway's refusals", async () => {
    const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;
    const bounce = async (testApi: GatewayTestApi, email: string) => {
      const brand = { ...testApi.deps.brands.defaultBrand, gateway: outside };
      const api = buildApi({ ...testApi.deps, brands: { ...testApi.deps.brands, byApiKey: () => brand } });
      const client = createClient(accountEndpoints, {
        baseUrl: "http://localhost",
        fetch: async (request) => api.fetch(request),
      });
      const found = await client.find(linkCaller, { email });
      return (await client.bounce(linkCaller, found.kind === "ok" ? found.data.id : "", { email })).kind;
    };
    const email = unknownName();
    for (let count = 0; count < 4; count++) expect(await bounce(before, email)).toBe("ok");
    expect([await bounce(after, email), await bounce(after, email)]).toEqual(["ok", "error"]);
  });
});

test("queries the sign-in counters equally often with two active keys as with one", async () => {
  const questions = async (testApi: GatewayTestApi) => {
    const { email } = await before.createAccount();
    const requested: string[] = [];
    const database = testApi.database.withPlugin({
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes("sign_in_failure")) requested.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await signIn({ ...testApi, deps: { ...testApi.deps, database } }, email);
    return requested.length;
  };
  expect(await questions(before)).toBe(2);
  expect(await questions(after)).toBe(2);
});

describe("A-202 F-29 a support reference, after a rotation of the lookup secret,", () => {
  const newBrowserSession = (clientIp?: string) =>
    browserSessionHeaders(randomBytes(16).toString("base64url"), clientIp);

  test("shows lockouts of a name without an account from before and after the rotation", async () => {
    const name = unknownName();
    const handle = await new Recoverer(before).found(name);
    const earlier = await supportDeskOf(before).reference({ handle, page: "/" });
    await fail(before, name, 6);
    const paused = [{ limit: "signInPaused", until: expect.any(String) }];
    const { caseOf, reference } = supportDeskOf(after);
    expect((await caseOf(earlier)).limits).toEqual(paused);
    const later = await reference({ handle, page: "/" });
    expect((await caseOf(later)).limits).toEqual(paused);
    await before.moveClock(pause);
    expect((await caseOf(earlier)).limits).toEqual([]);
    await fail(after, name, 6);
    expect([(await caseOf(earlier)).limits, (await caseOf(later)).limits]).toEqual([paused, paused]);
    expect((await caseOf(earlier)).wrongPasswords).toBe(12);
  });

  test("shows a client IP limit reached before or after the rotation", async () => {
    const clientIp = "198.51.100.200";
    const window = { limit: "findClientIp", subject: clientIp } as const;
    const browserSession = newBrowserSession(clientIp);
    const earlier = await supportDeskOf(before).reference({ page: "/" }, browserSession);
    await fillWindow(before, window);
    const desk = supportDeskOf(after);
    const later = await desk.reference({ page: "/" }, browserSession);
    const full = [{ limit: "findClientIp", until: expect.any(String) }];
    expect([(await desk.caseOf(earlier)).limits, (await desk.caseOf(later)).limits]).toEqual([full, full]);
    await before.moveClock(limits.findClientIp.windowMinutes * 60 + 1);
    expect((await desk.caseOf(earlier)).limits).toEqual([]);
    const store = limitStore(after.deps);
    while ((await store.consume(after.database, window)).kind === "allowed");
    expect([(await desk.caseOf(earlier)).limits, (await desk.caseOf(later)).limits]).toEqual([full, full]);
  });
});
