import { reserves, limits as rows } from "@vestibule/catalogue/limit.table.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { trustedDeviceHeader, trustedDeviceName } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkCaller, linkClients } from "../../../../test/links.ts";
import {
  dataOf,
  endOf,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
} from "../../../../test/recovery.ts";
import {
  codeSentTo,
  createRegistrationTestApi,
  newPerson,
  otherThan,
  type RegistrationTestApi,
  Visitor,
} from "../../../../test/registration.ts";
import { fillWindow } from "../../../../test/support-desk.ts";
import { limitStore } from "../capabilities/limits/limit.store.ts";
import { authenticate } from "../journeys/sign-in/sign-in.journey.ts";

let testApi: RegistrationTestApi;
beforeAll(async () => {
  testApi = await createRegistrationTestApi();
});
afterAll(() => testApi.close());

const postalCode = "H2X 1Y4";
const signIn = async (username: string, password: string, { clientIp = "198.51.100.9", devices = new Map() } = {}) => {
  const limits = limitStore({ ...testApi.deps, addressLimitFactor: 1 });
  const place = { province: "qc", language: "fr" };
  const secret = { kind: "password", password } as const;
  const attempt = { brandId: "belair", username, secret, clientIp, origin: "http://localhost:3000", devices, place };
  return (await authenticate({ ...testApi.deps, limits }, attempt)).kind;
};
const sentTo = async (recipient: string) => (await messagesTo(testApi, recipient)).length;

/** A new password by the link of the newest message, on a device that asked for nothing. */
async function enterByNewestLink(email: string, password = nextPassword) {
  const { token } = await newestReset(testApi, email);
  const { links, accounts } = linkClients(testApi);
  const link = dataOf(await links.read(linkCaller, { token }));
  if (link.action === "TOKEN_EXPIRED") return link.action;
  return endOf(await accounts.password(linkCaller, link.id, { password, token, postalCode }));
}

/** A client whose browser signed in to this account before. */
function onTrustedDevice(accountId: string, device = "owner-device"): Recoverer {
  const value = JSON.stringify([[accountId, device]]);
  const until = new Date(testApi.deps.clock.now().getTime() + 3_600_000);
  const person = new Recoverer(testApi);
  const signed = signCookie({ name: trustedDeviceName, value, until, keys: testApi.deps.keys.cookie });
  Object.assign(person.caller.headers, { [trustedDeviceHeader]: signed });
  return person;
}

