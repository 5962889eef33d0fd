import { maxAuthenticators, recoveryCodeCount } from "@vestibule/catalogue/account.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { removalUndoEndpoints, secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { describe, expect, test } from "vitest";
import { mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, firstPassword, newHolder, summaryOf } from "../../../../../test/recovery.ts";
import { clientOf, openSession, signedInPerson, signedOutCaller } from "../../../../../test/signed-in.ts";
import { totpCode } from "../../second-factor/test/totp-code.ts";

const testApi = await openTestApi();
const api = clientOf(testApi, secondFactorEndpoints);
const otherServer = clientOf(testApi, secondFactorEndpoints, 1);
const passkeys = clientOf(testApi, passkeyEndpoints);
const credentials = clientOf(testApi, credentialEndpoints);
const undoLinks = clientOf(testApi, removalUndoEndpoints);
type Caller = Awaited<ReturnType<typeof openSession>>;

const now = () => testApi.deps.clock.now();
const inSeconds = (seconds: number) => new Date(now().getTime() + seconds * 1000);
/** Codes of earlier steps than the newest accepted one are used up, so that each test step takes a later one. */
const nextStep = () => testApi.moveClock(60);

async function addApp(caller: Caller, name = "Téléphone") {
  const { secret } = dataOf(await api.setUp(caller));
  dataOf(await otherServer.add(caller, { name, code: totpCode(secret, now()) }));
  const { authenticators } = dataOf(await api.list(caller));
  return { secret, id: authenticators.at(-1)?.id ?? "" };
}

/** An account with an app that has settled, and a session opened by the password alone. */
async function ownerWithApp() {
  const owner = await newHolder(testApi);
  const { secret, id } = await addApp(await openSession(testApi, owner.accountId));
  await testApi.pool.query(
    "update authenticator set confirmed_at = confirmed_at - interval '30 days', last_step = 0 where id = $1",
    [id],
  );
  await testApi.pool.query("update account set settling_until = null where id = $1", [owner.accountId]);
  return { ...owner, secret, id, caller: await openSession(testApi, owner.accountId) };
}

const settledEvents = async (accountId: string) =>
  (
    await testApi.pool.query(
      "select event from audit_event where account_id = $1 and event ~ '^(authenticator|recoveryCodes|method)' order by id",
      [accountId],
    )
  ).rows.map(({ event }) => event);
const noticesTo = async (email: string) => (await mailsTo(testApi, email)).map(({ kind }) => kind);
const stale = (accountId: string) =>
  testApi.pool.query(
    "update gateway_session set started_at = started_at - interval '11 minutes' where account_id = $1",
    [accountId],
  );

describe("the contacts on file that get a code", () => {
  const contactsOf = async (person: Awaited<ReturnType<typeof newHolder>>) =>
    dataOf(await api.list(await openSession(testApi, person.accountId))).methods;

  test("are listed by their ends: the telephone, and the e-mail where nothing better is on file", async () => {
    const person = await newHolder(testApi);
    const maskedRecipient = `•••-•••-••${person.cellPhone.slice(-2)}`;
    expect(await contactsOf(person)).toEqual([
      { id: "text", method: "text", maskedRecipient },
      { id: "call", method: "call", maskedRecipient },
    ]);
    expect(await contactsOf(await newHolder(testApi, { cell_phone: null }))).toEqual([
      { id: "email", method: "email", maskedRecipient: expect.stringContaining("•") },
    ]);
  });
});

describe("the method that a login asks for first", () => {
  const orderOf = async (caller: Caller) => {
    const { methods, first } = dataOf(await api.list(caller));
    return { methods: methods.map(({ id }) => id), first };
  };

  test("is chosen without a fresh proof, written once for the same choice, and announced to no contact", async () => {
    const { caller, accountId, accountEmail } = await ownerWithApp();
    await stale(accountId);
    const before = await noticesTo(accountEmail);
    expect(await orderOf(caller)).toEqual({ methods: ["authenticator", "text", "call"], first: undefined });
    for (const server of [api, otherServer]) dataOf(await server.chooseFirst(caller, { id: "text" }));
    expect(await orderOf(caller)).toEqual({ methods: ["text", "authenticator", "call"], first: "text" });
    dataOf(await api.chooseFirst(caller, { id: "authenticator" }));
    expect(await orderOf(caller)).toEqual({ methods: ["authenticator", "text", "call"], first: "authenticator" });
    const { rows } = await testApi.pool.query(
      "select facts->>'method' as method from audit_event where account_id = $1 and event = 'second-factor.firstChosen' order by id",
      [accountId],
    );
    expect(rows).toEqual([{ method: "text" }, { method: "authenticator" }]);
    expect(await noticesTo(accountEmail)).toEqual(before);
  });

  test.each(["text.2", "email", "recoveryCode", "passkey"])("is refused as %s, which cannot be first", async (id) => {
    const { caller, secret } = await ownerWithApp();
    dataOf(await api.prove(caller, { code: totpCode(secret, now()) }));
    dataOf(await api.makeRecoveryCodes(caller));
    expect(summaryOf(await api.chooseFirst(caller, { id }))).toMatch(/^400 1000/);
  });

  test("is by strength again once the chosen one is removed", async () => {
    const { caller, id, secret } = await ownerWithApp();
    dataOf(await api.chooseFirst(caller, { id: "authenticator" }));
    dataOf(await api.prove(caller, { code: totpCode(secret, now()) }));
    dataOf(await api.remove(caller, id));
    expect(await orderOf(caller)).toEqual({ methods: ["text", "call"], first: undefined });
  });
});

