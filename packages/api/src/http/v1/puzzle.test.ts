import { puzzleWork } from "@vestibule/catalogue/puzzle.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { trustedDeviceHeader, trustedDeviceName } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { findEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import type { PuzzleSolution } from "@vestibule/contract/v1/puzzle.schema.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { describe, expect, test } from "vitest";
import { callDescribed, callerFrom } from "../../../../../test/described-response.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { askedPuzzle, fillFor, solutionFor, solvedBy, textOf } from "../../../../../test/puzzle.ts";
import { summaryOf } from "../../../../../test/recovery.ts";
import { newPerson, Visitor } from "../../../../../test/registration.ts";
import { rotateKeys } from "../../../../../test/rotated-keys.ts";
import { solvePuzzle } from "../../../../web/app/form/solve-puzzle.ts";
import { secureRandom } from "../../platform/random.adapter.ts";

// Puzzles are solved by the first counter here, because their work is measured elsewhere.
const random = { ...secureRandom, integer: (from: number) => from };
const testApi = await openTestApi({ clientIpLimitFactor: 1, random });

let clients = 0;
const newClientIp = () => `198.51.100.${++clients}`;

interface Sent {
  clientIp: string;
  text?: string;
  server?: 0 | 1;
  used?: typeof testApi;
}

const callerWith = ({ clientIp, text }: Sent) => {
  const caller = callerFrom(clientIp);
  return { ...caller, headers: { ...caller.headers, ...(text && solvedBy(text)) } };
};

const clientAt = ({ server = 0, used = testApi }: Sent) => ({
  baseUrl: "http://localhost",
  fetch: (request: Request) => callDescribed(used.apis[server], request),
});

const requestReset = async (sent: Sent) => {
  const calls = createClient(recoveryEndpoints, clientAt(sent));
  return summaryOf(await calls.reset(callerWith(sent), { email: "maelle@courrier.example" }));
};

const find = async (sent: Sent) => {
  const calls = createClient(findEndpoints, clientAt(sent));
  return summaryOf(await calls.byEmail(callerWith(sent), { email: "maelle@courrier.example" }));
};

/** A client whose limit of resets is full, with a solved puzzle. */
async function crowdedClient() {
  const clientIp = newClientIp();
  await fillFor(testApi, clientIp, "recoveryClientIp");
  return { clientIp, text: await solutionFor(testApi, "reset", clientIp) };
}

const solutionIn = (text: string): PuzzleSolution => JSON.parse(Buffer.from(text, "base64").toString());

describe("a puzzle is asked", () => {
  test("from half of the limit by client IP on, and before that form alone", async () => {
    const clientIp = newClientIp();
    expect(await askedPuzzle(testApi, "reset", { clientIp })).toBeUndefined();
    await fillFor(testApi, clientIp, "recoveryClientIp", 29 / 60);
    expect(await askedPuzzle(testApi, "reset", { clientIp })).toBeUndefined();
    expect(await requestReset({ clientIp })).toBe("200");
    expect(await askedPuzzle(testApi, "reset", { clientIp })).toMatchObject({
      parameters: { data: { for: "reset" }, cost: puzzleWork.iterations },
    });
    expect(await askedPuzzle(testApi, "login", { clientIp })).toBeUndefined();
    expect(await askedPuzzle(testApi, "lookup", { clientIp })).toBeUndefined();
  });

  test("before a sign-in by either limit on its way", async () => {
    for (const limit of ["findClientIp", "loginClientIp"] as const) {
      const clientIp = newClientIp();
      await fillFor(testApi, clientIp, limit, 0.5);
      expect(await askedPuzzle(testApi, "login", { clientIp })).toBeDefined();
    }
  });

  test("for a known browser only where the limit is full", async () => {
    const clientIp = newClientIp();
    const value = JSON.stringify([["an-account", "a-device"]]);
    const until = new Date(testApi.deps.clock.now().getTime() + 3_600_000);
    const signed = signCookie({ name: trustedDeviceName, value, until, keys: testApi.deps.keys.cookie });
    const known = { clientIp, headers: { [trustedDeviceHeader]: signed } };
    await fillFor(testApi, clientIp, "findClientIp", 0.9);
    expect(await askedPuzzle(testApi, "login", known)).toBeUndefined();
    const forged = { clientIp, headers: { [trustedDeviceHeader]: `${signed}x` } };
    expect(await askedPuzzle(testApi, "login", forged)).toBeDefined();
    await fillFor(testApi, clientIp, "findClientIp");
    expect(await askedPuzzle(testApi, "login", known)).toBeDefined();
  });

  test("with a counter of the given randomness, and another one each time", async () => {
    const clientIp = newClientIp();
    await fillFor(testApi, clientIp, "recoveryClientIp", 0.5);
    const drawn: number[] = [];
    const integer = (from: number, to: number) => {
      drawn.push(from, to);
      return from + 2;
    };
    const lucky = { ...testApi, ...(await openTestApi({ clientIpLimitFactor: 1, random: { ...random, integer } })) };
    await fillFor(lucky, clientIp, "recoveryClientIp", 0.5);
    const puzzle = await askedPuzzle(lucky, "reset", { clientIp });
    expect(drawn).toEqual([0, puzzleWork.highestCounter]);
    expect(puzzle && (await solvePuzzle(puzzle)).solution.counter).toBe(2);
    const others = [await solutionFor(testApi, "reset", clientIp), await solutionFor(testApi, "reset", clientIp)];
    const nonces = others.map((text) => solutionIn(text).challenge.parameters.nonce);
    expect(new Set(nonces).size).toBe(2);
  });
});

