import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { newPerson } from "../../../../test/registration.ts";
import { UnstorableText } from "../platform/database-fault.rule.ts";
import { DirectoryUnavailable, withCircuitBreaker } from "./circuit-breaker.adapter.ts";
import type { PolicyDirectory } from "./policy-directory.port.ts";
import { bookDirectory, consumePins } from "./policy-directory.store.ts";

const testApi = await openTestApi();
const book = bookDirectory(testApi.database);

describe("the imported policy directory", () => {
  test("finds by e-mail and role in the smart registry of the given companies", async () => {
    const email = "found@courrier.example";
    const smart = await newPerson(testApi, { email });
    await newPerson(testApi, { email, role: 80 });
    await newPerson(testApi, { email, registry: "legacy" });
    await newPerson(testApi, { email, company: "intact" });
    const found = await book.findByEmail({ companies: ["belair"], email, role: 40 });
    expect(found.map(({ id }) => id)).toEqual([smart.rowId]);
    expect(await book.findByEmail({ companies: ["belair", "intact"], email, role: 40 })).toHaveLength(2);
  });

  test("finds every person on a policy in both registries, and all policies of a person", async () => {
    const person = await newPerson(testApi, { policy_number: "DIR0001" });
    const { lastName, dateOfBirth } = person.policy;
    await newPerson(testApi, { policy_number: "DIR0001", registry: "legacy" });
    await newPerson(testApi, {
      policy_number: "DIR0002",
      last_name: lastName,
      date_of_birth: dateOfBirth,
      registry: "legacy",
    });
    const companies = ["belair"];
    expect(await book.findByPolicyNumber({ companies, policyNumber: "DIR0001" })).toHaveLength(2);
    expect(await book.findByPerson({ companies, personKey: person.personKey })).toHaveLength(2);
    expect(await book.findById(person.rowId)).toMatchObject({ dateOfBirth: "1988-02-29", pinSpent: false, role: 40 });
  });

  test("marks PINs as used when the transaction commits", async () => {
    const person = await newPerson(testApi, { pin: "AB12CD34" });
    await testApi.database
      .transaction()
      .execute(async (transaction) => {
        await consumePins(transaction, [person.rowId]);
        throw new Error("taken back");
      })
      .catch(() => {});
    expect(await book.findById(person.rowId)).toMatchObject({ pinSpent: false });
    await testApi.database.transaction().execute((transaction) => consumePins(transaction, [person.rowId]));
    expect(await book.findById(person.rowId)).toMatchObject({ pinSpent: true });
  });
});

describe("a directory with a circuit breaker", () => {
  const callLimits = { timeoutMilliseconds: 30, circuitFailures: 3, circuitSeconds: 10 };
  const asked = { companies: ["belair"], email: "a@courrier.example", role: 40 } as const;
  const slow = () => {
    let questions = 0;
    const directory: PolicyDirectory = {
      ...book,
      findByEmail: async () => {
        questions += 1;
        await pause(10_000, undefined, { ref: false });
        return [];
      },
    };
    return { directory: withCircuitBreaker(directory, callLimits), questions: () => questions };
  };

  test("F-17 is unavailable when a query times out", async () => {
    await expect(slow().directory.findByEmail(asked)).rejects.toThrow(DirectoryUnavailable);
  });

  test("F-17 is not queried for a while after several failures", async () => {
    // With real timers a busy machine could close the circuit too early.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { directory, questions } = slow();
    const request = async () => {
      const refused = expect(directory.findByEmail(asked)).rejects.toThrow(DirectoryUnavailable);
      await vi.advanceTimersByTimeAsync(callLimits.timeoutMilliseconds);
      await refused;
    };
    for (let turn = 0; turn < 6; turn++) await request();
    expect(questions()).toBe(3);
    vi.advanceTimersByTime(callLimits.circuitSeconds * 1000);
    await request();
    expect(questions()).toBe(4);
  });

  test("F-18 never exposes the message of a failure", async () => {
    const failing = withCircuitBreaker({ ...book, findById: () => Promise.reject(new Error("secret")) }, callLimits);
    await expect(failing.findById("x")).rejects.toThrow("the policy directory is unavailable");
  });

  test("A-170 stays available after many queries with a text that the database cannot store", async () => {
    const directory = withCircuitBreaker(book, callLimits);
    for (let turn = 0; turn <= callLimits.circuitFailures; turn++)
      for (const policyNumber of ["K3M\u0000", "K3M\ud800"])
        await expect(directory.findByPolicyNumber({ companies: ["belair"], policyNumber })).rejects.toThrow(
          UnstorableText,
        );
    expect(await directory.findByPolicyNumber({ companies: ["belair"], policyNumber: "NONE" })).toEqual([]);
  });

  test("passes a database error through", async () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const failing = withCircuitBreaker({ ...book, findById: () => Promise.reject(refused) }, callLimits);
    await expect(failing.findById("x")).rejects.toBe(refused);
  });
});