describe("an authenticator app", () => {
  test("is added with a code that another library computed, listed, and the owner is notified", async () => {
    const { person, caller, accountId } = await signedInPerson(testApi);
    expect(dataOf(await api.list(caller)).authenticators).toEqual([]);
    const { secret, uri } = dataOf(await api.setUp(caller));
    expect(uri).toContain(secret);
    dataOf(await api.add(caller, { name: " Mon  téléphone", code: totpCode(secret, now()) }));
    expect(dataOf(await api.list(caller))).toMatchObject({
      authenticators: [{ id: expect.any(String), name: "Mon téléphone", createdAt: expect.any(String), isOff: false }],
    });
    expect(await noticesTo(person.email)).toContain("authenticatorAdded");
    expect(await settledEvents(accountId)).toEqual(["authenticator.added"]);
  });

  test("A-472 is kept with a notice to every e-mail on file", async () => {
    const owner = await ownerWithApp();
    dataOf(await api.prove(owner.caller, { code: totpCode(owner.secret, now()) }));
    const before = (await noticesTo(owner.email)).length;
    await testApi.pool.query("update authenticator set off_since = now() where account_id = $1", [owner.accountId]);
    dataOf(await api.keep(owner.caller, owner.id));
    expect((await noticesTo(owner.email)).slice(before)).toEqual(["authenticatorAdded"]);
  });

  test("keeps its secret while the page is loaded again, and gets a new one after fifteen minutes", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const first = dataOf(await api.setUp(caller));
    expect(dataOf(await otherServer.setUp(caller))).toEqual(first);
    await testApi.pool.query(
      "update authenticator set created_at = created_at - interval '16 minutes' where account_id = $1",
      [accountId],
    );
    expect(summaryOf(await api.add(caller, { name: "App", code: totpCode(first.secret, now()) }))).toBe("404 1404");
    const second = dataOf(await api.setUp(caller));
    expect(second.secret).not.toBe(first.secret);
    dataOf(await api.add(caller, { name: "App", code: totpCode(second.secret, now()) }));
  });

  test.each([
    ["ahead", 120, "clockAhead"],
    ["behind", -120, "clockBehind"],
    ["an hour away", 3600, undefined],
  ])("is not added with a code of a clock that is %s, and the reason is named", async (_what, seconds, reason) => {
    const { caller } = await signedInPerson(testApi);
    const { secret } = dataOf(await api.setUp(caller));
    const result = await api.add(caller, { name: "App", code: totpCode(secret, inSeconds(seconds)) });
    expect(result).toMatchObject({ status: 400, error: { errorCode: 3005 } });
    expect(result.kind === "error" ? result.error.reason : "").toBe(reason);
    dataOf(await api.add(caller, { name: "App", code: totpCode(secret, now()) }));
  });

  test("is renamed once for the same name, and removed with a notice to every e-mail on file", async () => {
    const owner = await ownerWithApp();
    dataOf(await api.prove(owner.caller, { code: totpCode(owner.secret, now()) }));
    for (const _repeated of [1, 2]) dataOf(await api.rename(owner.caller, owner.id, { name: "Tablette" }));
    dataOf(await api.remove(owner.caller, owner.id));
    expect(dataOf(await api.list(owner.caller)).authenticators).toEqual([]);
    for (const email of [owner.accountEmail, owner.email])
      expect(await noticesTo(email)).toContain("authenticatorRemoved");
    expect(await settledEvents(owner.accountId)).toEqual([
      "authenticator.added",
      "authenticator.renamed",
      "authenticator.removed",
    ]);
    await nextStep();
    expect(summaryOf(await api.prove(owner.caller, { code: totpCode(owner.secret, now()) }))).toBe("400 3005");
  });

  test("is one of five at most, also with 50 additions at once", async () => {
    const { caller } = await signedInPerson(testApi);
    const { secret } = dataOf(await api.setUp(caller));
    const code = totpCode(secret, now());
    const added = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => (nth % 2 ? api : otherServer).add(caller, { name: "App", code })),
    );
    expect(added.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    for (let count = 1; count < maxAuthenticators; count++) await addApp(caller);
    expect(summaryOf(await api.setUp(caller))).toBe("409 1413");
    expect(dataOf(await api.list(caller)).authenticators).toHaveLength(maxAuthenticators);
  });

  test("A-319 has a secret that the database does not show", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const { secret } = await addApp(caller);
    const { rows } = await testApi.pool.query("select * from authenticator where account_id = $1", [accountId]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe("a change of the methods is refused", () => {
  test("A-310 for a session without a fresh proof", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const { secret } = dataOf(await api.setUp(caller));
    await stale(accountId);
    expect(summaryOf(await api.setUp(caller))).toBe("403 3010");
    expect(summaryOf(await api.add(caller, { name: "App", code: totpCode(secret, now()) }))).toBe("403 3010");
    expect(summaryOf(await api.makeRecoveryCodes(caller))).toBe("403 3010");
  });

  test("A-313 for a session with a fresh password alone, where the account has an app", async () => {
    const owner = await ownerWithApp();
    const { caller, id, secret } = owner;
    const session = async () => dataOf(await credentials.session(caller));
    expect(await session()).toMatchObject({ isProven: true, needsSecondProof: true });
    dataOf(await credentials.prove(caller, { password: firstPassword }));
    for (const refused of [
      await api.setUp(caller),
      await api.remove(caller, id),
      await api.makeRecoveryCodes(caller),
      await passkeys.creationOptions(caller),
    ])
      expect(summaryOf(refused)).toBe("403 3010");
    dataOf(await api.prove(caller, { code: totpCode(secret, now()) }));
    expect(await session()).not.toHaveProperty("needsSecondProof");
    dataOf(await api.makeRecoveryCodes(caller));
    await testApi.pool.query(
      "update gateway_session set second_proven_at = second_proven_at - interval '11 minutes' where account_id = $1",
      [owner.accountId],
    );
    expect(summaryOf(await api.makeRecoveryCodes(caller))).toBe("403 3010");
  });

  test("A-312 for an app of another account, and with its code", async () => {
    const owner = await ownerWithApp();
    const other = await ownerWithApp();
    const code = totpCode(owner.secret, now());
    expect(summaryOf(await api.prove(other.caller, { code }))).toBe("400 3005");
    dataOf(await api.prove(owner.caller, { code }));
    expect(summaryOf(await api.remove(owner.caller, other.id))).toBe("404 1404");
    expect(summaryOf(await api.rename(owner.caller, other.id, { name: "mine" }))).toBe("404 1404");
    expect(summaryOf(await api.list({ ...owner.caller, apiKey: "intact" }))).toBe("401 3009");
  });

  test("A-312 with the app that another session of the account set up", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const { secret } = dataOf(await api.setUp(caller));
    const other = await openSession(testApi, accountId);
    expect(summaryOf(await api.add(other, { name: "App", code: totpCode(secret, now()) }))).toBe("404 1404");
  });
});

