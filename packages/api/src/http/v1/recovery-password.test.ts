import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import {
  dataOf,
  firstPassword,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../../test/recovery.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { setPassword } from "../../accounts/account-change.store.ts";
import { renewGatewaySession } from "../../accounts/gateway-session.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { createOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { countFailure, lockoutState } from "../../accounts/sign-in-failure.store.ts";
import { eventsOfAccount } from "../../audit/audit-trail.store.ts";
import { issueLink } from "../../links/link.store.ts";
import { fingerprintAccount } from "../../links/link-owner.rule.ts";

const testApi = await openTestApi();
const person = new Recoverer(testApi);

type Holder = Awaited<ReturnType<typeof newHolder>>;
const postalCode = "H2X 1Y4";
const password = nextPassword;

const accountOf = async ({ accountId }: Holder) => {
  const account = await findAccountById(testApi.database, accountId);
  if (account === undefined) throw new Error("the account is gone");
  return account;
};
const opensWith = async (holder: Holder, secret: string) =>
  (await testApi.deps.hashing.verify(secret, (await accountOf(holder)).passwordHash)) !== "wrong";

/** A reset whose code was verified, and its link. */
async function proven(holder: Holder) {
  const id = await person.startReset(holder.accountEmail);
  const { code, token: linkToken } = await newestReset(testApi, holder.accountEmail);
  return { ...(await person.proven(id, code)), linkToken };
}

/** A password link that the insurer ordered. */
async function issued(holder: Holder, more: { recipient?: string; changesEmail?: true } = {}) {
  const account = await accountOf(holder);
  const rows = await testApi.deps.directory.findByPerson({ companies: ["belair"], personKey: holder.personKey });
  const { recipient = holder.email, ...facts } = more;
  const link = await testApi.database.transaction().execute((transaction) =>
    issueLink(testApi.deps, transaction, {
      brandId: "belair",
      action: "RESETPWD_LOGIN",
      accountId: account.id,
      recipient: { email: recipient, emailAsTyped: recipient },
      ubi: false,
      language: "fr",
      province: "qc",
      accountFingerprint: fingerprintAccount(testApi.deps.keys.lookupHash, { account, rows }),
      lifetimeMinutes: 60,
      ...facts,
    }),
  );
  const handle = { purpose: "link", brandId: "belair", accountId: link.id } as const;
  return { id: createOpaqueId(testApi.deps.keys.secretHash, handle), token: link.token };
}

describe("a new password", () => {
  test("lifts the locks, ends every session and revokes all other links and tokens", async () => {
    const holder = await newHolder(testApi, { status: "L" });
    const keys = loginNameHashes(testApi.deps.keys.lookupHash, { brandId: "belair", email: holder.accountEmail });
    await testApi.database
      .transaction()
      .execute((transaction) => countFailure(transaction, { keys, randomizedThreshold: 1 }));
    await testApi.pool.query("insert into gateway_session (id_hash, account_id) values ('session', $1)", [
      holder.accountId,
    ]);
    const other = await issued(holder);
    const { id, token, linkToken } = await proven(holder);

    const result = await person.password(id, { password, token, postalCode: "h2x1y4" });
    expect(dataOf(result)).toEqual({ email: holder.accountEmail, ticket: expect.any(String) });
    expect(await opensWith(holder, password)).toBe(true);
    expect((await accountOf(holder)).status).toBe("A");
    expect(await lockoutState(testApi.database, keys)).toEqual({ kind: "open" });
    expect(await renewGatewaySession(testApi.database, { idHashes: ["session"], brandId: "belair" })).toBeUndefined();
    const again = { password: "Encore-Un-Autre-7", postalCode };
    expect(summaryOf(await person.password(other.id, { ...again, token: other.token }))).toBe("403 3004 token-expired");
    expect(summaryOf(await person.password(id, { ...again, token: linkToken }))).toBe("403 3004 token-expired");
    expect(summaryOf(await person.password(id, { ...again, token }))).toBe("404 1404");
    const events = await eventsOfAccount(testApi.database, holder.accountId);
    expect(events.map(({ event }) => event)).toEqual(["recovery.started", "code.accepted", "password.reset"]);
  });

  test("A-133 notifies every e-mail on file in the stored language, without a link", async () => {
    const holder = await newHolder(testApi);
    const { id, token } = await proven(holder);
    const english = { ...person.caller, language: "en" };
    dataOf(await person.calls.password(english, id, { password, token, postalCode }));
    for (const email of [holder.accountEmail, holder.email]) {
      const [notice] = await messagesTo(testApi, email);
      expect(notice).toMatchObject({ kind: "passwordChanged", language: "fr" });
      expect(Object.keys(notice?.facts ?? {})).toEqual(["origin", "province"]);
    }
  });

  test.each([
    ["A-118", "too short", "Ab-1", "400 2002", "minlength"],
    ["A-100", "a part of the e-mail", "Account-Vent-42", "400 2002", "containsEmail"],
    ["A-103", "one that everybody uses", "Password123!", "400 2002", "common"],
    ["A-098", "a sign of another kind", "Forêt-Bleue-42€", "400 2003", "invalidCharacter"],
    ["A-101", "the present one", firstPassword, "400 2001", "reused"],
  ])("%s is refused at its field and can be retried when it is %s", async (_id, _what, refused, result, key) => {
    const holder = await newHolder(testApi);
    const { id, token } = await proven(holder);
    const apiResult = await person.password(id, { password: refused, token, postalCode });
    expect(summaryOf(apiResult)).toBe(result);
    expect(apiResult.kind === "error" && apiResult.error.fields).toEqual({ password: key });
    expect(summaryOf(await person.password(id, { password, token, postalCode }))).toBe("200");
  });

  test.each<[string, Parameters<Recoverer["password"]>[1], Record<string, string>]>([
    ["nothing that proves anything", { password }, { token: "required" }],
    ["two proofs", { password, token: "a", tempPassword: "b" }, { tempPassword: "unknown" }],
    ["an empty password", { password: "", token: "a" }, { password: "required" }],
  ])("is refused with %s", async (_what, body, fields) => {
    const { id } = await proven(await newHolder(testApi));
    expect(await person.password(id, body)).toMatchObject({ status: 400, error: { errorCode: 1000, fields } });
  });

  test("needs a token that is at most ten minutes old", async () => {
    const early = await proven(await newHolder(testApi));
    const late = await proven(await newHolder(testApi));
    await testApi.moveClock(540);
    expect(summaryOf(await person.password(early.id, { password, token: early.token, postalCode }))).toBe("200");
    await testApi.moveClock(60);
    expect(summaryOf(await person.password(late.id, { password, token: late.token, postalCode }))).toBe("404 1404");
  });
});

describe("the identity fact", () => {
  test("is required, and is not counted as an attempt when malformed", async () => {
    const { id, token } = await proven(await newHolder(testApi));
    for (const [typed, key] of [
      [undefined, "required"],
      ["H2X", "format"],
      ["", "required"],
      ["1", "format"],
    ] as const) {
      const result = await person.password(id, { password, token, ...(typed !== undefined && { postalCode: typed }) });
      expect(result).toMatchObject({ status: 400, error: { errorCode: 1000, fields: { postalCode: key } } });
    }
    expect(summaryOf(await person.password(id, { password, token, postalCode }))).toBe("200");
  });

  test("is refused twice at its field when wrong, and the third time ends the reset, by code and by link", async () => {
    const holder = await newHolder(testApi);
    const { id, token, linkToken } = await proven(holder);
    const wrong = (by: string) => person.password(id, { password, token: by, postalCode: "H2X 1Y5" });
    const first = await wrong(token);
    expect(first).toMatchObject({ status: 400, error: { errorCode: 1002, fields: { postalCode: "wrong" } } });
    expect(summaryOf(await wrong(linkToken))).toBe("400 1002");
    expect(summaryOf(await wrong(token))).toBe("400 1003 login-difficulties");
    expect(summaryOf(await person.password(id, { password, token, postalCode }))).toBe("404 1404");
    expect(summaryOf(await person.password(id, { password, token: linkToken, postalCode }))).toBe(
      "403 3004 token-expired",
    );
    expect(await opensWith(holder, firstPassword)).toBe(true);
  });

  test("is compared three times for one reset, however many requests arrive at once", async () => {
    const holder = await newHolder(testApi);
    const { id, token, linkToken } = await proven(holder);
    const wrong = (by: string) => person.password(id, { password, token: by, postalCode: "H2X 1Y5" });
    await Promise.all([token, linkToken, token, linkToken, token, linkToken, token, linkToken].map(wrong));
    const events = await eventsOfAccount(testApi.database, holder.accountId);
    expect(events.filter(({ event }) => event === "identity.refused")).toHaveLength(3);
  });

  test("locks a person out after ten wrong ones a day over all flows", async () => {
    const holder = await newHolder(testApi);
    const results: string[] = [];
    for (let link = 0; link < 6; link++) {
      const { id, token } = await issued(holder);
      const attempt = () => person.password(id, { password, token, postalCode: "H2X 1Y5" });
      results.push(summaryOf(await attempt()), summaryOf(await attempt()));
    }
    expect(results.slice(0, 10)).toEqual(Array(10).fill("400 1002"));
    expect(results[10]).toBe("400 1003 login-difficulties");
    const { id, token } = await issued(holder);
    const right = await person.password(id, { password, token, postalCode });
    expect(right).toMatchObject({ error: { errorCode: 1003, until: expect.any(String) } });
  });

  test("is the mobile number for a driver of the programme, who is locked out for a day after three wrong ones", async () => {
    const driver = await newHolder(testApi, { role: 80, ubi: true });
    const { id, token, identityFact } = await proven(driver);
    expect(identityFact).toBe("cellPhone");
    const attempt = (cellPhone: string) => person.password(id, { password, token, cellPhone });
    expect(summaryOf(await attempt("5145559999"))).toBe("400 1002");
    expect(summaryOf(await attempt("514-555-9998"))).toBe("400 1002");
    const third = await attempt("514 555-9997");
    expect(third).toMatchObject({
      error: { errorCode: 1003, roadblock: "wrong-cellphone", until: expect.any(String) },
    });

    const again = await proven(driver);
    const right = () => person.password(again.id, { password, token: again.token, cellPhone: driver.cellPhone });
    expect(summaryOf(await right())).toBe("400 1003 wrong-cellphone");
    await testApi.moveClock(24 * 3600);
    const later = await proven(driver);
    const { token: fresh } = later;
    expect(summaryOf(await person.password(later.id, { password, token: fresh, cellPhone: driver.cellPhone }))).toBe(
      "200",
    );
  });
});

describe("a link", () => {
  test("A-118 sets one password, and then expires without revealing the person", async () => {
    const holder = await newHolder(testApi);
    const { id, token } = await issued(holder);
    expect(summaryOf(await person.password(id, { password, token, postalCode }))).toBe("200");
    const again = await person.password(id, { password: "Encore-Un-Autre-7", token, postalCode });
    expect(summaryOf(again)).toBe("403 3004 token-expired");
    expect(JSON.stringify(again)).not.toMatch(/courrier|St-Onge|Maëlle/);
  });

  test("A-119 finishes its reset in another browser, which revokes the code's token", async () => {
    const holder = await newHolder(testApi);
    const { id, token, linkToken } = await proven(holder);
    expect(summaryOf(await person.password(id, { password, token: linkToken, postalCode }))).toBe("200");
    expect(summaryOf(await person.password(id, { password: "Encore-Un-Autre-7", token, postalCode }))).toBe("404 1404");
    expect(await opensWith(holder, password)).toBe(true);
  });

  test.each<[string, (holder: Holder) => Promise<unknown>]>([
    [
      "the password",
      async ({ accountId }) => {
        const passwordHash = await testApi.deps.hashing.hash("Encore-Un-Autre-7");
        await testApi.database
          .transaction()
          .execute((transaction) => setPassword(transaction, { accountId, passwordHash }));
      },
    ],
    [
      "the e-mail address",
      ({ accountId }) => testApi.pool.query("update account set email = 'moved-' || email where id = $1", [accountId]),
    ],
    [
      "the mobile number",
      ({ rowId }) => testApi.pool.query("update book_row set cell_phone = null where id = $1", [rowId]),
    ],
    ["the policy, by its end", ({ rowId }) => testApi.pool.query("delete from book_row where id = $1", [rowId])],
  ])("A-121 expires after a change of %s", async (_what, change) => {
    const holder = await newHolder(testApi);
    const link = await issued(holder);
    const reset = await proven(holder);
    await change(holder);
    const set = (by: { id: string; token: string }) =>
      person.password(by.id, { password, token: by.token, postalCode });
    expect(summaryOf(await set(link))).toBe("403 3004 token-expired");
    expect(summaryOf(await set({ id: reset.id, token: reset.linkToken }))).toBe("403 3004 token-expired");
    expect(summaryOf(await set(reset))).toBe("404 1404");
  });

  test("A-122 or a token works for its own reset only, whatever id or e-mail is sent", async () => {
    const otherHolder = await newHolder(testApi);
    const victim = await newHolder(testApi);
    const ownReset = await proven(otherHolder);
    const victimReset = await proven(victim);
    const ownLink = await issued(otherHolder);
    const victimLink = await issued(victim);
    for (const [id, token] of [
      [victimReset.id, ownReset.token],
      [victimLink.id, ownReset.token],
      [victimReset.id, ownLink.token],
      [victimLink.id, ownLink.token],
      [await person.found(victim.accountEmail), ownReset.token],
    ] as const)
      expect(summaryOf(await person.password(id, { password, token, postalCode }))).toBe("404 1404");
    const named = { password, token: ownReset.token, postalCode, email: victim.accountEmail };
    expect(summaryOf(await person.password(ownReset.id, named))).toBe("400 1000");
    expect(await opensWith(victim, firstPassword)).toBe(true);
    expect(summaryOf(await person.password(ownReset.id, { password, token: ownReset.token, postalCode }))).toBe("200");
    expect(await opensWith(otherHolder, password)).toBe(true);
  });

  test("to a new e-mail changes the account's e-mail with the password, and notifies the old one", async () => {
    const holder = await newHolder(testApi);
    const { id, token } = await issued(holder, { recipient: `new-${holder.email}`, changesEmail: true });
    const result = await person.password(id, { password, token, postalCode });
    expect(dataOf(result)).toEqual({ email: `new-${holder.email}`, ticket: expect.any(String) });
    expect((await accountOf(holder)).email).toBe(`new-${holder.email}`);
    const kinds = async (email: string) => (await messagesTo(testApi, email)).map(({ kind }) => kind);
    expect((await kinds(holder.accountEmail)).sort()).toEqual(["emailChanged", "passwordChanged"]);
    expect(await kinds(`new-${holder.email}`)).toEqual(["passwordChanged"]);
  });

  test("to an e-mail taken in the meantime changes nothing and stays valid", async () => {
    const holder = await newHolder(testApi);
    const other = await newHolder(testApi);
    const { id, token } = await issued(holder, { recipient: other.accountEmail, changesEmail: true });
    const set = () => person.password(id, { password, token, postalCode });
    expect(summaryOf(await set())).toBe("400 4001");
    expect(await opensWith(holder, firstPassword)).toBe(true);
    await testApi.pool.query("update account set email = 'elsewhere-' || email where id = $1", [other.accountId]);
    expect(summaryOf(await set())).toBe("200");
  });
});
