import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { testKeys } from "../../../../../test/book-file.ts";
import { linkCaller, linkClients, liveLinkFor, orderFor } from "../../../../../test/links.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { onServer } from "../../../../../test/postgres.setup.ts";
import { newestReset, newHolder, nextPassword, Recoverer, summaryOf } from "../../../../../test/recovery.ts";
import {
  codeSentTo,
  createRegistrationTestApi,
  newPerson,
  type RegistrationTestApi,
  type TestPerson,
  Visitor,
} from "../../../../../test/registration.ts";
import { renewGatewaySession } from "../../accounts/gateway-session.store.ts";
import { consumeTicket } from "../../accounts/sign-in-ticket.store.ts";
import { verifyAuditTrail } from "../../audit/audit-verification.store.ts";
import { buildApi } from "../../build-api.ts";
import { bypassOpens, signBypass } from "../../maintenance/bypass-value.rule.ts";
import { messageQueues } from "../../messages/message-queue.rule.ts";
import { leaseNotifications } from "../../messages/notification.store.ts";
import { endBeforeRestore } from "./end-before-restore.ts";
import { readRestoreEpoch, recordedRestores } from "./restore.store.ts";

let testApi: RegistrationTestApi;
let name: string;
const { url: server } = inject("postgres");

beforeAll(async () => {
  testApi = await createRegistrationTestApi();
  name = new URL(testApi.ownerUrl.replace("@/", "@localhost/")).pathname.slice(1);
});
afterAll(async () => {
  await onServer(server, `drop database if exists ${name}_backup with (force)`);
  await testApi.close();
});