describe("a code of an app", () => {
  test("A-311 proves once, on two servers and 50 times at once", async () => {
    const { caller, secret } = await ownerWithApp();
    const code = totpCode(secret, now());
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => (nth % 2 ? api : otherServer).prove(caller, { code })),
    );
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  });

  test("A-311 is refused when it is of an earlier step than one before", async () => {
    const { caller, secret } = await ownerWithApp();
    dataOf(await api.prove(caller, { code: totpCode(secret, inSeconds(30)) }));
    expect(summaryOf(await otherServer.prove(caller, { code: totpCode(secret, now()) }))).toBe("400 3005");
  });

  test("A-314 is guessed ten times in a day at most, and then not even the right one is accepted", async () => {
    const { caller, secret } = await ownerWithApp();
    const wrong = () => api.prove(caller, { code: totpCode(secret, inSeconds(86_400)) });
    for (let count = 0; count < 10; count++) expect(summaryOf(await wrong())).toMatch(/^400 3005/);
    const refused = await otherServer.prove(caller, { code: totpCode(secret, now()) });
    expect(refused).toMatchObject({ status: 403, error: { errorCode: 3002, until: expect.any(String) } });
  });

  test("A-017 is not counted where it is malformed", async () => {
    const { caller, secret } = await ownerWithApp();
    for (let count = 0; count < 12; count++)
      expect(summaryOf(await api.prove(caller, { code: "12345" }))).toMatch(/^400 1000/);
    dataOf(await api.prove(caller, { code: totpCode(secret, now()) }));
  });
});

