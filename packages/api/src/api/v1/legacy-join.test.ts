import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { factsOf, Registrant } from "../../../../../test/legacy-registration.ts";
import { accountOf, linkCaller, linkClients, mailsTo } from "../../../../../test/links.ts";
import { dataOf, endOf } from "../../../../../test/recovery.ts";
import {
  codeSentTo,
  createRegistrationTestApi,
  newPerson,
  type RegistrationTestApi,
  type TestPerson,
} from "../../../../../test/registration.ts";

const password = "Grand-Vent-42";
const wrongPassword = "Autre-Vent-42";
let testApi: RegistrationTestApi;
beforeAll(async () => {
  // The name's own lock is drawn at six: the registration's five come first.
  testApi = await createRegistrationTestApi({ random: { ...secureRandom, integer: (_from, to) => to } });
});
afterAll(() => testApi.close());

interface Household {
  holder: TestPerson;
  accountId: string;
  driver: TestPerson;
  registrant: Registrant;
}

/** A driver of the programme on the policy of somebody with an account. */
async function household(cells: Parameters<typeof newPerson>[1] = {}): Promise<Household> {
  const holder = await newPerson(testApi);
  const accountId = await accountOf(testApi, holder);
  const { policyNumber } = holder.policy;
  const driver = await newPerson(testApi, { policy_number: policyNumber, role: 80, ubi: true, ...cells });
  return { holder, accountId, driver, registrant: new Registrant(testApi) };
}

/** The same, proven: the account's password is asked for. */
async function askedForPassword(cells: Parameters<typeof newPerson>[1] = {}) {
  const home = await household(cells);
  const asked = await home.registrant.proven(testApi, home.driver);
  return { ...home, asked, right: { password, cellPhone: home.driver.cellPhone } };
}

const rolesOf = (accountId: string) => testApi.deps.accountStore.rolesOf(testApi.database, accountId);

describe("a driver of the programme whose policyholder has an account", () => {
  test("is asked for its password after a right code, and shown the address masked alone", async () => {
    const { holder, driver, registrant } = await household();
    expect(await registrant.found(driver)).toMatchObject({ ubiMatchPH: true, ubi: true });
    await registrant.validate(registrant.way("EMAIL"));
    const code = await codeSentTo(testApi, driver.email);
    const asked = dataOf(await registrant.validate(registrant.way("EMAIL"), code));
    expect(asked).toEqual({
      error: false,
      id: expect.any(String),
      twoFactorValidations: [
        { id: expect.any(String), method: "ASKPASSWORD", maskedValue: `${holder.email[0]}•••@c•••.example` },
      ],
      action: "ASKPASSWORD",
      identityFact: "cellPhone",
      policyProvince: "qc",
    });
  });

  test("adds the profile with that password and the own mobile, once", async () => {
    const { holder, accountId, registrant, right } = await askedForPassword();
    expect(await registrant.authenticate(right)).toEqual({
      kind: "ok",
      status: 200,
      data: { email: holder.email, ticket: expect.any(String) },
    });
    expect(await rolesOf(accountId)).toEqual([40, 80]);
    // The same form sent twice: told that it is done, whatever password it carries.
    expect(endOf(await registrant.authenticate(right))).toBe("404 1405");
    expect(endOf(await registrant.authenticate({ ...right, password: wrongPassword }))).toBe("404 1405");
    expect(endOf(await registrant.create({ cellPhone: right.cellPhone }))).toBe("404 1404");
  });

  test("of ten at once one adds the profile", async () => {
    const { registrant, right } = await askedForPassword();
    const replies = await Promise.all(Array.from({ length: 10 }, () => registrant.authenticate(right)));
    expect(replies.map(endOf).sort()).toEqual(["200", ...Array(9).fill("404 1405")]);
  });

  test("A-070 A-071 needs the mobile of the book: no other fact, and nobody else's number", async () => {
    const { holder, accountId, driver, registrant } = await askedForPassword();
    expect(await registrant.authenticate({ password, ...factsOf(driver) })).toMatchObject({
      status: 400,
      error: { errorCode: 1000, fields: { cellPhone: "required" } },
    });
    expect(await registrant.authenticate({ password, cellPhone: holder.cellPhone })).toMatchObject({
      status: 400,
      error: { errorCode: 1002, fields: { cellPhone: "wrong" } },
    });
    expect(await rolesOf(accountId)).toEqual([40]);
  });

  test("who does not know the mobile learns nothing of the password, right or wrong", async () => {
    const ends = async (tried: string) => {
      const { registrant } = await askedForPassword();
      const replies = [];
      for (let turn = 0; turn < 3; turn++)
        replies.push(await registrant.authenticate({ password: tried, cellPhone: "514-555-9999" }));
      return replies.map(endOf);
    };
    const right = await ends(password);
    expect(right).toEqual(["400 1002", "400 1002", "400 1003 wrong-cellphone"]);
    expect(await ends(wrongPassword)).toEqual(right);
  });

  test("the fifth wrong password ends the registration, and a link that goes on is mailed to the driver", async () => {
    const { accountId, driver, registrant, right } = await askedForPassword();
    const wrong = { ...right, password: wrongPassword };
    for (const triesLeft of [undefined, undefined, undefined, 1]) {
      const reply = await registrant.authenticate(wrong);
      expect(endOf(reply)).toBe("400 3005");
      expect(reply.kind === "error" && reply.error.triesLeft).toBe(triesLeft);
    }
    expect(endOf(await registrant.authenticate(wrong))).toBe("403 3002 login-difficulties");
    expect(endOf(await registrant.authenticate(right))).toBe("404 1404");
    const mail = (await mailsTo(testApi, driver.email)).find(({ kind }) => kind === "lockedAccount");
    const { links, accounts } = linkClients(testApi);
    const link = dataOf(await links.read(linkCaller, { token: mail?.token ?? "" }));
    if (link.action !== "ASKPASSWORD") throw new Error("the link asks for no password");
    expect(endOf(await accounts.authenticate(linkCaller, link.id, right))).toBe("200");
    expect(await rolesOf(accountId)).toEqual([40, 80]);
  });

  test("the fifth wrong password also mails a link to a policyholder without a mobile, whose own facts it asks", async () => {
    const driver = await newPerson(testApi, { role: 80, postal_code: "G1R4S9" });
    await accountOf(testApi, driver);
    const holder = await newPerson(testApi, {
      ...{ policy_number: driver.policy.policyNumber, email: driver.email, cell_phone: null },
    });
    const registrant = new Registrant(testApi);
    expect(await registrant.proven(testApi, holder)).toMatchObject({ action: "ASKPASSWORD" });
    for (let turn = 0; turn < 4; turn++)
      expect(endOf(await registrant.authenticate({ password: wrongPassword }))).toBe("400 3005");
    expect(endOf(await registrant.authenticate({ password: wrongPassword }))).toBe("403 3002 login-difficulties");
    const mail = (await mailsTo(testApi, holder.email)).find(({ kind }) => kind === "lockedAccount");
    const { links, accounts } = linkClients(testApi);
    const link = dataOf(await links.read(linkCaller, { token: mail?.token ?? "" }));
    if (link.action !== "ASKPASSWORD") throw new Error("the link asks for no password");
    expect(link.identityFact).toBe("postalCodeAndDateOfBirth");
    expect(endOf(await accounts.authenticate(linkCaller, link.id, { password, ...factsOf(driver) }))).toBe("400 1002");
    expect(endOf(await accounts.authenticate(linkCaller, link.id, { password, ...factsOf(holder) }))).toBe("200");
  });

  test("wrong passwords count on the account's name: another registration is no way round its lock", async () => {
    const { holder, driver, registrant, right } = await askedForPassword();
    const wrong = { ...right, password: wrongPassword };
    for (let turn = 0; turn < 5; turn++) await registrant.authenticate(wrong);
    const next = new Registrant(testApi);
    await next.proven(testApi, driver);
    expect(await next.authenticate(wrong)).toMatchObject({
      status: 403,
      error: { errorCode: 3002, roadblock: "login-difficulties", until: expect.any(String) },
    });
    const later = new Registrant(testApi);
    await later.proven(testApi, driver);
    expect(endOf(await later.authenticate(right))).toBe("403 3002 login-difficulties");
    await testApi.moveClock(15 * 60);
    const last = new Registrant(testApi);
    await last.proven(testApi, driver);
    expect(await last.authenticate(right)).toMatchObject({ data: { email: holder.email } });
  });
});