describe("a solved puzzle", () => {
  test("leads past a full limit, which refuses everything else", async () => {
    const { clientIp, text } = await crowdedClient();
    expect(await requestReset({ clientIp })).toBe("429 1429");
    expect(await requestReset({ clientIp, text })).toBe("200");
    expect(await requestReset({ clientIp })).toBe("429 1429");
  });

  test("uses nothing of the limit that people without JavaScript have", async () => {
    const clientIp = newClientIp();
    await fillFor(testApi, clientIp, "recoveryClientIp", 59 / 60);
    for (let count = 0; count < 3; count++) {
      const text = await solutionFor(testApi, "reset", clientIp);
      expect(await requestReset({ clientIp, text })).toBe("200");
    }
    expect(await requestReset({ clientIp })).toBe("200");
    expect(await requestReset({ clientIp })).toBe("429 1429");
  });

  test("counts for a lookup by e-mail, by policy number and over API v1 in a registration", async () => {
    const clientIp = newClientIp();
    await fillFor(testApi, clientIp, "lookupClientIp");
    const solution = async () => solvedBy(await solutionFor(testApi, "lookup", clientIp));
    const person = await newPerson(testApi);
    const { headers } = callerFrom(clientIp);
    expect(summaryOf(await new Registrant(testApi, { headers }).find(person))).toBe("429 1429");
    const solved = async () => ({ headers: { ...headers, ...(await solution()) } });
    expect(summaryOf(await new Registrant(testApi, await solved()).find(person))).toBe("240");
    for (const body of [{ email: person.email }, person.policy]) {
      const crowded = await new Visitor(testApi.apis, { headers }).start("policyHolder");
      if ("policyNumber" in body) await crowded.call("identify", { method: "policyNumber" });
      expect(await crowded.call("identify", body)).toMatchObject({ kind: "error", status: 429 });
      const visitor = await new Visitor(testApi.apis, await solved()).start("policyHolder");
      if ("policyNumber" in body) await visitor.call("identify", { method: "policyNumber" });
      expect(await visitor.call("identify", body)).toMatchObject({ kind: "ok" });
    }
  });

  test("is accepted after its key was rotated", async () => {
    const { clientIp, text } = await crowdedClient();
    expect(await requestReset({ clientIp, text, used: rotateKeys(testApi) })).toBe("200");
  });
});