describe("recovery codes", () => {
  const codesOf = async (caller: Caller) => dataOf(await api.makeRecoveryCodes(caller)).codes;

  test("are ten, returned once and stored as hashes", async () => {
    const { caller, accountId, person } = await signedInPerson(testApi);
    const codes = await codesOf(caller);
    expect(new Set(codes).size).toBe(recoveryCodeCount);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(dataOf(await api.list(caller)).recoveryCodes).toEqual({
      left: recoveryCodeCount,
      madeAt: expect.any(String),
    });
    const { rows } = await testApi.pool.query("select * from recovery_code where account_id = $1", [accountId]);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
    expect(await noticesTo(person.email)).toContain("recoveryCodesMade");
  });

  test("A-315 prove once each, typed in any form, and the owner hears how many are left", async () => {
    const owner = await ownerWithApp();
    dataOf(await api.prove(owner.caller, { code: totpCode(owner.secret, now()) }));
    const [code = "", next = ""] = await codesOf(owner.caller);
    const session = await openSession(testApi, owner.accountId);
    dataOf(await api.prove(session, { code: code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o") }));
    expect(dataOf(await credentials.session(session))).not.toHaveProperty("needsSecondProof");
    expect(summaryOf(await otherServer.prove(session, { code }))).toBe("400 3005");
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => (nth % 2 ? api : otherServer).prove(session, { code: next })),
    );
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    for (const recipient of [owner.accountEmail, owner.email]) {
      const used = (await mailsTo(testApi, recipient)).filter(({ kind }) => kind === "recoveryCodeUsed");
      expect(used.map(({ facts }) => facts.left)).toEqual(["9", "8"]);
    }
  });

  test("A-315 are refused when they are of an earlier set or of another account", async () => {
    const { caller } = await signedInPerson(testApi);
    const other = await signedInPerson(testApi);
    const [code = ""] = await codesOf(caller);
    expect(summaryOf(await api.prove(other.caller, { code }))).toBe("400 3005");
    await codesOf(caller);
    expect(summaryOf(await api.prove(caller, { code }))).toBe("400 3005");
  });
});

describe("the removal of an app", () => {
  const removedBy = async (owner: Awaited<ReturnType<typeof ownerWithApp>>) => {
    dataOf(await api.prove(owner.caller, { code: totpCode(owner.secret, now()) }));
    dataOf(await api.remove(owner.caller, owner.id));
    const mail = (await mailsTo(testApi, owner.accountEmail)).findLast(({ kind }) => kind === "authenticatorRemoved");
    return new URL(mail?.facts.link ?? "").searchParams.get("removal") ?? "";
  };
  const inForce = async (id: string) =>
    (await testApi.pool.query("select removed_at, off_since from authenticator where id = $1", [id])).rows[0];

  test("A-316 is undone by the link in its notice, which ends sessions and locks the password", async () => {
    const owner = await ownerWithApp();
    const token = await removedBy(owner);
    expect(dataOf(await undoLinks.read(signedOutCaller, token))).toEqual({ state: "open", method: "authenticator" });
    const undone = await Promise.all([1, 2, 3].map(() => undoLinks.undo(signedOutCaller, token)));
    expect(undone.map((result) => dataOf(result).state)).toEqual(["undone", "undone", "undone"]);
    expect(await inForce(owner.id)).toEqual({ removed_at: null, off_since: null });
    expect(summaryOf(await api.list(owner.caller))).toBe("401 3009");
    const { rows } = await testApi.pool.query("select status from account where id = $1", [owner.accountId]);
    expect(rows).toEqual([{ status: "L" }]);
    expect((await noticesTo(owner.accountEmail)).filter((kind) => kind === "removalUndone")).toHaveLength(1);
    expect(dataOf(await undoLinks.read(signedOutCaller, token)).state).toBe("undone");
  });

  test("A-318 is not undone after 72 hours, under another brand, or by another token", async () => {
    const owner = await ownerWithApp();
    const token = await removedBy(owner);
    expect(summaryOf(await undoLinks.undo({ ...signedOutCaller, apiKey: "intact" }, token))).toBe("404 1404");
    expect(summaryOf(await undoLinks.undo(signedOutCaller, `${token}x`))).toBe("404 1404");
    await testApi.pool.query(
      "update method_removal set undo_ends_at = undo_ends_at - interval '72 hours' where account_id = $1",
      [owner.accountId],
    );
    expect(dataOf(await undoLinks.undo(signedOutCaller, token)).state).toBe("ended");
    expect(await inForce(owner.id)).toMatchObject({ removed_at: expect.any(Date) });
  });

  test("A-316 waits while the account is settling, and one that was added since can be removed", async () => {
    const owner = await ownerWithApp();
    dataOf(await api.prove(owner.caller, { code: totpCode(owner.secret, now()) }));
    const newer = await addApp(owner.caller);
    expect(summaryOf(await api.remove(owner.caller, owner.id))).toMatch(/^403 3012/);
    dataOf(await api.remove(owner.caller, newer.id));
  });
});
