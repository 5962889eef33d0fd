import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { describe, expect, test } from "vitest";
import { mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { clientOf, type SignedInPerson, signedInPerson } from "../../../../../test/signed-in.ts";
import { changeEmail, setPassword } from "../../accounts/account-change.store.ts";
import { freezeAccount } from "../../accounts/frozen-account.store.ts";
import { startSettling } from "../../accounts/settling.store.ts";
import { eventsOfAccount } from "../../audit/audit-trail.store.ts";
import { Authenticator } from "../../passkeys/test/authenticator.ts";
import type { Trx } from "../../platform/database.table.ts";

const testApi = await openTestApi();
const passkeys = clientOf(testApi, passkeyEndpoints);
const emails = clientOf(testApi, emailChangeEndpoints);
const ownData = clientOf(testApi, ownDataEndpoints);

const countBlocked = async () => {
  const { rows } = await testApi.pool.query(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].count;
};

/** Calls while another request, which is then committed, changes the account. */
async function callDuring<Result>(change: (transaction: Trx) => Promise<unknown>, call: () => Promise<Result>) {
  let result: Promise<Result> | undefined;
  await testApi.database.transaction().execute(async (transaction) => {
    await change(transaction);
    result = call();
    await expect.poll(countBlocked, { timeout: 20_000 }).toBe(1);
  });
  return result;
}

const resetDuring = <Result>({ accountId }: SignedInPerson, call: () => Promise<Result>) =>
  callDuring((transaction) => setPassword(transaction, { accountId, passwordHash: "of a new password" }), call);

const origin = "http://belair.localhost:3000";

async function createPasskey({ caller }: SignedInPerson) {
  const options = await passkeys.creationOptions(caller);
  if (options.kind !== "ok") throw new Error("no options");
  const { challenge, user } = options.data;
  const device = new Authenticator();
  return { device, passkey: device.create(challenge, user.id, { origin }) };
}

async function addPasskey(owner: SignedInPerson): Promise<Authenticator> {
  const { device, passkey } = await createPasskey(owner);
  expect(await passkeys.add(owner.caller, { name: "iPhone", passkey })).toMatchObject({ kind: "ok" });
  return device;
}

describe("a call under way when a reset or a freeze ends its session", () => {
  test("A-252 adds no passkey", async () => {
    const owner = await signedInPerson(testApi);
    const { passkey } = await createPasskey(owner);
    const result = await resetDuring(owner, () => passkeys.add(owner.caller, { name: "iPhone", passkey }));
    expect(result).toMatchObject({ kind: "error" });
    const { rows } = await testApi.pool.query("select from passkey where account_id = $1", [owner.accountId]);
    expect(rows).toHaveLength(0);
  });

  test("changes no e-mail", async () => {
    const owner = await signedInPerson(testApi);
    const email = "attacker@courrier.example";
    await emails.request(owner.caller, { email });
    const code = (await mailsTo(testApi, email)).at(-1)?.facts.code ?? "";
    const result = await callDuring(
      (transaction) => freezeAccount(transaction, owner.accountId),
      () => emails.confirm(owner.caller, { code }),
    );
    expect(result).toMatchObject({ kind: "error" });
    const { rows } = await testApi.pool.query("select email from account where id = $1", [owner.accountId]);
    expect(rows).toEqual([{ email: owner.person.email }]);
  });

  test("requests no change of the e-mail", async () => {
    const owner = await signedInPerson(testApi);
    const email = "another@courrier.example";
    expect(await resetDuring(owner, () => emails.request(owner.caller, { email }))).toMatchObject({ status: 401 });
    expect(await mailsTo(testApi, email)).toEqual([]);
  });

  test("does not prove the session by a passkey", async () => {
    const owner = await signedInPerson(testApi);
    const device = await addPasskey(owner);
    const options = await passkeys.proofOptions(owner.caller);
    if (options.kind !== "ok") throw new Error("no options");
    const response = device.respond(options.data.challenge, { origin });
    const result = await callDuring(
      async (transaction) => {
        await transaction
          .updateTable("passkey")
          .set({ name: "Phone" })
          .where("account_id", "=", owner.accountId)
          .execute();
        await setPassword(transaction, { accountId: owner.accountId, passwordHash: "of a new password" });
      },
      () => passkeys.prove(owner.caller, response),
    );
    expect(result).toMatchObject({ kind: "error" });
    const events = await eventsOfAccount(testApi.database, owner.accountId);
    expect(events.map(({ event }) => event)).not.toContain("session.proven");
  });

  test("A-274 does not close an account that another request changes", async () => {
    const owner = await signedInPerson(testApi);
    const result = await callDuring(
      (transaction) => startSettling(transaction, owner.accountId),
      () => ownData.close(owner.caller),
    );
    expect(result).toMatchObject({ status: 403, error: { errorCode: 3012 } });
  });

  test("confirms no e-mail that another account has just taken, and answers as to a wrong code", async () => {
    const [owner, other] = [await signedInPerson(testApi), await signedInPerson(testApi)];
    const email = "taken@courrier.example";
    await emails.request(owner.caller, { email });
    const code = (await mailsTo(testApi, email)).at(-1)?.facts.code ?? "";
    const result = await callDuring(
      (transaction) => changeEmail(transaction, { accountId: other.accountId, email, emailAsTyped: email }),
      () => emails.confirm(owner.caller, { code }),
    );
    expect(result).toMatchObject({ status: 400, error: { errorCode: 3005 } });
  });

  test("does not close the account", async () => {
    const owner = await signedInPerson(testApi);
    expect(await resetDuring(owner, () => ownData.close(owner.caller))).toMatchObject({ status: 401 });
    const { rows } = await testApi.pool.query("select from account where id = $1", [owner.accountId]);
    expect(rows).toHaveLength(1);
  });
});