describe("A-408 a solved puzzle", () => {
  test("counts once, on another server too", async () => {
    const { clientIp, text } = await crowdedClient();
    expect(await requestReset({ clientIp, text, server: 0 })).toBe("200");
    expect(await requestReset({ clientIp, text, server: 1 })).toBe("429 1429");
    expect(await requestReset({ clientIp, text, server: 0 })).toBe("429 1429");
  });

  test("counts once among parallel requests to two servers", async () => {
    const { clientIp, text } = await crowdedClient();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => requestReset({ clientIp, text, server: index % 2 === 0 ? 0 : 1 })),
    );
    expect(results.filter((result) => result === "200")).toHaveLength(1);
  });

  test("counts once for each limit on the way of a sign-in", async () => {
    const clientIp = newClientIp();
    await fillFor(testApi, clientIp, "findClientIp");
    const text = await solutionFor(testApi, "login", clientIp);
    expect(await find({ clientIp, text })).toBe("200");
    expect(await find({ clientIp, text })).toBe("429 1429");
  });

  test("stays used for longer than it is valid", async () => {
    const { clientIp, text } = await crowdedClient();
    expect(await requestReset({ clientIp, text })).toBe("200");
    await testApi.moveClock((ttl.puzzleMinutes - 1) * 60);
    expect(await requestReset({ clientIp, text })).toBe("429 1429");
  });
});

describe("A-409 the second allowance is refused to", () => {
  test("a puzzle that has expired", async () => {
    const { clientIp, text } = await crowdedClient();
    await testApi.moveClock(ttl.puzzleMinutes * 60 + 1);
    await fillFor(testApi, clientIp, "recoveryClientIp");
    expect(await requestReset({ clientIp, text })).toBe("429 1429");
  });

  test("a puzzle of another form", async () => {
    const { clientIp, text } = await crowdedClient();
    await fillFor(testApi, clientIp, "findClientIp");
    expect(await find({ clientIp, text })).toBe("429 1429");
    expect(await requestReset({ clientIp, text })).toBe("200");
  });

  test.each<[string, (solution: PuzzleSolution) => unknown]>([
    [
      "a guessed key",
      ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: "ab".repeat(32) } }),
    ],
    ["a later end", (solved) => changed(solved, { expiresAt: solved.challenge.parameters.expiresAt + 60 })],
    ["another form", (solved) => changed(solved, { data: { for: "login" } })],
    ["another nonce", (solved) => changed(solved, { nonce: "0".repeat(32) })],
    ["less work", (solved) => changed(solved, { cost: 1 })],
    ["no signature", ({ challenge, solution }) => ({ challenge: { ...challenge, signature: "" }, solution })],
    ["no solution", ({ challenge }) => ({ challenge })],
    ["one part too many", (solved) => ({ ...solved, more: "x".repeat(20) })],
  ])("a puzzle with %s", async (_what, forge) => {
    const { clientIp, text } = await crowdedClient();
    const forged = Buffer.from(JSON.stringify(forge(solutionIn(text)))).toString("base64");
    expect(await requestReset({ clientIp, text: forged })).toBe("429 1429");
    expect(await requestReset({ clientIp, text })).toBe("200");
  });

  test("a puzzle that the client made itself", async () => {
    const { clientIp, text } = await crowdedClient();
    const { challenge } = solutionIn(text);
    const nonce = "12".repeat(16);
    const solvedAlone = await solvePuzzle({
      ...challenge,
      parameters: { ...challenge.parameters, nonce, keyPrefix: "" },
    });
    expect(await requestReset({ clientIp, text: textOf(solvedAlone) })).toBe("429 1429");
  });

  test.each(["x", "e30=", "bnVsbA==", "a".repeat(5000)])("a text that is no solution: %.10s", async (text) => {
    const clientIp = newClientIp();
    await fillFor(testApi, clientIp, "recoveryClientIp");
    expect(await requestReset({ clientIp, text })).toBe("429 1429");
  });
});

function changed({ challenge, solution }: PuzzleSolution, parameters: object) {
  return { challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } }, solution };
}

test("the second allowance is full after as many requests as the limit", async () => {
  const { clientIp, text } = await crowdedClient();
  await fillFor(testApi, clientIp, "recoverySolvedClientIp");
  expect(await requestReset({ clientIp, text })).toBe("429 1429");
});
