import { randomUUID } from "node:crypto";
import { reserves, limits as rows } from "@vestibule/catalogue/limit.table.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { trustedDeviceHeader, trustedDeviceName } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { describe, expect, test } from "vitest";
import { linkCaller, linkClients } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import {
  dataOf,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../test/recovery.ts";
import { codeSentTo, newPerson, otherThan, Visitor } from "../../../../test/registration.ts";
import { brandOfAttempt } from "../../../../test/sign-in-attempt.ts";
import { fillWindow } from "../../../../test/support-desk.ts";
import { authenticate } from "../flows/sign-in/sign-in.ts";
import { limitStore } from "../limits/limit.store.ts";

const testApi = await openTestApi();

const postalCode = "H2X 1Y4";
const signIn = async (username: string, password: string, { clientIp = "198.51.100.9", devices = new Map() } = {}) => {
  const limits = limitStore({ ...testApi.deps, clientIpLimitFactor: 1 });
  const locale = { province: "qc", language: "fr" };
  const secret = { kind: "password", password } as const;
  const session = { idHash: randomUUID(), replaces: [], device: {}, newDeviceId: "new-device" };
  const context = { clientIp, origin: "http://localhost:3000", devices, session, locale };
  return (
    await authenticate({ ...testApi.deps, limits }, { ...brandOfAttempt(testApi.deps), username, secret, ...context })
  ).kind;
};
const sentTo = async (recipient: string) => (await messagesTo(testApi, recipient)).length;

/** Sets a password with the link of the newest message, on a device that requested nothing. */
async function signInByNewestLink(email: string) {
  const { token } = await newestReset(testApi, email);
  const { links, accounts } = linkClients(testApi);
  const link = dataOf(await links.read(linkCaller, token));
  if (link.action === "TOKEN_EXPIRED") return link.action;
  return summaryOf(await accounts.password(linkCaller, link.id, { password: nextPassword, token, postalCode }));
}

/** A client whose browser signed in to this account before. */
function onTrustedDevice(accountId: string): Recoverer {
  const value = JSON.stringify([[accountId, "owner-device"]]);
  const until = new Date(testApi.deps.clock.now().getTime() + 3_600_000);
  const person = new Recoverer(testApi);
  const signed = signCookie({ name: trustedDeviceName, value, until, keys: testApi.deps.keys.cookie });
  Object.assign(person.caller.headers, { [trustedDeviceHeader]: signed });
  return person;
}

describe("A-131 while an attacker keeps requesting password resets", () => {
  test("and fails to sign in, the owner recovers access with the newest message", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknownUser = new Recoverer(testApi);
    for (let requested = 0; requested < 12; requested++) await unknownUser.startReset(accountEmail);
    for (let tried = 0; tried < 7; tried++) await signIn(accountEmail, "Not-The-One-1");
    expect(await signIn(accountEmail, "Grand-Vent-42")).toBe("lockedOut");
    await new Recoverer(testApi).startReset(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit);
    expect(await signInByNewestLink(accountEmail)).toBe("200");
    expect(await signIn(accountEmail, nextPassword)).toBe("ok");
  });

  test("all day, one message is sent each half hour, and its link works", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknownUser = new Recoverer(testApi);
    const flood = async () => {
      for (let requested = 0; requested < 6; requested++) await unknownUser.startReset(accountEmail);
    };
    await flood();
    await testApi.moveClock(3601);
    await flood();
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailDay.limit);
    for (let halfHour = 1; halfHour <= 4; halfHour++) {
      await testApi.moveClock(rows.recoveryMailPace.windowMinutes * 60 - 60);
      await flood();
      expect(await sentTo(accountEmail)).toBe(rows.recoveryMailDay.limit + halfHour - 1);
      await testApi.moveClock(61);
      await flood();
      expect(await sentTo(accountEmail)).toBe(rows.recoveryMailDay.limit + halfHour);
    }
    expect(await signInByNewestLink(accountEmail)).toBe("200");
  });

  test("and enters wrong codes, the link in the owner's inbox works, and the code does not", async () => {
    const { accountEmail } = await newHolder(testApi);
    const unknownUser = new Recoverer(testApi);
    const id = await unknownUser.startReset(accountEmail);
    const { code } = await newestReset(testApi, accountEmail);
    for (let wrong = 0; wrong < rows.recoveryWrongCode.limit; wrong++) await unknownUser.validate(id, otherThan(code));
    expect(summaryOf(await unknownUser.validate(id, code))).toBe("403 3002 login-difficulties");
    expect(await signInByNewestLink(accountEmail)).toBe("200");
  });

  test("a trusted browser has its own share of messages for its own account only", async () => {
    const { accountEmail, accountId } = await newHolder(testApi);
    const unknownUser = onTrustedDevice("3c5f0a52-9f6d-4d0e-8f33-1f1d5bb0c001");
    for (let requested = 0; requested < 12; requested++) await unknownUser.startReset(accountEmail);
    const owner = onTrustedDevice(accountId);
    const id = await owner.startReset(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit + 1);
    expect(summaryOf(await owner.validate(id, (await newestReset(testApi, accountEmail)).code))).toBe("200");
    for (let requests = 0; requests < 12; requests++) await owner.startReset(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit + rows.recoveryMailDevice.limit);
  });

  test("a modified trusted-device cookie gets no extra messages", async () => {
    const { accountEmail, accountId } = await newHolder(testApi);
    const forged = onTrustedDevice(accountId);
    const headers = forged.caller.headers as Record<string, string>;
    headers[trustedDeviceHeader] = `${headers[trustedDeviceHeader]?.slice(0, -4)}AAAA`;
    for (let requested = 0; requested < 8; requested++) await forged.startReset(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit);
  });
});