/** A template database must have no connections while it is copied. */
async function copyDatabase({ from, to }: { from: string; to: string }): Promise<void> {
  await onServer(server, `drop database if exists ${to} with (force)`);
  for (;;) {
    await onServer(server, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${from}'`);
    try {
      await onServer(server, `create database ${to} template ${from}`);
      return;
    } catch (fault) {
      // A client connected in between.
      if ((fault as { code?: string }).code !== "55006") throw fault;
    }
  }
}
const backUp = () => copyDatabase({ from: name, to: `${name}_backup` });
const restore = () => copyDatabase({ from: `${name}_backup`, to: name });

/** Rebuilds the API with the current restore epoch, as a server restart does. */
async function startAgain(): Promise<RegistrationTestApi> {
  const deps = { ...testApi.deps, keys: testKeys(await readRestoreEpoch(testApi.database)) };
  const api = buildApi(deps);
  return { ...testApi, deps, apis: [api, api] };
}

const takeDue = () =>
  leaseNotifications(testApi.database, {
    queues: messageQueues.map((queue) => ({ queue, slots: 100 })),
    leaseSeconds: 1,
    held: [],
    keepsFacts: true,
  });

const session = { idHashes: ["a-session"], brandId: "belair" };
const ticket = "a-ticket";

async function issueEverything() {
  const person: TestPerson = await newPerson(testApi, { cell_phone: null });
  const member = await newHolder(testApi);
  const visitor = await new Visitor(testApi.apis).toCode(person);
  const code = await codeSentTo(testApi, person.email);
  const recoverer = new Recoverer(testApi);
  const recovery = await recoverer.startReset(member.accountEmail);
  const reset = await newestReset(testApi, member.accountEmail);
  const registrant = new Registrant(testApi);
  const registeringPerson = await newPerson(testApi);
  await registrant.found(registeringPerson);
  await registrant.validate(registrant.methodId("SMS"));
  const registrationCode = await codeSentTo(testApi, registeringPerson.cellPhone);
  const clients = linkClients(testApi);
  const { token: linkToken } = await liveLinkFor(
    clients,
    orderFor(await newPerson(testApi), { action: "DEFPWD_REGISTER" }),
  );
  await testApi.pool.query("insert into gateway_session (id_hash, account_id) values ('a-session', $1)", [
    member.accountId,
  ]);
  // A refresh token, and the session of a closed account, whose end is still to be announced.
  await testApi.pool.query(
    `insert into oidc_artifact (id_hash, model, issuer, account_id, session_uid, payload, expires_at)
     values ('a-token', 'RefreshToken', 'i', $1, null, '{}', app_now() + interval '1 day'),
       ('of-closed-account', 'Session', 'i', null, 'uid', '{}', app_now() + interval '1 day')`,
    [member.accountId],
  );
  await testApi.pool.query(
    "insert into sign_in_ticket (token_hash, account_id, expires_at) values ($1, $2, app_now() + interval '1 minute')",
    [ticket, member.accountId],
  );
  const end = new Date(testApi.deps.clock.now().getTime() + 3600_000);
  const bypass = await signBypass(testApi.deps.keys.operator, { brandIds: ["belair"], end });
  return { member, visitor, code, recovery, reset, registrant, registrationCode, clients, linkToken, bypass };
}

test("F-35 refuses after a restore what was used or ended after the backup, once the restore command has run", async () => {
  const issued = await issueEverything();
  const { member, visitor, code, recovery, reset, registrant, registrationCode, clients, linkToken, bypass } = issued;
  const token = visitor.token ?? "";
  const eventsBefore = (await testApi.pool.query("select count(*)::int as n, max(at) as at from audit_event")).rows[0];
  await backUp();

  const redeem = () => testApi.database.transaction().execute((transaction) => consumeTicket(transaction, [ticket]));
  expect((await visitor.verify(code)).kind).toBe("ok");
  expect(await redeem()).toBeDefined();
  await testApi.pool.query("update gateway_session set ended_at = app_now()");
  await testApi.pool.query("update notification set status = 'accepted', done_at = app_now()");
  expect(await renewGatewaySession(testApi.database, session)).toBeUndefined();

  // Without the command, a restore makes all of it valid again.
  await restore();
  expect((await visitor.repeat("verify", token, { securityCode: code })).kind).toBe("ok");
  expect(await redeem()).toBeDefined();
  expect(await renewGatewaySession(testApi.database, session)).toBeDefined();
  expect((await takeDue()).filter(({ kind }) => kind === "leased").length).toBeGreaterThan(0);

  await restore();
  const { auditor } = testApi.deps;
  const ended = await endBeforeRestore({ database: testApi.database, auditor }, { actor: "operator:test" });
  const one = { tickets: 1, sessions: 1, applications: 1, recoveries: 1 };
  expect(ended).toMatchObject({ codes: 3, registrations: 2, ...one });
  expect(ended.links).toBeGreaterThanOrEqual(2);
  expect(ended.messages).toBeGreaterThanOrEqual(2);

  const again = await startAgain();
  for (const { apis } of [testApi, again]) {
    const result = await new Visitor(apis).repeat("verify", token, { securityCode: code });
    expect(result).toMatchObject({ kind: "error", error: { error: "INVALID_TOKEN" } });
    expect(summaryOf(await new Recoverer({ apis }).validate(recovery, reset.code))).toMatch(/^4/);
    const password = { password: nextPassword, token: reset.token, postalCode: member.policy.postalCode };
    expect(summaryOf(await new Recoverer({ apis }).password(recovery, password))).toMatch(/^4/);
  }
  expect(summaryOf(await registrant.validate(registrant.methodId("SMS"), registrationCode))).toMatch(/^4/);
  const link = await clients.links.read(linkCaller, linkToken, { src: "crm3" });
  expect(link).toMatchObject({ kind: "ok", data: { action: "TOKEN_EXPIRED" } });
  expect(await redeem()).toBeUndefined();
  expect(await renewGatewaySession(testApi.database, session)).toBeUndefined();
  expect(await takeDue()).toEqual([]);
  const { keys, clock } = again.deps;
  expect(await bypassOpens(testApi.deps.keys.operator, { value: bypass, brandId: "belair", now: clock.now() })).toBe(
    true,
  );
  expect(await bypassOpens(keys.operator, { value: bypass, brandId: "belair", now: clock.now() })).toBe(false);

  expect(await verifyAuditTrail(testApi.database, keys.audit)).toEqual({ kind: "whole", events: eventsBefore.n + 1 });
  expect(await recordedRestores(testApi.database)).toEqual([
    { at: expect.any(Date), lastEventAt: eventsBefore.at.toISOString() },
  ]);
});

test("F-35 gives each restore of one backup its own epoch and accepts what began after the command", async () => {
  const { auditor } = testApi.deps;
  await backUp();
  const before = await readRestoreEpoch(testApi.database);
  const epochs: string[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    await restore();
    expect(await readRestoreEpoch(testApi.database)).toBe(before);
    await endBeforeRestore({ database: testApi.database, auditor }, { actor: "operator:test" });
    epochs.push(await readRestoreEpoch(testApi.database));
  }
  expect(new Set([before, ...epochs]).size).toBe(3);
  const { apis } = await startAgain();
  const person = await newPerson(testApi, { cell_phone: null });
  const visitor = await new Visitor(apis).toCode(person);
  expect((await visitor.verify(await codeSentTo(testApi, person.email))).kind).toBe("ok");
});
