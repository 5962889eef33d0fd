import { limits } from "@vestibule/catalogue/limit.table.ts";
import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { describe, expect, test } from "vitest";
import { accountOf, mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { newHolder } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import {
  clientOf,
  openSession,
  type SignedInPerson,
  signedInPerson,
  signedOutCaller,
} from "../../../../../test/signed-in.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { countFailure, lockoutState } from "../../accounts/sign-in-failure.store.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { limitSubjectOf, wrongCodesOfDay } from "../../verification/lockout.rule.ts";

const testApi = await openTestApi();
const { request, confirm } = clientOf(testApi, emailChangeEndpoints);
const other = clientOf(testApi, emailChangeEndpoints, 1);
const links = clientOf(testApi, emailUndoEndpoints);
const elsewhere = clientOf(testApi, emailUndoEndpoints, 1);

let serial = 0;
function newEmail() {
  serial += 1;
  return `new${serial}@courrier.example`;
}

const codeFor = async (email: string) =>
  (await mailsTo(testApi, email)).findLast(({ facts }) => facts.code)?.facts.code ?? "";

/** Token of the newest link that undoes a change, from the message to the previous e-mail. */
async function undoToken(email: string): Promise<string> {
  const mail = (await mailsTo(testApi, email)).findLast(({ kind }) => kind === "emailChangedUndo");
  return new URL(mail?.facts.link ?? "").searchParams.get("change") ?? "";
}

async function changeTo({ caller }: Pick<SignedInPerson, "caller">, email: string) {
  expect(await request(caller, { email })).toMatchObject({ kind: "ok" });
  return confirm(caller, { code: await codeFor(email) });
}

const stateOf = async (accountId: string) => {
  const { rows } = await testApi.pool.query("select email, status from account where id = $1", [accountId]);
  return rows[0];
};

async function contactsOf(accountId: string): Promise<string[]> {
  const { rows } = await testApi.pool.query("select contact from account_contact where account_id = $1", [accountId]);
  return rows.map(({ contact }) => contact as string).sort();
}

const wrong = { status: 400, error: { errorCode: 3005 } };
const ended = { status: 401, error: { errorCode: 3009 } };
const wrongCodeThan = (code: string) => (code === "000000" ? "000001" : "000000");

describe("a new e-mail in the account", () => {
  test("replaces the one before by the code that was sent to it, and the one before gets a notice", async () => {
    const owner = await signedInPerson(testApi);
    const email = newEmail();
    expect(await request(owner.caller, { email })).toMatchObject({ data: { codeEndsAt: expect.any(String) } });
    expect(await stateOf(owner.accountId)).toMatchObject({ email: owner.person.email });
    expect(await other.confirm(owner.caller, { code: await codeFor(email) })).toMatchObject({ data: { email } });
    expect(await stateOf(owner.accountId)).toMatchObject({ email });
    expect((await mailsTo(testApi, owner.person.email)).map(({ kind }) => kind)).toContain("emailChangedUndo");
    const { rows } = await testApi.pool.query("select event from audit_event where account_id = $1", [owner.accountId]);
    expect(rows.map(({ event }) => event)).toEqual(expect.arrayContaining(["email.changeRequested", "email.changed"]));
  });

  test("A-506 is announced to every e-mail on file, also when it changes once more", async () => {
    const { accountId, accountEmail, email } = await newHolder(testApi);
    const kindsTo = async (recipient: string) => (await mailsTo(testApi, recipient)).map(({ kind }) => kind);
    const [first, second] = [newEmail(), newEmail()];
    const owner = { caller: await openSession(testApi, accountId) };
    await changeTo(owner, first);
    expect(await kindsTo(accountEmail)).toEqual(["emailChangedUndo"]);
    expect(await kindsTo(email)).toEqual(["emailChanged"]);
    await changeTo(owner, second);
    expect(await kindsTo(accountEmail)).toEqual(["emailChangedUndo", "emailChanged"]);
    expect(await kindsTo(email)).toEqual(["emailChanged", "emailChanged"]);
    expect(await kindsTo(second)).toEqual(["emailChangeCode"]);
  });

  test("is a proven contact of the person, and no longer after an undo", async () => {
    const owner = await signedInPerson(testApi);
    const before = await contactsOf(owner.accountId);
    const [first, second] = [newEmail(), newEmail()];
    await changeTo(owner, first);
    await changeTo(owner, second);
    expect(await contactsOf(owner.accountId)).toEqual([...before, first, second].sort());
    expect(await links.undo(signedOutCaller, await undoToken(owner.person.email))).toMatchObject({ kind: "ok" });
    expect(await contactsOf(owner.accountId)).toEqual(before);
  });

  test("stays proven after an undo where it was before the change", async () => {
    const owner = await signedInPerson(testApi);
    const [first, second] = [newEmail(), newEmail()];
    await changeTo(owner, first);
    await changeTo(owner, second);
    await testApi.moveClock(73 * 3600);
    await changeTo({ caller: await openSession(testApi, owner.accountId) }, first);
    expect(await links.undo(signedOutCaller, await undoToken(second))).toMatchObject({ kind: "ok" });
    expect(await contactsOf(owner.accountId)).toContain(first);
  });

  test("signs in at once, although it was locked at the login page before", async () => {
    const owner = await signedInPerson(testApi);
    const email = newEmail();
    const keys = loginNameHashes(testApi.deps.keys.lookupHash, { brandId: "belair", email });
    await testApi.database
      .transaction()
      .execute((transaction) => countFailure(transaction, { keys, randomizedThreshold: 1 }));
    expect(await changeTo(owner, email)).toMatchObject({ data: { email } });
    expect(await lockoutState(testApi.database, keys)).toEqual({ kind: "open" });
  });

  test("A-250 that another account uses gets the same answer, and a notice instead of a code", async () => {
    const { caller, accountId, person } = await signedInPerson(testApi);
    const holder = await newPerson(testApi);
    await testApi.pool.query("update account set province = 'ab' where id = $1", [await accountOf(testApi, holder)]);
    expect(await request(caller, { email: holder.email })).toMatchObject({
      kind: "ok",
      status: 200,
      data: { codeEndsAt: expect.any(String) },
    });
    // The telephone number is that of the holder's province, not of the page.
    expect(await mailsTo(testApi, holder.email)).toMatchObject([
      { kind: "alreadyRegistered", facts: { province: "ab" } },
    ]);
    expect(await confirm(caller, { code: "123456" })).toMatchObject(wrong);
    expect(await stateOf(accountId)).toMatchObject({ email: person.email });
  });

  test("A-247 needs a session with a fresh proof", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    await testApi.pool.query(
      "update gateway_session set started_at = app_now() - interval '11 minutes' where account_id = $1",
      [accountId],
    );
    expect(await request(caller, { email: newEmail() })).toMatchObject({ status: 403, error: { errorCode: 3010 } });
    expect(await request(signedOutCaller, { email: newEmail() })).toMatchObject(ended);
    expect(await request({ ...caller, apiKey: "intact" }, { email: newEmail() })).toMatchObject(ended);
  });

  test("A-248 is not confirmed with the code of another session, nor with the code of an earlier request", async () => {
    const { caller, accountId } = await signedInPerson(testApi);
    const second = await openSession(testApi, accountId);
    const first = newEmail();
    const newest = newEmail();
    await request(caller, { email: first });
    const code = await codeFor(first);
    expect(await confirm(second, { code })).toMatchObject({ status: 404 });
    await request(caller, { email: newest });
    if (code !== (await codeFor(newest))) expect(await confirm(caller, { code })).toMatchObject(wrong);
    expect(await confirm(caller, { code: await codeFor(newest) })).toMatchObject({ data: { email: newest } });
  });

  test("A-249 counts wrong codes across servers and ends after too many", async () => {
    const { caller } = await signedInPerson(testApi);
    const email = newEmail();
    await request(caller, { email });
    const code = await codeFor(email);
    const results = [];
    for (let attempt = 0; attempt < limits.wrongCodeSession.to; attempt += 1)
      results.push(await [confirm, other.confirm][attempt % 2]?.(caller, { code: wrongCodeThan(code) }));
    expect(results[0]).toMatchObject(wrong);
    expect(results).toContainEqual(expect.objectContaining({ status: 403 }));
    expect(await confirm(caller, { code })).toMatchObject({ status: 404 });
  });

  test("is confirmed once by concurrent requests on two servers", async () => {
    const { caller } = await signedInPerson(testApi);
    const email = newEmail();
    await request(caller, { email });
    const code = await codeFor(email);
    const results = await Promise.all([confirm(caller, { code }), other.confirm(caller, { code })]);
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
  });

  test("becomes the e-mail of one of two accounts that confirm it at once; the other's code is refused", async () => {
    const people = [await signedInPerson(testApi), await signedInPerson(testApi)] as const;
    const email = newEmail();
    const codes: string[] = [];
    for (const { caller } of people) {
      expect(await request(caller, { email })).toMatchObject({ kind: "ok" });
      codes.push(await codeFor(email));
    }
    const results = await Promise.all([
      confirm(people[0].caller, { code: codes[0] ?? "" }),
      other.confirm(people[1].caller, { code: codes[1] ?? "" }),
    ]);
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    expect(results.find(({ kind }) => kind !== "ok")).toMatchObject(wrong);
  });

  test("is unchanged when its notice cannot be queued", async () => {
    const { caller, accountId, person } = await signedInPerson(testApi);
    const email = newEmail();
    await request(caller, { email });
    await testApi.pool.query(
      `create function refuse_notice() returns trigger language plpgsql as $$ begin raise exception 'no notice'; end $$;
       create trigger refuse_notice before insert on notification for each row execute function refuse_notice()`,
    );
    expect(await confirm(caller, { code: await codeFor(email) })).toMatchObject({ status: 500 });
    await testApi.pool.query("drop trigger refuse_notice on notification; drop function refuse_notice()");
    expect(await stateOf(accountId)).toMatchObject({ email: person.email });
    expect(await confirm(caller, { code: await codeFor(email) })).toMatchObject({ data: { email } });
  });

  test("counts no message while the person is locked out by wrong codes", async () => {
    const { caller, person } = await signedInPerson(testApi);
    const email = newEmail();
    const identity = limitSubjectOf({ brandId: "belair", identity: `${person.personKey}|${person.email}` });
    const store = limitStore(testApi.deps);
    for (let wrong = 0; wrong < limits.wrongCodeIdentity.limit; wrong += 1)
      await store.consume(testApi.database, wrongCodesOfDay(identity));
    expect(await request(caller, { email })).toMatchObject({ status: 403 });
    expect(await store.consume(testApi.database, { limit: "sendRecipient", subject: email })).toMatchObject({
      left: limits.sendRecipient.limit - 1,
    });
  });

  test("is requested ten times a day at most", async () => {
    const { caller } = await signedInPerson(testApi);
    for (let attempt = 0; attempt < limits.emailChangeIdentity.limit; attempt += 1)
      expect(await request(caller, { email: newEmail() })).toMatchObject({ kind: "ok" });
    expect(await request(caller, { email: newEmail() })).toMatchObject({ status: 429 });
  });
});

