import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { describe, expect, test } from "vitest";
import { mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { clientOf, type SignedInPerson, signedInPerson } from "../../../../../test/signed-in.ts";
import { setPassword } from "../../accounts/account-change.store.ts";
import { freezeAccount } from "../../accounts/frozen-account.store.ts";
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
async function callDuring<Reply>(change: (transaction: Trx) => Promise<unknown>, call: () => Promise<Reply>) {
  let reply: Promise<Reply> | undefined;
  await testApi.database.transaction().execute(async (transaction) => {
    await change(transaction);
    reply = call();
    await expect.poll(countBlocked, { timeout: 10_000 }).toBe(1);
  });
  return reply;
}

const resetDuring = <Reply>({ accountId }: SignedInPerson, call: () => Promise<Reply>) =>
  callDuring((transaction) => setPassword(transaction, { accountId, passwordHash: "of a new password" }), call);

const origin = "http://belair.localhost:3000";

async function createPasskey({ caller }: SignedInPerson) {
  const options = await passkeys.creationOptions(caller);
  if (options.kind !== "ok") throw new Error("no options");
  const { challenge, user } = options.data;
  const device = new Authenticator();
  return { device, passkey: device.create(challenge, user.id, { origin }) };
}

async function addPasskey(own: SignedInPerson): Promise<Authenticator> {
  const { device, passkey } = await createPasskey(own);
  expect(await passkeys.add(own.caller, { name: "iPhone", passkey })).toMatchObject({ kind: "ok" });
  return device;
}

describe("a call under way when a reset or a freeze ends its session", () => {
  test("A-252 adds no passkey", async () => {
    const own = await signedInPerson(testApi);
    const { passkey } = await createPasskey(own);
    const reply = await resetDuring(own, () => passkeys.add(own.caller, { name: "iPhone", passkey }));
    expect(reply).toMatchObject({ kind: "error" });
    const { rows } = await testApi.pool.query("select from passkey where account_id = $1", [own.accountId]);
    expect(rows).toHaveLength(0);
  });

  test("changes no e-mail", async () => {
    const own = await signedInPerson(testApi);
    const email = "attacker@courrier.example";
    await emails.request(own.caller, { email });
    const code = (await mailsTo(testApi, email)).at(-1)?.facts.code ?? "";
    const reply = await callDuring(
      (transaction) => freezeAccount(transaction, own.accountId),
      () => emails.confirm(own.caller, { code }),
    );
    expect(reply).toMatchObject({ kind: "error" });
    const { rows } = await testApi.pool.query("select email from account where id = $1", [own.accountId]);
    expect(rows).toEqual([{ email: own.person.email }]);
  });

  test("requests no change of the e-mail", async () => {
    const own = await signedInPerson(testApi);
    const email = "another@courrier.example";
    expect(await resetDuring(own, () => emails.request(own.caller, { email }))).toMatchObject({ status: 401 });
    expect(await mailsTo(testApi, email)).toEqual([]);
  });

  test("does not prove the session by a passkey", async () => {
    const own = await signedInPerson(testApi);
    const device = await addPasskey(own);
    const options = await passkeys.proofOptions(own.caller);
    if (options.kind !== "ok") throw new Error("no options");
    const answer = device.answer(options.data.challenge, { origin });
    const reply = await callDuring(
      async (transaction) => {
        await transaction
          .updateTable("passkey")
          .set({ name: "Phone" })
          .where("account_id", "=", own.accountId)
          .execute();
        await setPassword(transaction, { accountId: own.accountId, passwordHash: "of a new password" });
      },
      () => passkeys.prove(own.caller, answer),
    );
    expect(reply).toMatchObject({ kind: "error" });
    const events = await eventsOfAccount(testApi.database, own.accountId);
    expect(events.map(({ event }) => event)).not.toContain("session.proven");
  });

  test("does not close the account", async () => {
    const own = await signedInPerson(testApi);
    expect(await resetDuring(own, () => ownData.close(own.caller))).toMatchObject({ status: 401 });
    const { rows } = await testApi.pool.query("select from account where id = $1", [own.accountId]);
    expect(rows).toHaveLength(1);
  });
});
