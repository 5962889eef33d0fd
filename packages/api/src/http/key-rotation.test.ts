import { randomBytes } from "node:crypto";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAuditSecret } from "../../../../test/book-file.ts";
import { linkCaller, linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { endOf, newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import { codeSentTo, createBody, newPerson, otherThan, Visitor } from "../../../../test/registration.ts";
import { rotateKeys } from "../../../../test/rotated-keys.ts";
import { browserSessionHeaders, fillWindow, supportDeskOf } from "../../../../test/support-desk.ts";
import { buildApi } from "../build-api.ts";
import { authenticate } from "../flows/sign-in/sign-in.ts";
import {
  createGatewayTestApi,
  type GatewayTestApi,
  homeOrigin,
  password,
  wrongPassword,
} from "../gateway/test/gateway-test-api.ts";
import { limitStore } from "../limits/limit.store.ts";
import { deriveKeys } from "../platform/keys.adapter.ts";
import { secureRandom } from "../platform/random.adapter.ts";

/** Fixes the randomized lockout threshold at the sixth wrong password. */
const sixth = {
  ...secureRandom,
  integer: (from: number, to: number) => (to <= 6 ? to : secureRandom.integer(from, to)),
};
const pause = limits.loginAccountName.pauseMinutes * 60 + 1;

let before: GatewayTestApi;
let after: GatewayTestApi;
beforeAll(async () => {
  before = await createGatewayTestApi({ random: sixth, clientIpLimitFactor: 1 });
  after = rotateKeys(before);
});
afterAll(() => before.close());

let names = 0;
const unknownName = () => `nobody${++names}@courrier.example`;

const newSession = () => ({
  idHash: randomBytes(16).toString("hex"),
  replaces: [],
  device: {},
  newDeviceId: "new-device",
});
const signIn = async (
  testApi: GatewayTestApi,
  username: string,
  { typed = wrongPassword, devices = new Map() } = {},
) => {
  const secret = { kind: "password", password: typed } as const;
  const locale = { province: "qc", language: "fr" };
  const clientIp = `198.51.100.${1 + (randomBytes(1)[0] ?? 0)}`;
  return authenticate(
    { ...testApi.deps, limits: limitStore(testApi.deps) },
    { brandId: "belair", username, secret, clientIp, origin: homeOrigin, devices, session: newSession(), locale },
  );
};
const kindOf = async (...attempt: Parameters<typeof signIn>) => (await signIn(...attempt)).kind;

async function fail(testApi: GatewayTestApi, username: string, times: number, devices = new Map()) {
  const kinds: string[] = [];
  for (let count = 0; count < times; count++) kinds.push(await kindOf(testApi, username, { devices }));
  return kinds;
}

describe("A-202 F-29 a name, after a rotation of the lookup secret,", () => {
  test("stays locked out until the same time, with an account or without", async () => {
    for (const name of [(await before.createAccount()).email, unknownName()]) {
      await fail(before, name, 5);
      const paused = await signIn(before, name);
      expect(paused.kind).toBe("lockedForTime");
      expect(await signIn(after, name, { typed: password })).toEqual(paused);
      expect(await signIn(after, name)).toEqual(paused);
    }
  });

  test("unlocks when the earlier lockout ends, and starts a full new count", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 6);
    await before.moveClock(pause);
    expect(await fail(after, email, 6)).toEqual([...Array(5).fill("bad"), "lockedForTime"]);
    await before.moveClock(pause);
    expect(await kindOf(after, email, { typed: password })).toBe("ok");
    expect(await fail(after, email, 6)).toEqual([...Array(5).fill("bad"), "lockedForTime"]);
  });

  test("continues the count of wrong passwords", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 4);
    expect(await fail(after, email, 2)).toEqual(["bad", "lockedForTime"]);
  });

  test("continues the count when one attempt is left", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 5);
    expect(await fail(after, email, 1)).toEqual(["lockedForTime"]);
  });

  test("accepts no more of 50 concurrent wrong passwords than were left", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 3);
    const kinds = await Promise.all(Array.from({ length: 50 }, () => kindOf(after, email)));
    expect(kinds.filter((kind) => kind === "bad")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "lockedForTime")).toHaveLength(48);
  });

  test("restarts the count after a right password", async () => {
    const { email } = await before.createAccount();
    await fail(before, email, 5);
    expect(await kindOf(after, email, { typed: password })).toBe("ok");
    expect(await fail(after, email, 5)).toEqual(Array(5).fill("bad"));
  });

  test("keeps the count of the owner's trusted browser", async () => {
    const { email, id } = await before.createAccount();
    const devices = new Map([[id, "owner"]]);
    await fail(before, email, 6, devices);
    expect(await kindOf(after, email, { typed: password, devices })).toBe("lockedForTime");
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
      expect(await kindOf(after, email)).toBe("bad");
      const clients = linkClients(after);
      expect(endOf(await clients.accounts.authenticate(linkCaller, id, { password: wrongPassword }))).toBe(
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

describe("A-202 F-29 a password reset, after a rotation of all secrets,", () => {
  const postalCode = "H2X 1Y4";
  const started = async () => {
    const holder = await newHolder(before);
    const id = await new Recoverer(before).startReset(holder.accountEmail);
    return { holder, id, ...(await newestReset(before, holder.accountEmail)) };
  };

  test("accepts the code sent before, and the token it returned", async () => {
    const { id, code } = await started();
    const person = new Recoverer(after);
    const proven = await person.proven(id, code);
    expect(endOf(await person.password(proven.id, { password: nextPassword, token: proven.token, postalCode }))).toBe(
      "200",
    );
  });

  test("accepts the token of a code verified before", async () => {
    const { id, code } = await started();
    const proven = await new Recoverer(before).proven(id, code);
    const body = { password: nextPassword, token: proven.token, postalCode };
    expect(endOf(await new Recoverer(after).password(proven.id, body))).toBe("200");
  });

  test("accepts the link sent before", async () => {
    const { id, token } = await started();
    expect(endOf(await new Recoverer(after).password(id, { password: nextPassword, token, postalCode }))).toBe("200");
  });

  test("lifts a lockout from before the rotation", async () => {
    const { holder, id, token } = await started();
    await fail(before, holder.accountEmail, 6);
    expect(await kindOf(after, holder.accountEmail)).toBe("lockedForTime");
    await new Recoverer(after).password(id, { password: nextPassword, token, postalCode });
    expect(await kindOf(after, holder.accountEmail, { typed: nextPassword })).toBe("ok");
  });

  test("revokes the code of the previous message", async () => {
    const { holder, id, code } = await started();
    await new Recoverer(after).startReset(holder.accountEmail);
    expect(endOf(await new Recoverer(after).validate(id, code))).toBe("400 3005");
  });

  test("continues the count of wrong codes, for known and unknown e-mails", async () => {
    for (const email of [(await newHolder(before)).accountEmail, unknownName()]) {
      const guess = async (testApi: GatewayTestApi, times: number) => {
        const person = new Recoverer(testApi);
        const id = await person.startReset(email);
        let end = "";
        for (let count = 0; count < times; count++) end = endOf(await person.validate(id, "000000"));
        return end;
      };
      for (let round = 0; round < 3; round++) await guess(before, 3);
      expect(await guess(after, 1)).toBe("403 3002 login-difficulties");
    }
  });
});

describe("A-202 F-29 after a rotation of all secrets the API still accepts", () => {
  test("a registration code", async () => {
    const person = await newPerson(before, { cell_phone: null, email: unknownName() });
    const visitor = await new Visitor(before.apis).toCode(person);
    const later = new Visitor(after.apis);
    later.token = visitor.token;
    await later.verify(await codeSentTo(before, person.email));
    expect(later.page()).toBe("CREATE");
  });

  test("a PIN", async () => {
    const person = await newPerson(before, { pin: "AB12-CD34", email: unknownName() });
    const visitor = await new Visitor(before.apis).toCode(person, { by: "policyNumber", option: "PIN" });
    const later = new Visitor(after.apis);
    later.token = visitor.token;
    await later.verify(person.pin);
    expect(later.page()).toBe("CONFIRM_USERNAME");
  });

  test("a link that the insurer ordered", async () => {
    const clients = linkClients(before);
    const { token } = await liveLinkFor(
      clients,
      orderFor(await newPerson(before, { email: unknownName() }), { action: "DEFPWD_REGISTER" }),
    );
    const read = await linkClients(after).links.read(linkCaller, token);
    expect(endOf(read)).toBe("200");
  });

  test("a sign-in ticket, a browser's session and its trusted-device cookie", async () => {
    const { email, id } = await before.createAccount();
    const browser = before.open();
    await browser.signIn(email, password);
    const later = after.open();
    for (const [name, value] of browser.cookies) later.cookies.set(name, value);
    expect((await later.get("/account")).status).toBe(200);
    await fail(after, email, 6);
    later.cookies.delete("PD-H-SESSION-ID");
    await later.signIn(email, password);
    expect((await later.get("/account")).status).toBe(200);
    const ticket = await before.issueTicket(id);
    const locale = { province: "qc", language: "fr" };
    const attempt = {
      brandId: "belair",
      username: email,
      clientIp: "192.0.2.3",
      origin: homeOrigin,
      devices: new Map(),
      session: newSession(),
      locale,
    };
    const used = { ...after.deps, limits: limitStore(after.deps) };
    expect((await authenticate(used, { ...attempt, secret: { kind: "ticket", ticket } })).kind).toBe("ok");
  });
});

describe("A-202 F-29 while servers are restarted one after another with rotated secrets", () => {
  const servers = () => [before, rotateKeys(before, 1), after] as const;

  test.each([
    ["the first step is on one of two servers", [0, 1]],
    ["the second step is on one of two servers", [1, 2]],
  ] as const)("and %s, no flow is lost", async (_what, [one, two]) => {
    const pair = [servers()[one], servers()[two]] as const;
    for (const [issuing, using] of [pair, [...pair].reverse() as never]) {
      const person = await newPerson(before, { cell_phone: null, email: unknownName() });
      const visitor = await new Visitor([issuing.apis[0], using.apis[0]]).toCode(person);
      await visitor.verify(await codeSentTo(before, person.email));
      expect(await visitor.call("create", createBody)).toMatchObject({ kind: "ok" });

      const { email } = await before.createAccount();
      const browser = issuing.open();
      await browser.signIn(email, password);
      const other = using.open();
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      expect((await other.get("/account")).status).toBe(200);

      const holder = await newHolder(before);
      const id = await new Recoverer(issuing).startReset(holder.accountEmail);
      const { code } = await newestReset(before, holder.accountEmail);
      const proven = await new Recoverer(using).proven(id, code);
      const body = { password: nextPassword, token: proven.token, postalCode: "H2X 1Y4" };
      expect(endOf(await new Recoverer(issuing).password(proven.id, body))).toBe("200");
    }
  });

  test("and the new secret signs before every server knows it, a registration is lost", async () => {
    const visitor = new Visitor([after.apis[0], before.apis[0]]);
    await visitor.call("start");
    expect(await visitor.repeat("accountType", visitor.token, { accountType: "policyHolder" })).not.toMatchObject({
      kind: "ok",
    });
  });

  test("and the older secret is removed, what it signed is refused", async () => {
    const visitor = await new Visitor(before.apis).start("policyHolder");
    const only = deriveKeys({
      ...{ token: ["new token"], hash: ["new hash"], lookup: ["new lookup"], cookie: ["new cookie"] },
      audit: [testAuditSecret],
    });
    const later = new Visitor([buildApi({ ...before.deps, keys: only })]);
    expect(await later.repeat("identify", visitor.token, { email: unknownName() })).not.toMatchObject({ kind: "ok" });
  });
});

test("A-202 F-29 continues the count of wrong registration codes after a rotation of the lookup secret", async () => {
  const person = await newPerson(before, { cell_phone: null });
  const guess = async (testApi: GatewayTestApi, times: number) => {
    const visitor = new Visitor(testApi.apis);
    let ends: string[] = [];
    while (ends.length < times) {
      await visitor.toCode(person);
      const wrong = otherThan(await codeSentTo(testApi, person.email));
      for (let tries = 0; tries < 5 && ends.length < times; tries++) {
        const reply = await visitor.verify(wrong);
        ends = [...ends, reply.kind === "error" ? reply.error.error : reply.kind];
      }
    }
    return ends.at(-1);
  };
  expect(await guess(before, 9)).toBe("INVALID_ACTIVATION_CODE");
  const ended = await guess(after, 1);
  expect(ended).not.toBe("INVALID_ACTIVATION_CODE");
});

describe("A-202 F-29 a support reference, after a rotation of the lookup secret,", () => {
  const newBrowserSession = (address?: string) => browserSessionHeaders(randomBytes(16).toString("base64url"), address);

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
    const address = "198.51.100.200";
    const [window, visit] = [{ limit: "findAddress", subject: address } as const, newBrowserSession(address)];
    const earlier = await supportDeskOf(before).reference({ page: "/" }, visit);
    await fillWindow(before, window);
    const desk = supportDeskOf(after);
    const later = await desk.reference({ page: "/" }, visit);
    const full = [{ limit: "findAddress", until: expect.any(String) }];
    expect([(await desk.caseOf(earlier)).limits, (await desk.caseOf(later)).limits]).toEqual([full, full]);
    await before.moveClock(limits.findAddress.windowMinutes * 60 + 1);
    expect((await desk.caseOf(earlier)).limits).toEqual([]);
    const store = limitStore(after.deps);
    while ((await store.consume(after.database, window)).kind === "taken");
    expect([(await desk.caseOf(earlier)).limits, (await desk.caseOf(later)).limits]).toEqual([full, full]);
  });
});

test("queries the sign-in counters equally often with two active keys as with one", async () => {
  const questions = async (testApi: GatewayTestApi) => {
    const { email } = await before.createAccount();
    const asked: string[] = [];
    const database = testApi.database.withPlugin({
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes("sign_in_failure")) asked.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await signIn({ ...testApi, deps: { ...testApi.deps, database } }, email);
    return asked.length;
  };
  expect(await questions(before)).toBe(2);
  expect(await questions(after)).toBe(2);
});