describe("A-131 while a stranger asks for a forgotten password again and again", () => {
  test("and fails to sign in, the owner gets in by the newest message", async () => {
    const { accountEmail } = await newHolder(testApi);
    const stranger = new Recoverer(testApi);
    for (let asked = 0; asked < 12; asked++) await stranger.begun(accountEmail);
    for (let tried = 0; tried < 7; tried++) await signIn(accountEmail, "Not-The-One-1");
    expect(await signIn(accountEmail, "Grand-Vent-42")).toBe("lockedForTime");
    await new Recoverer(testApi).begun(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit);
    expect(await enterByNewestLink(accountEmail)).toBe("200");
    expect(await signIn(accountEmail, nextPassword)).toBe("ok");
  });

  test("the whole day, one message passes each half hour, and its link works", async () => {
    const { accountEmail } = await newHolder(testApi);
    const stranger = new Recoverer(testApi);
    const flood = async () => {
      for (let asked = 0; asked < 6; asked++) await stranger.begun(accountEmail);
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
    expect(await enterByNewestLink(accountEmail)).toBe("200");
  });

  test("and types wrong codes, the link in the owner's inbox stays good, and the code does not", async () => {
    const { accountEmail } = await newHolder(testApi);
    const stranger = new Recoverer(testApi);
    const id = await stranger.begun(accountEmail);
    const { code } = await newestReset(testApi, accountEmail);
    for (let wrong = 0; wrong < rows.recoveryWrongCode.limit; wrong++) await stranger.validate(id, otherThan(code));
    expect(endOf(await stranger.validate(id, code))).toBe("403 3002 login-difficulties");
    expect(await enterByNewestLink(accountEmail)).toBe("200");
  });

  test("a browser that signed in to the account before has its own messages, and a stranger's has none", async () => {
    const { accountEmail, accountId } = await newHolder(testApi);
    const stranger = onTrustedDevice("3c5f0a52-9f6d-4d0e-8f33-1f1d5bb0c001");
    for (let asked = 0; asked < 12; asked++) await stranger.begun(accountEmail);
    const owner = onTrustedDevice(accountId);
    const id = await owner.begun(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit + 1);
    expect(endOf(await owner.validate(id, (await newestReset(testApi, accountEmail)).code))).toBe("200");
    for (let asked = 0; asked < 12; asked++) await owner.begun(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit + rows.recoveryMailDevice.limit);
  });

  test("a device cookie that was changed is worth nothing", async () => {
    const { accountEmail, accountId } = await newHolder(testApi);
    const forged = onTrustedDevice(accountId);
    const headers = forged.caller.headers as Record<string, string>;
    headers[trustedDeviceHeader] = `${headers[trustedDeviceHeader]?.slice(0, -4)}AAAA`;
    for (let asked = 0; asked < 8; asked++) await forged.begun(accountEmail);
    expect(await sentTo(accountEmail)).toBe(rows.recoveryMailHour.limit);
  });
});

describe("A-022 while messages to everybody are used up", () => {
  const everybody = (limit: "sendUnknownGlobal" | "sendGlobal") => fillWindow(testApi, { limit, subject: "all" });

  test("by forgotten passwords of addresses of nobody, people on file get theirs", async () => {
    await everybody("sendUnknownGlobal");
    const person = new Recoverer(testApi);
    await person.begun("nobody-at-all@courrier.example");
    expect(await sentTo("nobody-at-all@courrier.example")).toBe(0);
    const { accountEmail } = await newHolder(testApi);
    await person.begun(accountEmail);
    expect(await sentTo(accountEmail)).toBe(1);
    const registrant = await newPerson(testApi, { cell_phone: null });
    expect((await new Visitor(testApi.apis).toCode(registrant)).page()).toBe("VERIFY_CODE");
  });

  test("a forgotten password of an address of nobody counts on its own number alone", async () => {
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
    for (let asked = 0; asked < 5; asked++) await new Recoverer(testApi).begun(`nobody${asked}@courrier.example`);
    expect(await counted()).toBe(before);
  });

  test("by strangers altogether, a browser that signed in before still gets its own", async () => {
    await everybody("sendGlobal");
    const { accountEmail, accountId } = await newHolder(testApi);
    await new Recoverer(testApi).begun(accountEmail);
    expect(await sentTo(accountEmail)).toBe(0);
    await onTrustedDevice(accountId).begun(accountEmail);
    expect(await sentTo(accountEmail)).toBe(1);
    await testApi.moveClock(3601);
  });
});

describe("A-022 codes to one recipient", () => {
  const visitorAt = (address: string) => new Visitor(testApi.apis, { address });

  test("that a stranger used up are still sent to the owner's network, and the owner gets in", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    for (let turn = 0; turn < 12; turn++) await visitorAt(`198.51.100.${turn + 1}`).toCode(person);
    expect(await sentTo(person.email)).toBe(rows.sendRecipient.limit);
    const owner = await visitorAt("203.0.113.5").toCode(person);
    await owner.verify(await codeSentTo(testApi, person.email));
    expect(owner.page()).toBe("CREATE");
  });

  test("are bound by the reserve, of which each network has one registration's", async () => {
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

  test("count no more once the right one was typed", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    for (let turn = 0; turn < 12; turn++) {
      const visitor = await visitorAt("203.0.113.6").toCode(person);
      await visitor.verify(await codeSentTo(testApi, person.email));
      expect(visitor.page()).toBe("CREATE");
    }
    expect(await sentTo(person.email)).toBe(12);
  });
});

test("A-005 wrong codes of a stranger close the codes of their owner for a day, and the reset's link stays good", async () => {
  const holder = await newHolder(testApi);
  const stranger = new Recoverer(testApi);
  for (let reset = 0; reset < 4; reset++) {
    const id = await stranger.begun(holder.accountEmail);
    const wrong = otherThan((await newestReset(testApi, holder.accountEmail)).code);
    for (let tries = 0; tries < rows.recoveryWrongCode.limit; tries++) await stranger.validate(id, wrong);
  }
  const id = await new Recoverer(testApi).begun(holder.accountEmail);
  const { code } = await newestReset(testApi, holder.accountEmail);
  expect(endOf(await new Recoverer(testApi).validate(id, code))).toBe("403 3002 login-difficulties");
  expect(await enterByNewestLink(holder.accountEmail)).toBe("200");
});

describe("A-076 policy numbers that begin alike", () => {
  const lookup = async (address: string, policy: Awaited<ReturnType<typeof newPerson>>["policy"]) => {
    const visitor = new Visitor(testApi.apis, { address });
    await visitor.start("policyHolder");
    await visitor.call("identify", { body: { method: "policyNumber" } });
    const reply = await visitor.call("identify", { body: policy });
    return reply.kind === "error" ? (reply.status === 429 ? "wait" : reply.error.error) : reply.kind;
  };

  test("that a stranger searched through are found for their owner, who searches from elsewhere", async () => {
    const person = await newPerson(testApi);
    const { policyNumber } = person.policy;
    const missed = { ...person.policy, firstName: "Somebody" };
    const ends: string[] = [];
    for (let turn = 0; turn < 120; turn++) ends.push(await lookup(`198.51.${100 + (turn % 10)}.${turn + 1}`, missed));
    const misses = ends.filter((end) => end === "POLICY_NUMBER_NOT_FOUND").length;
    expect(misses).toBe(reserves.commonMissesPerPrefix);
    expect(await lookup("203.0.113.7", person.policy)).toBe("ok");
    expect(await lookup("203.0.113.8", { ...missed, policyNumber })).toBe("POLICY_NUMBER_NOT_FOUND");
    expect(await lookup("198.51.100.250", person.policy)).toBe("wait");
  });

  test("are searched no more than twenty times an hour from one network", async () => {
    const person = await newPerson(testApi);
    const missed = { ...person.policy, firstName: "Somebody" };
    const ends: string[] = [];
    for (let turn = 0; turn < 25; turn++) ends.push(await lookup(`192.0.2.${turn + 1}`, missed));
    expect(ends.filter((end) => end !== "wait")).toHaveLength(rows.lookupPrefixNetwork.limit);
    expect(await lookup("203.0.113.9", person.policy)).toBe("ok");
  });

  test("are refused alike, found or not, once the whole number is used up", async () => {
    const person = await newPerson(testApi);
    await fillWindow(testApi, {
      limit: "lookupPolicyPrefix",
      subject: `belair|${person.policy.policyNumber.slice(0, 3)}`,
    });
    expect(await lookup("203.0.113.10", person.policy)).toBe("wait");
    expect(await lookup("203.0.113.11", { ...person.policy, firstName: "Somebody" })).toBe("wait");
  });
});

test("A-092 sign-ins of strangers behind one address leave the account's own browser its own", async () => {
  const { accountEmail, accountId } = await newHolder(testApi);
  const address = "198.51.100.77";
  for (let turn = 0; turn < rows.loginAddress.limit; turn++)
    await signIn(`nobody${turn}@courrier.example`, "x".repeat(65), { clientIp: address });
  expect(await signIn(accountEmail, "Grand-Vent-42", { clientIp: address })).toBe("unavailable");
  const own = { clientIp: address, devices: new Map([[accountId, "owner-device"]]) };
  expect(await signIn(accountEmail, "Grand-Vent-42", own)).toBe("ok");
  expect(await signIn("nobody@courrier.example", "Grand-Vent-42", own)).toBe("unavailable");
  for (let turn = 1; turn < rows.loginDevice.limit; turn++)
    expect(await signIn(accountEmail, "Grand-Vent-42", own)).toBe("ok");
  expect(await signIn(accountEmail, "Grand-Vent-42", own)).toBe("unavailable");
});