describe("A-022 while the global message limit is reached", () => {
  const everybody = (limit: "sendUnknownGlobal" | "sendGlobal") => fillWindow(testApi, { limit, subject: "all" });

  test("by resets of unknown e-mails, people on file still receive their messages", async () => {
    await everybody("sendUnknownGlobal");
    const person = new Recoverer(testApi);
    await person.startReset("nobody-at-all@courrier.example");
    expect(await sentTo("nobody-at-all@courrier.example")).toBe(0);
    const { accountEmail } = await newHolder(testApi);
    await person.startReset(accountEmail);
    expect(await sentTo(accountEmail)).toBe(1);
    const registrant = await newPerson(testApi, { cell_phone: null });
    expect((await new Visitor(testApi.apis).toCode(registrant)).page()).toBe("VERIFY_CODE");
  });

  test("resets of unknown e-mails do not count against the global limit", async () => {
    const stores = Array.from({ length: 16 }, (_, share) =>
      limitStore({ ...testApi.deps, random: { ...testApi.deps.random, integer: () => share + 1 } }),
    );
    const keys = stores.map((store) => store.keyOf({ limit: "sendGlobal", subject: "all" }));
    const counted = async () => {
      const sum = "select coalesce(sum(cardinality(hits)), 0)::int as hits from limit_window where key = any($1)";
      return (await testApi.pool.query(sum, [keys])).rows[0].hits as number;
    };
    const before = await counted();
    await testApi.moveClock(3601);
    for (let requested = 0; requested < 5; requested++)
      await new Recoverer(testApi).startReset(`nobody${requested}@courrier.example`);
    expect(await counted()).toBe(before);
  });

  test("by other clients, a trusted browser still receives its message", async () => {
    await everybody("sendGlobal");
    const { accountEmail, accountId } = await newHolder(testApi);
    await new Recoverer(testApi).startReset(accountEmail);
    expect(await sentTo(accountEmail)).toBe(0);
    await onTrustedDevice(accountId).startReset(accountEmail);
    expect(await sentTo(accountEmail)).toBe(1);
    await testApi.moveClock(3601);
  });
});

describe("A-022 codes to one recipient", () => {
  const visitorAt = (clientIp: string) => new Visitor(testApi.apis, { clientIp });

  test("are still sent to the owner's network after an attacker reached the limit", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    for (let turn = 0; turn < 12; turn++) await visitorAt(`198.51.100.${turn + 1}`).toCode(person);
    expect(await sentTo(person.email)).toBe(rows.sendRecipient.limit);
    const owner = await visitorAt("203.0.113.5").toCode(person);
    await owner.verify(await codeSentTo(testApi, person.email));
    expect(owner.page()).toBe("CREATE");
  });

  test("are capped by the reserve, of which each network gets the share of one registration", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    for (let turn = 0; turn < 10; turn++) await visitorAt("2001:db8:1:1::/64").toCode(person);
    const fromNetwork = async (third: number) => {
      for (let turn = 0; turn < 6; turn++) await visitorAt(`2001:db8:${third}:${turn}::/64`).toCode(person);
      return sentTo(person.email);
    };
    expect(await fromNetwork(2)).toBe(10 + reserves.sendsPerNetwork);
    for (const network of [3, 4, 5, 6]) await fromNetwork(network);
    expect(await sentTo(person.email)).toBe(rows.sendRecipient.limit + rows.sendReserve.limit);
  });

  test("no longer count once the correct one was entered", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    for (let turn = 0; turn < 12; turn++) {
      const visitor = await visitorAt("203.0.113.6").toCode(person);
      await visitor.verify(await codeSentTo(testApi, person.email));
      expect(visitor.page()).toBe("CREATE");
    }
    expect(await sentTo(person.email)).toBe(12);
  });
});