describe("the account", () => {
  test("that the insurer closed is told so to who knows its password alone; one locked until a reset needs that", async () => {
    const closed = await askedForPassword();
    await testApi.pool.query("update account set disabled = true where id = $1", [closed.accountId]);
    expect(endOf(await closed.registrant.authenticate({ ...closed.right, password: wrongPassword }))).toBe("400 3005");
    expect(endOf(await closed.registrant.authenticate(closed.right))).toBe("412 1412 inconsistency");
    const locked = await askedForPassword();
    await testApi.pool.query("update account set status = 'L' where id = $1", [locked.accountId]);
    expect(endOf(await locked.registrant.authenticate(locked.right))).toBe("403 3002 forgot-password");
    expect(await rolesOf(closed.accountId)).toEqual([40]);
    expect(await rolesOf(locked.accountId)).toEqual([40]);
  });

  test("of the household under the address on file is asked for too, of a policyholder without the mobile", async () => {
    const driver = await newPerson(testApi, { role: 80 });
    const accountId = await accountOf(testApi, driver);
    const { policyNumber } = driver.policy;
    const holder = await newPerson(testApi, { policy_number: policyNumber, email: driver.email });
    const registrant = new Registrant(testApi);
    const asked = await registrant.proven(testApi, holder);
    expect(asked).toMatchObject({ action: "ASKPASSWORD", twoFactorValidations: [{ method: "ASKPASSWORD" }] });
    expect(asked.identityFact).toBeUndefined();
    expect(await registrant.authenticate({ password: "" })).toMatchObject({
      status: 400,
      error: { errorCode: 1000, fields: { password: "required" } },
    });
    expect(endOf(await registrant.authenticate({ password }))).toBe("200");
    expect(await rolesOf(accountId)).toHaveLength(1);
  });

  test("A-070 of another household is not: its address is another person's user name", async () => {
    const stranger = await newPerson(testApi);
    const accountId = await accountOf(testApi, stranger);
    const driver = await newPerson(testApi, { role: 80, ubi: true, email: stranger.email });
    const registrant = new Registrant(testApi);
    expect(await registrant.proven(testApi, driver, { by: "SMS" })).toMatchObject({ action: "ASKUSERNAME" });
    expect(endOf(await registrant.authenticate({ password, cellPhone: driver.cellPhone }))).toBe("404 1404");
    expect(await rolesOf(accountId)).toEqual([40]);
  });

  test("is not asked for where a driver has no mobile on file to show", async () => {
    const { driver, registrant } = await household({ cell_phone: null });
    expect(await registrant.found(driver)).toMatchObject({ ubiMatchPH: false });
  });
});
