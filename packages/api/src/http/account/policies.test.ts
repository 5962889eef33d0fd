import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { createRegistrationTestApi, newPerson } from "../../../../../test/registration.ts";
import { clientOf, openSession, signedInPerson, signedOutCaller } from "../../../../../test/signed-in.ts";

const testApi = await openTestApi();
const { policies } = clientOf(testApi, profileEndpoints);

const ended = { kind: "error", status: 401, error: { errorCode: 3009 } };

describe("the policies of a signed-in person", () => {
  test("have line, year, masked number, province and role, on every server", async () => {
    const { person, caller } = await signedInPerson(testApi);
    const listed = {
      data: {
        policies: [
          {
            line: "auto",
            year: 2026,
            province: "qc",
            role: "policyHolder",
            maskedPolicyNumber: `•••••${person.policy.policyNumber.slice(-2)}`,
          },
        ],
      },
    };
    expect(await policies(caller)).toMatchObject(listed);
    expect(await clientOf(testApi, profileEndpoints, 1).policies(caller)).toMatchObject(listed);
  });

  test("include those of a driver of the household who joined the account", async () => {
    const { person, accountId, caller } = await signedInPerson(testApi);
    const { policyNumber } = person.policy;
    await newPerson(testApi, { policy_number: policyNumber, role: 80, year: 2021 });
    await testApi.pool.query("insert into account_policy values ($1, 'belair', $2, 80)", [accountId, policyNumber]);
    expect(await policies(caller)).toMatchObject({
      data: { policies: [{ role: "policyHolder" }, { role: "insuredDriver", year: 2021 }] },
    });
  });

  test("leave out a policy that the directory no longer lists", async () => {
    const { person, caller } = await signedInPerson(testApi);
    await testApi.pool.query("delete from book_row where id = $1", [person.rowId]);
    expect(await policies(caller)).toMatchObject({ data: { policies: [] } });
  });

  test("are unavailable while the directory does not answer", async () => {
    const fail = () => Promise.reject(new Error("no route to host"));
    const away = await createRegistrationTestApi({
      directory: {
        findByEmail: fail,
        findByPolicyNumber: fail,
        findByPerson: fail,
        findByPersonId: fail,
        findById: fail,
      },
    });
    try {
      const { caller } = await signedInPerson(away);
      const { policies } = clientOf(away, profileEndpoints);
      expect(await policies(caller)).toMatchObject({ status: 503, error: { errorCode: 1504 } });
    } finally {
      await away.close();
    }
  });
});

describe("a call of the account is refused", () => {
  test("without a session, and with text that is no session's id", async () => {
    for (const gatewaySession of [undefined, "", "unknown", "x".repeat(5000)])
      expect(
        await policies({ ...signedOutCaller, ...(gatewaySession !== undefined && { gatewaySession }) }),
      ).toMatchObject(ended);
  });

  test("with the session of another brand", async () => {
    const { caller } = await signedInPerson(testApi);
    expect(await policies({ ...caller, apiKey: "intact" })).toMatchObject(ended);
  });

  test("with the session in a cookie only", async () => {
    const { caller } = await signedInPerson(testApi);
    const cookie = `PD-H-SESSION-ID=${caller.gatewaySession}`;
    expect(await policies({ ...signedOutCaller, headers: { ...caller.headers, cookie } })).toMatchObject(ended);
  });

  test("after the session was ended, was idle for too long, or reached its longest duration", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    const changes = [
      "ended_at = app_now()",
      "last_seen_at = app_now() - interval '11 minutes'",
      "started_at = app_now() - interval '61 minutes'",
    ];
    for (const change of changes) {
      const own = await openSession(testApi, accountId);
      expect(await policies(own)).toMatchObject({ kind: "ok" });
      const open = `account_id = $1 and ended_at is null`;
      await testApi.pool.query(`update gateway_session set ${change} where ${open}`, [accountId]);
      expect(await policies(own), change).toMatchObject(ended);
    }
    expect(await policies(caller)).toMatchObject(ended);
  });

  test("once the insurer has removed the access", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await testApi.pool.query("update account set disabled = true where id = $1", [accountId]);
    expect(await policies(caller)).toMatchObject(ended);
  });
});