test("A-005 locks codes out for a day after an attacker's wrong codes, while the reset link works", async () => {
  const holder = await newHolder(testApi);
  const unknownUser = new Recoverer(testApi);
  for (let reset = 0; reset < 4; reset++) {
    const id = await unknownUser.startReset(holder.accountEmail);
    const wrong = otherThan((await newestReset(testApi, holder.accountEmail)).code);
    for (let tries = 0; tries < rows.recoveryWrongCode.limit; tries++) await unknownUser.validate(id, wrong);
  }
  const id = await new Recoverer(testApi).startReset(holder.accountEmail);
  const { code } = await newestReset(testApi, holder.accountEmail);
  expect(summaryOf(await new Recoverer(testApi).validate(id, code))).toBe("403 3002 login-difficulties");
  expect(await signInByNewestLink(holder.accountEmail)).toBe("200");
});

describe("A-076 policy numbers with the same prefix", () => {
  const lookup = async (clientIp: string, policy: Awaited<ReturnType<typeof newPerson>>["policy"]) => {
    const visitor = new Visitor(testApi.apis, { clientIp });
    await visitor.start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    const result = await visitor.call("identify", policy);
    if (result.kind !== "error") return result.kind;
    return result.status === 429 ? "wait" : result.error.error;
  };

  test("are found for their owner from another network after an attacker's searches", async () => {
    const person = await newPerson(testApi);
    const { policyNumber } = person.policy;
    const missed = { ...person.policy, firstName: "Somebody" };
    const prefix = { limit: "lookupPolicyPrefix", subject: `belair|${policyNumber.slice(0, 3)}` } as const;
    const commonMisses = 2 * reserves.missesPerNetwork;
    const earlierMisses = reserves.commonMissesPerPrefix - commonMisses;
    await fillWindow(testApi, prefix, earlierMisses / rows.lookupPolicyPrefix.limit);
    const results: string[] = [];
    for (let turn = 0; turn < 24; turn++) results.push(await lookup(`198.51.${100 + (turn % 2)}.${turn + 1}`, missed));
    const misses = results.filter((result) => result === "POLICY_NUMBER_NOT_FOUND").length;
    expect(misses).toBe(commonMisses);
    expect(await lookup("203.0.113.7", person.policy)).toBe("ok");
    expect(await lookup("203.0.113.8", { ...missed, policyNumber })).toBe("POLICY_NUMBER_NOT_FOUND");
    expect(await lookup("198.51.100.250", person.policy)).toBe("wait");
  });

  test("can be searched at most twenty times an hour from one network", async () => {
    const person = await newPerson(testApi);
    const missed = { ...person.policy, firstName: "Somebody" };
    const results: string[] = [];
    for (let turn = 0; turn < 25; turn++) results.push(await lookup(`192.0.2.${turn + 1}`, missed));
    expect(results.filter((result) => result !== "wait")).toHaveLength(rows.lookupPrefixNetwork.limit);
    expect(await lookup("203.0.113.9", person.policy)).toBe("ok");
  });

  test("are refused, found or not, once the prefix limit is reached", async () => {
    const person = await newPerson(testApi);
    await fillWindow(testApi, {
      limit: "lookupPolicyPrefix",
      subject: `belair|${person.policy.policyNumber.slice(0, 3)}`,
    });
    expect(await lookup("203.0.113.10", person.policy)).toBe("wait");
    expect(await lookup("203.0.113.11", { ...person.policy, firstName: "Somebody" })).toBe("wait");
  });
});

test("A-092 keeps a trusted browser's own limit when others use up that of its client IP", async () => {
  const { accountEmail, accountId } = await newHolder(testApi);
  const clientIp = "198.51.100.77";
  for (let turn = 0; turn < rows.loginClientIp.limit; turn++)
    await signIn(`nobody${turn}@courrier.example`, "x".repeat(65), { clientIp });
  expect(await signIn(accountEmail, "Grand-Vent-42", { clientIp })).toBe("unavailable");
  const trustedDevice = { clientIp, devices: new Map([[accountId, "owner-device"]]) };
  expect(await signIn(accountEmail, "Grand-Vent-42", trustedDevice)).toBe("ok");
  expect(await signIn("nobody@courrier.example", "Grand-Vent-42", trustedDevice)).toBe("unavailable");
  for (let turn = 1; turn < rows.loginDevice.limit; turn++)
    expect(await signIn(accountEmail, "Grand-Vent-42", trustedDevice)).toBe("ok");
  expect(await signIn(accountEmail, "Grand-Vent-42", trustedDevice)).toBe("unavailable");
});
