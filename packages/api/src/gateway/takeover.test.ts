import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { personEndpoints } from "@vestibule/contract/internal/person.endpoint.ts";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import {
  dataOf,
  firstPassword,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../test/recovery.ts";
import { codeSentTo, newPerson, otherThan, type TestPerson, Visitor } from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { dataAbout, deskAgent, expectNothingPersonal, supportDeskOf } from "../../../../test/support-desk.ts";
import { sendDueLinks } from "../flows/email-link/send-due-links.ts";
import { unlock } from "../flows/sign-in/unlock.ts";
import { totpCode } from "../second-factor/test/totp-code.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl } from "./test/gateway-test-api.ts";
import { origin, postalCode, signedIn, type ThiefsSession, takeoverOf } from "./test/stolen-account.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const passkeys = clientOf(testApi, passkeyEndpoints);
const secondFactors = clientOf(testApi, secondFactorEndpoints);
const additions = clientOf(testApi, policyAdditionEndpoints);
const security = clientOf(testApi, securityEndpoints);
const ownData = clientOf(testApi, ownDataEndpoints);
const { desk, ...support } = supportDeskOf(testApi);
const hours = (count: number) => count * 3600;
const settling = "403 3012";
const otherAgent = { ...deskAgent, agent: { id: "second" } };

const takeover = takeoverOf(testApi);
const { stolenAccount, changeEmail, addPasskey, undo, signInByPasskey } = takeover;
const { resetPassword, denied, stateOf, kindsTo, lift, caseOf } = takeover;

/** A policy of the owner's names and date of birth, with contacts of another person unless given. */
function policyOfNames({ policy }: TestPerson, more: Parameters<typeof newPerson>[1] = {}) {
  const { firstName, lastName, dateOfBirth } = policy;
  return newPerson(testApi, { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, ...more });
}

async function addPolicy(session: ThiefsSession, { policy, email }: TestPerson) {
  const { policyNumber, lastName, postalCode: postal } = policy;
  dataOf(await additions.request(session, { policyNumber, lastName, postalCode: postal, channel: "EMAIL" }));
  expect(summaryOf(await additions.confirm(session, { code: await codeSentTo(testApi, email) }))).toBe("204");
}

const proveContact = (accountId: string, contact: string) =>
  testApi.pool.query(
    "insert into account_contact select id, $2, created_at from account where id = $1 on conflict do nothing",
    [accountId, contact],
  );

/** What an account has proven of its person, and its policies. */
async function proofsOf(accountId: string) {
  const { rows } = await testApi.pool.query(
    `select contact as proof from account_contact where account_id = $1
     union all select person_id from account_person where account_id = $1
     union all select policy_number from account_policy where account_id = $1 order by proof`,
    [accountId],
  );
  return rows.map(({ proof }) => proof as string);
}

describe("a passkey that a thief added", () => {
  test("A-270 is off after the owner undid the change of e-mail and reset the password", async () => {
    const { accountEmail, thief, thiefEmail, own: ownersPasskey } = await stolenAccount();
    const device = await addPasskey(thief);
    await changeEmail(thief, thiefEmail);
    expect(await undo(accountEmail)).toMatchObject({ data: { state: "undone" } });
    expect(await signInByPasskey(device)).not.toBe(signedIn);
    expect(await resetPassword(accountEmail)).toBe("200");
    expect(await signInByPasskey(device)).not.toBe(signedIn);
    // The owner's own passkey waits for the owner too.
    expect(await signInByPasskey(ownersPasskey)).not.toBe(signedIn);
  });

  test("A-270 is off after “It wasn’t me” on its line, a lift and a reset, and cannot be kept any more", async () => {
    const { accountId, accountEmail, thief, own: ownersPasskey } = await stolenAccount();
    const device = await addPasskey(thief);
    await denied(await openSession(testApi, accountId), "passkeyAdded");
    await lift(accountEmail);
    expect(await resetPassword(accountEmail)).toBe("200");
    expect(await signInByPasskey(device)).not.toBe(signedIn);
    const owner = await openSession(testApi, accountId);
    const { passkeys: listed } = dataOf(await passkeys.passkeys(owner));
    expect(listed).toMatchObject([{ isOff: true }]);
    expect(await passkeys.keep(owner, listed[0]?.id ?? "")).toMatchObject({ kind: "ok" });
    expect(await signInByPasskey(ownersPasskey)).toBe(signedIn);
    expect(await signInByPasskey(device)).not.toBe(signedIn);
  });

  test("A-270 is off after a reset alone, while it has not settled", async () => {
    const { accountEmail, thief, own: ownersPasskey } = await stolenAccount();
    const device = await addPasskey(thief);
    expect(await resetPassword(accountEmail)).toBe("200");
    expect(await signInByPasskey(device)).not.toBe(signedIn);
    expect(await signInByPasskey(ownersPasskey)).toBe(signedIn);
  });

  test("A-270 is kept by a fresh proof in a session alone, not during a freeze", async () => {
    const { accountId, accountEmail, thief } = await stolenAccount();
    await addPasskey(thief);
    await security.freeze(await openSession(testApi, accountId));
    await lift(accountEmail);
    const owner = await openSession(testApi, accountId);
    const [{ id = "" } = {}] = dataOf(await passkeys.passkeys(owner)).passkeys;
    expect(summaryOf(await passkeys.keep(owner, id))).toBe("403 3010");
    await resetPassword(accountEmail);
    const after = await openSession(testApi, accountId);
    await testApi.pool.query(
      "update gateway_session set started_at = started_at - interval '11 minutes' where account_id = $1",
      [accountId],
    );
    expect(summaryOf(await passkeys.keep(after, id))).toBe("403 3010");
  });
});

describe("a passkey that a thief removed", () => {
  test("A-275 comes back at an undo, off until the owner keeps it", async () => {
    const { accountId, accountEmail, thief, thiefEmail, own: ownersPasskey } = await stolenAccount();
    const [{ id = "" } = {}] = dataOf(await passkeys.passkeys(thief)).passkeys;
    dataOf(await passkeys.remove(thief, id));
    await changeEmail(thief, thiefEmail);
    await undo(accountEmail);
    await resetPassword(accountEmail);
    const owner = await openSession(testApi, accountId);
    dataOf(await passkeys.keep(owner, id));
    expect(await signInByPasskey(ownersPasskey)).toBe(signedIn);
  });

  test("A-275 stays where the account is settling, and one that was added since can be removed", async () => {
    const { thief, own: ownersPasskey } = await stolenAccount();
    await addPasskey(thief);
    const { passkeys: listed } = dataOf(await passkeys.passkeys(thief));
    const older = listed.find(({ name, createdAt }) => name && new Date(createdAt) < new Date(Date.now() - 86_400_000));
    const newer = listed.find(({ id }) => id !== older?.id);
    expect(await passkeys.remove(thief, older?.id ?? "")).toMatchObject({
      status: 403,
      error: { errorCode: 3012, until: expect.any(String) },
    });
    expect(await passkeys.remove(thief, newer?.id ?? "")).toMatchObject({ kind: "ok" });
    expect(await signInByPasskey(ownersPasskey)).toBe(signedIn);
    await testApi.moveClock(hours(72) + 60);
  });
});

describe("an authenticator app and recovery codes that a thief made", () => {
  const stateOfMethods = async (accountId: string) => {
    const { rows: apps } = await testApi.pool.query(
      "select name, off_since is not null as off from authenticator where account_id = $1 and removed_at is null order by name",
      [accountId],
    );
    const { rows } = await testApi.pool.query(
      "select count(*)::int as usable from recovery_code where account_id = $1 and used_at is null and superseded_at is null",
      [accountId],
    );
    return { apps, usable: rows[0].usable };
  };
  const addApp = async (session: ThiefsSession, name: string) => {
    const { secret } = dataOf(await secondFactors.setUp(session));
    dataOf(await secondFactors.add(session, { name, code: totpCode(secret, testApi.deps.clock.now()) }));
  };
  const makeCodes = async (session: ThiefsSession) => dataOf(await secondFactors.makeRecoveryCodes(session)).codes;
  /** The owner's app and codes, older than any change of the thief. */
  const accountWithMethods = async () => {
    const stolen = await stolenAccount();
    await addApp(stolen.thief, "owner’s");
    const [code = ""] = await makeCodes(stolen.thief);
    await testApi.pool.query(
      `with app as (update authenticator set confirmed_at = confirmed_at - interval '30 days' where account_id = $1)
       update recovery_code set made_at = made_at - interval '30 days' where account_id = $1`,
      [stolen.accountId],
    );
    await testApi.pool.query("update account set settling_until = null where id = $1", [stolen.accountId]);
    return { ...stolen, code };
  };

  test("A-317 are off after a freeze, and the owner’s app and codes work again", async () => {
    const { accountId, thief, code } = await accountWithMethods();
    await addApp(thief, "thief’s");
    await makeCodes(thief);
    await security.freeze(await openSession(testApi, accountId));
    expect(await stateOfMethods(accountId)).toEqual({
      apps: [
        { name: "owner’s", off: false },
        { name: "thief’s", off: true },
      ],
      usable: 10,
    });
    await testApi.pool.query("update account set disabled = false, frozen_at = null where id = $1", [accountId]);
    dataOf(await secondFactors.prove(await openSession(testApi, accountId), { code }));
  });

  test("A-317 are off after a reset alone, while they have not settled", async () => {
    const { accountId, accountEmail, thief } = await stolenAccount();
    await addApp(thief, "thief’s");
    await makeCodes(thief);
    expect(await resetPassword(accountEmail)).toBe("200");
    expect(await stateOfMethods(accountId)).toEqual({ apps: [{ name: "thief’s", off: true }], usable: 0 });
    const owner = await openSession(testApi, accountId);
    const [app] = dataOf(await secondFactors.list(owner)).authenticators;
    expect(app).toMatchObject({ isOff: true });
    dataOf(await secondFactors.keep(owner, app?.id ?? ""));
    expect(await stateOfMethods(accountId)).toMatchObject({ apps: [{ off: false }] });
  });

  test("A-508 end by “It wasn’t me” on their lines, however old", async () => {
    const { accountId, accountEmail, thief } = await stolenAccount();
    await addApp(thief, "thief’s");
    await makeCodes(thief);
    await testApi.moveClock(hours(24 * 10));
    await denied(await openSession(testApi, accountId), "recoveryCodesMade");
    expect(await stateOfMethods(accountId)).toEqual({ apps: [{ name: "thief’s", off: false }], usable: 0 });
    await lift(accountEmail);
    await testApi.pool.query("update authenticator set off_since = now() where account_id = $1", [accountId]);
    expect(await resetPassword(accountEmail)).toBe("200");
    const session = await openSession(testApi, accountId);
    const [app] = dataOf(await secondFactors.list(session)).authenticators;
    dataOf(await secondFactors.keep(session, app?.id ?? ""));
    await denied(session, "authenticatorKept");
    expect(await stateOfMethods(accountId)).toEqual({ apps: [], usable: 0 });
  });

  test("A-509 stay off at a second freeze, after 72 hours from when they were made", async () => {
    const { accountId, accountEmail, thief } = await stolenAccount();
    await addApp(thief, "thief’s");
    await makeCodes(thief);
    await testApi.moveClock(hours(70));
    expect(await resetPassword(accountEmail)).toBe("200");
    await testApi.moveClock(hours(5));
    await security.freeze(await openSession(testApi, accountId));
    expect(await stateOfMethods(accountId)).toEqual({ apps: [{ name: "thief’s", off: true }], usable: 0 });
  });

  test("A-509 do not come back at a second freeze once they were denied", async () => {
    const { accountId, accountEmail, thief } = await stolenAccount();
    await addApp(thief, "thief’s");
    await testApi.moveClock(hours(24 * 10));
    await denied(await openSession(testApi, accountId), "authenticatorAdded");
    expect(await stateOfMethods(accountId)).toMatchObject({ apps: [] });
    await lift(accountEmail);
    expect(await resetPassword(accountEmail)).toBe("200");
    await security.freeze(await openSession(testApi, accountId));
    expect(await stateOfMethods(accountId)).toMatchObject({ apps: [] });
  });

  test("A-280 A-317 are put back by “It wasn’t me” on the removal, however old", async () => {
    const { accountId, thief } = await accountWithMethods();
    const [app] = dataOf(await secondFactors.list(thief)).authenticators;
    dataOf(await secondFactors.remove(thief, app?.id ?? ""));
    await testApi.moveClock(hours(24 * 10));
    await denied(await openSession(testApi, accountId), "authenticatorRemoved");
    expect(await stateOfMethods(accountId)).toMatchObject({ apps: [{ name: "owner’s", off: false }] });
  });

  test("A-316 are listed for an agent, who puts the removal back with the person", async () => {
    const { accountId, accountEmail, thief } = await accountWithMethods();
    const [app] = dataOf(await secondFactors.list(thief)).authenticators;
    dataOf(await secondFactors.remove(thief, app?.id ?? ""));
    const code = await caseOf(accountEmail);
    const { changes } = dataOf(await desk.look(deskAgent, code));
    expect(changes[0]).toMatchObject({ kind: "authenticatorRemoved", state: "inForce" });
    dataOf(await desk.change(deskAgent, code, changes[0]?.id ?? "", { verdict: "putBack" }));
    expect(await stateOfMethods(accountId)).toMatchObject({ apps: [{ name: "owner’s", off: false }] });
  });
});

describe("an e-mail that is younger than 72 hours", () => {
  test("A-271 receives no reset: the previous e-mail does, whichever of the two is typed", async () => {
    const { accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await new Recoverer(testApi).startReset(thiefEmail);
    expect(await kindsTo(thiefEmail)).not.toContain("passwordReset");
    expect(await kindsTo(accountEmail)).toContain("passwordReset");
    expect(await resetPassword(thiefEmail, accountEmail)).toBe("200");
    expect(await resetPassword(accountEmail)).not.toBe("notFound");
  });

  test("A-271 receives a reset once it has settled", async () => {
    const { thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await testApi.moveClock(hours(72) + 60);
    await new Recoverer(testApi).startReset(thiefEmail);
    expect(await kindsTo(thiefEmail)).toContain("passwordReset");
  });

  test("A-271 receives no reset after a second change either", async () => {
    const { accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await changeEmail(thief, `second-${thiefEmail}`);
    for (const typed of [thiefEmail, `second-${thiefEmail}`]) {
      await new Recoverer(testApi).startReset(typed);
      expect(await kindsTo(typed)).not.toContain("passwordReset");
    }
    expect(await kindsTo(accountEmail)).toContain("passwordReset");
  });

  test("A-272 receives no link of an agent: the previous e-mail does, and gives the account back", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    const handle = await new Recoverer(testApi).found(thiefEmail);
    const code = await support.reference({ handle, page: "/" });
    expect(summaryOf(await desk.link(deskAgent, code, { action: "RESETPWD_LOGIN" }))).toBe("200");
    expect(await kindsTo(thiefEmail)).not.toContain("link");
    expect(await kindsTo(accountEmail)).toContain("link");
    // Named by the agent, it is not on file: a second agent must approve it.
    expect(summaryOf(await desk.link(deskAgent, code, { action: "RESETPWD_LOGIN", email: thiefEmail }))).toBe("202");
    expect(await kindsTo(accountEmail)).toContain("linkRequested");
    expect(await kindsTo(thiefEmail)).not.toContain("linkRequested");
    expect(await stateOf(accountId)).toMatchObject({ email: thiefEmail });
  });

  test("A-272 receives no link after a freeze, a lift and a week", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await security.freeze(await openSession(testApi, accountId));
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
    await testApi.moveClock(hours(100));
    const code = await lift(accountEmail);
    const sent = (await kindsTo(thiefEmail)).length;
    expect(summaryOf(await desk.link(deskAgent, code, { action: "RESETPWD_LOGIN" }))).toBe("200");
    expect(await kindsTo(thiefEmail)).toHaveLength(sent);
    expect(await kindsTo(accountEmail)).toContain("link");
  });

  test("A-273 does not keep the owner from hearing of a passkey, a second change and a freeze", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await addPasskey(thief);
    expect(await kindsTo(accountEmail)).toEqual(expect.arrayContaining(["emailChangedUndo", "passkeyAdded"]));
    await changeEmail(thief, `second-${thiefEmail}`);
    expect(await kindsTo(accountEmail)).toContain("emailChanged");
    await security.freeze(await openSession(testApi, accountId));
    expect(await kindsTo(accountEmail)).toContain("accountFrozen");
  });
});

describe("a policy that a thief took out under the owner's names", () => {
  test("A-272 has no e-mail for an agent's link, although the owner's mobile number is on it", async () => {
    const owner = await newHolder(testApi);
    await proveContact(owner.accountId, owner.cellPhone);
    const policy = await policyOfNames(owner, { cell_phone: owner.cellPhone });
    const reset = { action: "RESETPWD_LOGIN", email: policy.email } as const;
    expect(summaryOf(await desk.link(deskAgent, await caseOf(owner.accountEmail), reset))).toBe("202");
    expect(await kindsTo(policy.email)).not.toContain("link");
  });

  test("A-287 has no e-mail for an agent's link for 72 hours after it was added, and the owner is notified", async () => {
    const { thief, accountEmail, ...owner } = await stolenAccount();
    const policy = await policyOfNames(owner);
    await addPolicy(thief, policy);
    expect(await kindsTo(accountEmail)).toContain("policyAdded");
    const reset = { action: "RESETPWD_LOGIN", email: policy.email } as const;
    const code = await caseOf(accountEmail);
    const first = dataOf(await desk.link(deskAgent, code, reset));
    expect(first.request).toMatchObject({ state: "requested" });
    await desk.refuse(otherAgent, first.request?.id ?? "");
    await testApi.moveClock(hours(73));
    expect(summaryOf(await desk.link(deskAgent, await caseOf(accountEmail), reset))).toBe("200");
  });

  test("A-287 leaves the account at a freeze, with the contact that proved it", async () => {
    const { thief, accountId, ...owner } = await stolenAccount();
    const proofs = () => proofsOf(accountId);
    const before = await proofs();
    await addPolicy(thief, await policyOfNames(owner));
    expect(await proofs()).not.toEqual(before);
    await security.freeze(await openSession(testApi, accountId));
    expect(await proofs()).toEqual(before);
  });

  test("A-287 stays in an account whose additions have settled", async () => {
    const { thief, accountId, ...owner } = await stolenAccount();
    await addPolicy(thief, await policyOfNames(owner));
    const added = await proofsOf(accountId);
    await testApi.moveClock(hours(73));
    await security.freeze(await openSession(testApi, accountId));
    expect(await proofsOf(accountId)).toEqual(added);
  });
});

describe("an account that is settling", () => {
  test("A-274 is neither closed nor exported, and the link that undoes the change still works", async () => {
    const { accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    expect(summaryOf(await ownData.data(thief))).toBe(settling);
    expect(summaryOf(await ownData.closing(thief))).toBe(settling);
    expect(summaryOf(await ownData.close(thief))).toBe(settling);
    expect(await undo(accountEmail)).toMatchObject({ data: { state: "undone" } });
  });

  test("A-274 is exported once it has settled", async () => {
    const { accountId, thief } = await stolenAccount();
    await addPasskey(thief);
    await testApi.moveClock(hours(72) + 60);
    expect(summaryOf(await ownData.data(await openSession(testApi, accountId)))).toBe("200");
  });
});

describe("“It wasn’t me”", () => {
  test("A-280 undoes a change of e-mail that has long settled by itself", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await testApi.moveClock(hours(24 * 10));
    await denied(await openSession(testApi, accountId), "emailChanged");
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
    expect(await kindsTo(accountEmail)).toContain("accountFrozen");
  });

  test("A-507 takes back a policy that was added long ago, with what it proved, and no other", async () => {
    const { thief, accountId, ...owner } = await stolenAccount();
    const before = await proofsOf(accountId);
    const [kept, stolen] = [await policyOfNames(owner), await policyOfNames(owner)];
    await addPolicy(thief, kept);
    await testApi.moveClock(hours(24));
    await addPolicy(await openSession(testApi, accountId), stolen);
    await testApi.moveClock(hours(24 * 10));
    await denied(await openSession(testApi, accountId), "policiesAdded");
    expect((await proofsOf(accountId)).sort()).toEqual([...before, kept.email, kept.policy.policyNumber].sort());
  });

  test("A-280 leaves a settled change of e-mail as it is where another line is reported", async () => {
    const { accountId, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    await testApi.moveClock(hours(24 * 10));
    const owner = await openSession(testApi, accountId);
    await addPasskey(owner);
    await denied(owner, "passkeyAdded");
    expect(await stateOf(accountId)).toEqual({ email: thiefEmail, status: "L" });
  });
});

describe("a browser that a thief has signed in from", () => {
  test("A-276 is not known after an undo", async () => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await testApi.open({}, origin).signIn(accountEmail, firstPassword);
    await changeEmail(thief, thiefEmail);
    await undo(accountEmail);
    const { rows } = await testApi.pool.query(
      "select count(*)::int from known_browser where account_id = $1 and forgotten_at is null",
      [accountId],
    );
    expect(rows[0].count).toBe(0);
  });
});

describe("the password of an account that needs a new one", () => {
  test.each(["undo", "freeze"] as const)("A-277 does not sign in after the %s, whatever is unlocked", async (how) => {
    const { accountId, accountEmail, thief, thiefEmail } = await stolenAccount();
    await changeEmail(thief, thiefEmail);
    if (how === "undo") await undo(accountEmail);
    else {
      await security.freeze(await openSession(testApi, accountId));
      await lift(accountEmail);
    }
    const handle = await new Recoverer(testApi).found(accountEmail);
    const code = await support.reference({ handle, page: "/forgot" });
    expect((await support.caseOf(code)).acts.unlock).toBe(false);
    for (const unlockIt of [
      () => desk.unlock(deskAgent, code),
      () => unlock(testApi.deps, { brandId: "belair", email: accountEmail, actor: "operator:test" }),
      () => unlock(testApi.deps, { brandId: "belair", email: accountEmail, actor: "service" }),
    ]) {
      await unlockIt();
      const response = await testApi.open({}, origin).signIn(accountEmail, firstPassword);
      expect(leadsTo(response)).toBe(loginResultUrl("lockedUntilReset"));
    }
    expect(await resetPassword(accountEmail)).toBe("200");
    expect(leadsTo(await testApi.open({}, origin).signIn(accountEmail, nextPassword))).toBe(signedIn);
  });
});

describe("a person without the password", () => {
  test("A-282 finds an account by what is on file and a text, and opens nothing", async () => {
    const owner = await newHolder(testApi);
    const { accountEmail, cellPhone } = owner;
    const visitor = await new Visitor(testApi.apis).toCode(owner, { option: "SMS" });
    const code = await codeSentTo(testApi, cellPhone);
    expect(await visitor.verify(otherThan(code))).toMatchObject({ status: 400 });
    expect(visitor.page()).toBe("VERIFY_CODE");
    const response = await visitor.verify(code);
    expect(visitor.page()).toBe("WELCOME_BACK");
    expect(JSON.stringify(response)).not.toMatch(/ticket|"session"/);
    const { rowCount } = await testApi.pool.query("select from gateway_session where account_id = $1", [
      owner.accountId,
    ]);
    expect(rowCount).toBe(0);
    expect(leadsTo(await testApi.open({}, origin).signIn(accountEmail, firstPassword))).toBe(signedIn);
    expect(await kindsTo(accountEmail)).not.toContain("passwordReset");
    expect(await kindsTo(cellPhone)).not.toContain("passwordReset");
  });

  test("A-283 sets no password by the code of a mailbox without the fact of the policy", async () => {
    const { accountEmail } = await newHolder(testApi);
    const person = new Recoverer(testApi);
    const started = await person.startReset(accountEmail);
    const { id, token } = await person.proven(started, (await newestReset(testApi, accountEmail)).code);
    const ends = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      ends.push(summaryOf(await person.password(id, { password: nextPassword, token, postalCode: "K1A 0B1" })));
    expect(ends.slice(0, 3)).toEqual(["400 1002", "400 1002", "400 1003 login-difficulties"]);
    expect(summaryOf(await person.password(id, { password: nextPassword, token, postalCode }))).not.toBe("200");
    expect(leadsTo(await testApi.open({}, origin).signIn(accountEmail, firstPassword))).toBe(signedIn);
  });
});

describe("one agent", () => {
  test("A-284 sends no link to another e-mail, however long it waits", async () => {
    const { accountEmail } = await newHolder(testApi);
    const code = await support.reference({ handle: await new Recoverer(testApi).found(accountEmail), page: "/" });
    const email = "agent-friend@ailleurs.example";
    expect(summaryOf(await desk.link(deskAgent, code, { action: "RESETPWD_LOGIN", email }))).toBe("202");
    await testApi.moveClock(hours(30));
    await sendDueLinks(testApi.deps);
    expect(await kindsTo(email)).toEqual([]);
    expect(await kindsTo(accountEmail)).toContain("linkRequested");
  });

  test("A-285 erases no person alone", async () => {
    const { accountEmail, accountId } = await newHolder(testApi);
    const people = clientOf(testApi, personEndpoints);
    const person = { email: accountEmail };
    const { confirmation } = dataOf(await people.previewErasure(deskAgent, person));
    expect(summaryOf(await people.erase(deskAgent, { person, confirmation }))).toBe("409 1409");
    expect(await stateOf(accountId)).toMatchObject({ email: accountEmail });
    expect(summaryOf(await people.erase(otherAgent, { person, confirmation }))).toBe("200");
    expect(await stateOf(accountId)).toBeUndefined();
  });

  test("A-286 reads no personal datum, code or link in a case", async () => {
    const owner = await newHolder(testApi);
    await new Recoverer(testApi).startReset(owner.accountEmail);
    const { code: digits, token } = await newestReset(testApi, owner.accountEmail);
    const code = await support.reference({ handle: await new Recoverer(testApi).found(owner.accountEmail), page: "/" });
    expectNothingPersonal(await support.caseOf(code), dataAbout(owner, [owner.accountEmail, token, `"${digits}"`]));
  });
});

describe("an agent with the person on the telephone", () => {
  async function caseOfStolenAccount({ settles }: { settles: boolean }) {
    const account = await stolenAccount();
    await changeEmail(account.thief, account.thiefEmail);
    if (settles) await testApi.moveClock(hours(24 * 10));
    const handle = await new Recoverer(testApi).found(account.thiefEmail);
    const code = await support.reference({ handle, page: "/" });
    const [change] = (await support.caseOf(code)).changes;
    expect(change).toMatchObject({ kind: "email", state: "inForce" });
    return { ...account, code, change: change?.id ?? "" };
  }

  test("A-281 puts back a change that had settled, once, and notifies both e-mails", async () => {
    const {
      accountId,
      accountEmail,
      thiefEmail,
      own: ownersPasskey,
      code,
      change,
    } = await caseOfStolenAccount({ settles: true });
    for (const done of [true, false])
      expect(dataOf(await desk.change(deskAgent, code, change, { verdict: "putBack" }))).toEqual({ done });
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
    for (const email of [accountEmail, thiefEmail]) expect(await kindsTo(email)).toContain("changePutBack");
    expect(await signInByPasskey(ownersPasskey)).not.toBe(signedIn);
    expect((await support.caseOf(code)).changes).toMatchObject([{ id: change, state: "putBack" }]);
  });

  test("A-281 puts nothing back where another account uses the e-mail by now", async () => {
    const { accountId, accountEmail, thiefEmail, code, change } = await caseOfStolenAccount({ settles: true });
    const { accountId: other } = await newHolder(testApi);
    await testApi.pool.query("update account set email = $2 where id = $1", [other, accountEmail]);
    expect(summaryOf(await desk.change(deskAgent, code, change, { verdict: "putBack" }))).toBe("409 1409");
    expect(await stateOf(accountId)).toEqual({ email: thiefEmail, status: "A" });
  });

  test("A-272 keeps a change, which puts the e-mail on file no earlier", async () => {
    const { accountEmail, thiefEmail, code, change } = await caseOfStolenAccount({ settles: false });
    expect(dataOf(await desk.change(deskAgent, code, change, { verdict: "keep" }))).toEqual({ done: true });
    expect((await support.caseOf(code)).changes).toMatchObject([{ id: change, state: "kept" }]);
    expect(summaryOf(await desk.link(deskAgent, code, { action: "RESETPWD_LOGIN" }))).toBe("200");
    expect(await kindsTo(thiefEmail)).not.toContain("link");
    expect(await kindsTo(accountEmail)).toContain("link");
  });

  test("A-281 puts back a change that an agent kept by mistake, and keeps none that was put back", async () => {
    const { accountId, accountEmail, code, change } = await caseOfStolenAccount({ settles: true });
    const verdicts = ["keep", "putBack", "keep"] as const;
    const done = [];
    for (const verdict of verdicts) done.push(dataOf(await desk.change(deskAgent, code, change, { verdict })));
    expect(done).toEqual([{ done: true }, { done: true }, { done: false }]);
    expect(await stateOf(accountId)).toEqual({ email: accountEmail, status: "L" });
    expect((await support.caseOf(code)).changes).toMatchObject([{ id: change, state: "putBack" }]);
  });

  test("A-281 decides no change of another account", async () => {
    const { change } = await caseOfStolenAccount({ settles: false });
    const { code } = await caseOfStolenAccount({ settles: false });
    expect(summaryOf(await desk.change(deskAgent, code, change, { verdict: "putBack" }))).toBe("409 1409");
  });
});

test("A-279 a sign-in and a sign-out delete session cookies of the domains above, which a sibling host may have planted", async () => {
  const { email } = await testApi.createAccount();
  const browser = testApi.open({}, "https://portal.belair.example");
  const planted = /^PD-S-SESSION-ID=; Path=\/; Domain=([^;]+); HttpOnly; SameSite=Lax; Max-Age=0; Secure$/;
  const deleted = () => browser.setCookies.flatMap((one) => planted.exec(one)?.[1] ?? []);
  browser.cookies.set("PD-S-SESSION-ID", "planted");
  await browser.signIn(email, firstPassword);
  expect(deleted()).toEqual(["belair.example"]);
  await browser.get("/pkmslogout");
  expect(deleted()).toEqual(["belair.example"]);
});

test("A-279 a request with two session cookies has no session, in either order", async () => {
  const { email } = await testApi.createAccount();
  const { email: thiefEmail } = await testApi.createAccount();
  const [own, planted] = await Promise.all(
    [email, thiefEmail].map(async (name) => {
      const browser = testApi.open();
      await browser.signIn(name, firstPassword);
      return browser.cookies.get("PD-H-SESSION-ID");
    }),
  );
  for (const ids of [
    [own, planted],
    [planted, own],
    [own, "unknown"],
    [own, own],
  ]) {
    const cookie = ids.map((id) => `PD-H-SESSION-ID=${id}`).join("; ");
    const response = await testApi.open().get("/account", { cookie });
    expect([response.status, await response.text()]).toEqual([302, ""]);
  }
});
