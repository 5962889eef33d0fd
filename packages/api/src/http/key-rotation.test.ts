import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testAuditSecret } from "../../../../test/book-file.ts";
import { linkCaller, linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer, summaryOf } from "../../../../test/recovery.ts";
import { codeSentTo, createBody, newPerson, otherThan, Visitor } from "../../../../test/registration.ts";
import { rotateKeys } from "../../../../test/rotated-keys.ts";
import { brandOfAttempt } from "../../../../test/sign-in-attempt.ts";
import { clientOf, signedInPerson } from "../../../../test/signed-in.ts";
import { buildApi } from "../build-api.ts";
import { authenticate } from "../flows/sign-in/sign-in.ts";
import { type GatewayTestApi, homeOrigin, password } from "../gateway/test/gateway-test-api.ts";
import { limitStore } from "../limits/limit.store.ts";
import { deriveKeys } from "../platform/keys.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { resealSecrets } from "../second-factor/reseal-secrets.ts";
import { totpCode } from "../second-factor/test/totp-code.ts";
import { consumeAuthenticatorCode } from "../second-factor/verify-second-factor.ts";
import { fail, kindOf, openRotatedTestApis, sampleSession } from "./test/key-rotation.ts";

const { after, before, unknownName } = await openRotatedTestApis();

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
    expect(
      summaryOf(await person.password(proven.id, { password: nextPassword, token: proven.token, postalCode })),
    ).toBe("200");
  });

  test("accepts the token of a code verified before", async () => {
    const { id, code } = await started();
    const proven = await new Recoverer(before).proven(id, code);
    const body = { password: nextPassword, token: proven.token, postalCode };
    expect(summaryOf(await new Recoverer(after).password(proven.id, body))).toBe("200");
  });

  test("accepts the link sent before", async () => {
    const { id, token } = await started();
    expect(summaryOf(await new Recoverer(after).password(id, { password: nextPassword, token, postalCode }))).toBe(
      "200",
    );
  });

  test("ends a lockout that began before the rotation", async () => {
    const { holder, id, token } = await started();
    await fail(before, holder.accountEmail, 6);
    expect(await kindOf(after, holder.accountEmail)).toBe("lockedOut");
    await new Recoverer(after).password(id, { password: nextPassword, token, postalCode });
    expect(await kindOf(after, holder.accountEmail, { typed: nextPassword })).toBe("ok");
  });

  test("revokes the code of the previous message", async () => {
    const { holder, id, code } = await started();
    await new Recoverer(after).startReset(holder.accountEmail);
    expect(summaryOf(await new Recoverer(after).validate(id, code))).toBe("400 3005");
  });

  test("continues the count of wrong codes, for known and unknown e-mails", async () => {
    for (const email of [(await newHolder(before)).accountEmail, unknownName()]) {
      const guess = async (testApi: GatewayTestApi, times: number) => {
        const person = new Recoverer(testApi);
        const id = await person.startReset(email);
        let result = "";
        for (let count = 0; count < times; count++) result = summaryOf(await person.validate(id, "000000"));
        return result;
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
    expect(summaryOf(read)).toBe("200");
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
      ...brandOfAttempt(before.deps),
      username: email,
      clientIp: "192.0.2.3",
      origin: homeOrigin,
      devices: new Map(),
      session: sampleSession(),
      locale,
    };
    const used = { ...after.deps, limits: limitStore(after.deps) };
    expect((await authenticate(used, { ...attempt, secret: { kind: "ticket", ticket } })).kind).toBe("ok");
  });
});

test("A-202 F-29 encrypts the secrets of authenticator apps again, so that the older key can be removed", async () => {
  const { caller, accountId } = await signedInPerson(before);
  const apps = clientOf(before, secondFactorEndpoints);
  const { secret } = dataOf(await apps.setUp(caller));
  dataOf(await apps.add(caller, { name: "App", code: totpCode(secret, before.deps.clock.now()) }));
  const accepts = async (keys: Keys, secondsLater: number) => {
    const code = totpCode(secret, new Date(before.deps.clock.now().getTime() + secondsLater * 1000));
    return transact(before.database, (transaction) =>
      consumeAuthenticatorCode({ keys }, transaction, { accountId, code }),
    );
  };
  expect(await accepts(after.deps.keys, 30)).toMatchObject({ kind: "accepted" });
  const only = deriveKeys({
    token: ["new token"],
    hash: ["new hash"],
    lookup: ["new lookup"],
    cookie: ["new cookie"],
    audit: [testAuditSecret],
  });
  expect(await accepts(only, 0)).toEqual({ kind: "wrong" });
  expect(await resealSecrets(before.database, after.deps.keys.storedSecret)).toBeGreaterThan(0);
  expect(await resealSecrets(before.database, after.deps.keys.storedSecret)).toBe(0);
  await before.pool.query("update authenticator set last_step = 0 where account_id = $1", [accountId]);
  expect(await accepts(only, 0)).toMatchObject({ kind: "accepted" });
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
      expect(summaryOf(await new Recoverer(issuing).password(proven.id, body))).toBe("200");
    }
  });

  test("and the new secret signs before every server has it, a registration is lost", async () => {
    const visitor = new Visitor([after.apis[0], before.apis[0]]);
    await visitor.call("start");
    expect(await visitor.repeat("accountType", visitor.token, { accountType: "policyHolder" })).not.toMatchObject({
      kind: "ok",
    });
  });

  test("and the older secret is removed, what it signed is refused", async () => {
    const visitor = await new Visitor(before.apis).start("policyHolder");
    const only = deriveKeys({
      token: ["new token"],
      hash: ["new hash"],
      lookup: ["new lookup"],
      cookie: ["new cookie"],
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
    let results: string[] = [];
    while (results.length < times) {
      await visitor.toCode(person);
      const wrong = otherThan(await codeSentTo(testApi, person.email));
      for (let tries = 0; tries < 5 && results.length < times; tries++) {
        const result = await visitor.verify(wrong);
        results = [...results, result.kind === "error" ? result.error.error : result.kind];
      }
    }
    return results.at(-1);
  };
  expect(await guess(before, 9)).toBe("INVALID_ACTIVATION_CODE");
  const ended = await guess(after, 1);
  expect(ended).not.toBe("INVALID_ACTIVATION_CODE");
});