describe("the link to undo a change of the e-mail", () => {
  test("A-253 restores the one before, ends every session and locks the password, once", async () => {
    const owner = await signedInPerson(testApi);
    const changed = newEmail();
    await changeTo(owner, changed);
    const token = await undoToken(owner.person.email);
    expect(await links.read(signedOutCaller, token)).toMatchObject({ data: { state: "open" } });
    expect(await links.undo(signedOutCaller, token)).toMatchObject({ data: { state: "undone" } });
    expect(await stateOf(owner.accountId)).toEqual({ email: owner.person.email, status: "L" });
    expect(await request(owner.caller, { email: newEmail() })).toMatchObject(ended);
    expect(await elsewhere.undo(signedOutCaller, token)).toMatchObject({ data: { state: "undone" } });
    const { rows } = await testApi.pool.query(
      "select count(*)::int from audit_event where account_id = $1 and event = 'email.changeUndone'",
      [owner.accountId],
    );
    expect(rows[0].count).toBe(1);
    expect((await mailsTo(testApi, changed)).map(({ kind }) => kind)).toEqual(["emailChangeCode", "emailChangeUndone"]);
  });

  test("undoes all of several changes when it is that of the first; the e-mail in between hears of the next, without a link", async () => {
    const owner = await signedInPerson(testApi);
    const [second, third] = [newEmail(), newEmail()];
    await changeTo(owner, second);
    await changeTo(owner, third);
    const kinds = (await mailsTo(testApi, second)).map(({ kind }) => kind);
    expect(kinds).toContain("emailChanged");
    expect(kinds).not.toContain("emailChangedUndo");
    const first = await undoToken(owner.person.email);
    expect(await links.undo(signedOutCaller, first)).toMatchObject({ data: { state: "undone" } });
    expect(await stateOf(owner.accountId)).toMatchObject({ email: owner.person.email });
  });

  test("goes to an e-mail that another change led to, once this one has settled, and restores it alone", async () => {
    const owner = await signedInPerson(testApi);
    const [second, third] = [newEmail(), newEmail()];
    await changeTo(owner, second);
    await testApi.pool.query("update email_change set changed_at = changed_at - interval '73 hours' where email = $1", [
      second,
    ]);
    await changeTo(owner, third);
    expect(await links.undo(signedOutCaller, await undoToken(second))).toMatchObject({ data: { state: "undone" } });
    expect(await stateOf(owner.accountId)).toMatchObject({ email: second });
  });

  test("A-254 ends after three days, and is unknown to another brand", async () => {
    const owner = await signedInPerson(testApi);
    await changeTo(owner, newEmail());
    const token = await undoToken(owner.person.email);
    expect(await links.undo({ ...signedOutCaller, apiKey: "intact" }, token)).toMatchObject({ status: 404 });
    expect(await links.undo(signedOutCaller, "unknown")).toMatchObject({ status: 404 });
    const pass = (hours: number) =>
      testApi.pool.query(
        "update email_change set undo_ends_at = undo_ends_at - make_interval(hours => $2) where account_id = $1",
        [owner.accountId, hours],
      );
    await pass(71);
    expect(await links.read(signedOutCaller, token)).toMatchObject({ data: { state: "open" } });
    await pass(1);
    expect(await links.undo(signedOutCaller, token)).toMatchObject({ data: { state: "ended" } });
  });

  test("changes nothing when another account uses the e-mail by now", async () => {
    const owner = await signedInPerson(testApi);
    const email = newEmail();
    await changeTo(owner, email);
    const token = await undoToken(owner.person.email);
    const holder = await newPerson(testApi);
    const holderId = await accountOf(testApi, holder);
    await testApi.pool.query("update account set email = $2 where id = $1", [holderId, owner.person.email]);
    expect(await links.undo(signedOutCaller, token)).toMatchObject({ data: { state: "taken" } });
    expect(await stateOf(owner.accountId)).toEqual({ email, status: "A" });
  });
});
