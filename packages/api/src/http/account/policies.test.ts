import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { describe, expect, test } from "vitest";
import { closeAfterTests, openTestApi } from "../../../../../test/open-test-api.ts";
import { createRegistrationTestApi, newPerson } from "../../../../../test/registration.ts";
import {
  clientOf,
  openSession,
  type SignedInPerson,
  signedInPerson,
  signedOutCaller,
} from "../../../../../test/signed-in.ts";
import { withCircuitBreaker } from "../../directory/circuit-breaker.adapter.ts";
import { NoHttpResponse } from "../../platform/http-client.adapter.ts";

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

  test("A-486 leave out a policy that the insurer has given to another person, and its driver", async () => {
    const { person, accountId, caller } = await signedInPerson(testApi);
    const { policyNumber } = person.policy;
    await newPerson(testApi, { policy_number: policyNumber, role: 80, first_name: "Paul" });
    await testApi.pool.query("insert into account_policy values ($1, 'belair', $2, 80)", [accountId, policyNumber]);
    await testApi.pool.query("delete from book_row where id = $1", [person.rowId]);
    await newPerson(testApi, { policy_number: policyNumber, first_name: "Maude" });
    expect(await policies(caller)).toMatchObject({ data: { policies: [] } });
  });

  test("A-486 leave out the role that a person has left to another one of the policy", async () => {
    const { person, caller } = await signedInPerson(testApi);
    const { policyNumber } = person.policy;
    await testApi.pool.query("update book_row set role = 80 where id = $1", [person.rowId]);
    await newPerson(testApi, { policy_number: policyNumber, first_name: "Maude" });
    expect(await policies(caller)).toMatchObject({ data: { policies: [] } });
  });

  test("stay with a person whose last name has changed", async () => {
    const { person, caller } = await signedInPerson(testApi);
    await testApi.pool.query(
      `update book_row set last_name = 'Renamed',
         person_key = split_part(person_key, '|', 1) || '|renamed|' || split_part(person_key, '|', 3) where id = $1`,
      [person.rowId],
    );
    expect(await policies(caller)).toMatchObject({ data: { policies: [{ role: "policyHolder" }] } });
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

describe("a directory that does not answer for one person", () => {
  test.each(["one after another", "at once"])("F-17 still answers for another, after calls %s", async (order) => {
    let slowNumbers: readonly string[] = [];
    const { directory } = testApi.deps;
    const guarded = withCircuitBreaker({
      ...directory,
      findByPolicyNumber: async (query) => {
        if (slowNumbers.includes(query.policyNumber)) throw new NoHttpResponse("no answer");
        return directory.findByPolicyNumber(query);
      },
    });
    const partly = closeAfterTests(await createRegistrationTestApi({ directory: guarded }));
    // The directory of the test has its rows in the database of another test API.
    const rowsOf = async ({ person }: SignedInPerson) => {
      const { rows } = await partly.pool.query("select policy_number from book_row where id = $1", [person.rowId]);
      return rows.map((row) => row.policy_number as string);
    };
    const [slow, other] = [await signedInPerson(partly), await signedInPerson(partly)];
    slowNumbers = [...(await rowsOf(slow)), ...Array.from({ length: 6 }, (_, index) => `K3M000${index}`)];
    for (const policyNumber of slowNumbers.slice(1))
      await partly.pool.query("insert into account_policy values ($1, 'belair', $2, 40)", [
        slow.accountId,
        policyNumber,
      ]);
    const profileCalls = clientOf(partly, profileEndpoints);
    const request = () => profileCalls.policies(slow.caller);
    const responses: unknown[] = [];
    if (order === "at once") responses.push(...(await Promise.all(Array.from({ length: 12 }, request))));
    else for (let count = 0; count < 12; count += 1) responses.push(await request());
    for (const response of responses) expect(response).toMatchObject({ status: 503, error: { errorCode: 1504 } });
    expect(guarded.isCircuitOpen()).toBe(false);
    expect(await profileCalls.policies(other.caller)).toMatchObject({ kind: "ok" });
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
      const newSession = await openSession(testApi, accountId);
      expect(await policies(newSession)).toMatchObject({ kind: "ok" });
      const open = `account_id = $1 and ended_at is null`;
      await testApi.pool.query(`update gateway_session set ${change} where ${open}`, [accountId]);
      expect(await policies(newSession), change).toMatchObject(ended);
    }
    expect(await policies(caller)).toMatchObject(ended);
  });

  test("once the insurer has removed the access", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    await testApi.pool.query("update account set disabled = true where id = $1", [accountId]);
    expect(await policies(caller)).toMatchObject(ended);
  });
});
