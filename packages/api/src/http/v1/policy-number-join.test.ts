import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import { describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, summaryOf } from "../../../../../test/recovery.ts";
import { codeSentTo, newPerson, type TestPerson } from "../../../../../test/registration.ts";
import { rolesOfAccount } from "../../accounts/account-policy.store.ts";

const password = "Grand-Vent-42";
const wrongPassword = "Autre-Vent-42";
// The name's lockout threshold is fixed at six, so the registration's limit of five is reached first.
const testApi = await openTestApi({ random: { ...secureRandom, integer: (_from, to) => to } });

interface Household {
  holder: TestPerson;
  accountId: string;
  driver: TestPerson;
  registrant: Registrant;
}

/** A driver of the driving programme on the policy of an account holder. */
async function household(cells: Parameters<typeof newPerson>[1] = {}): Promise<Household> {
  const holder = await newPerson(testApi);
  const accountId = await accountOf(testApi, holder);
  const { policyNumber } = holder.policy;
  const driver = await newPerson(testApi, { policy_number: policyNumber, role: 80, ubi: true, ...cells });
  return { holder, accountId, driver, registrant: new Registrant(testApi) };
}

/** A verified driver, who is asked for the account's password. */
async function askedForPassword() {
  const home = await household();
  const asked = await home.registrant.proven(testApi, home.driver);
  return { ...home, asked, right: { password, cellPhone: home.driver.cellPhone } };
}

const rolesOf = (accountId: string) => rolesOfAccount(testApi.database, accountId);

describe("a driver of the programme on an account holder's policy", () => {
  test("is asked for the account's password after a correct code, with the e-mail masked", async () => {
    const { holder, driver, registrant } = await household();
    expect(await registrant.found(driver)).toMatchObject({ ubiMatchPH: true, ubi: true });
    await registrant.validate(registrant.methodId("EMAIL"));
    const code = await codeSentTo(testApi, driver.email);
    const asked = dataOf(await registrant.validate(registrant.methodId("EMAIL"), code));
    expect(asked).toEqual({
      error: false,
      id: expect.any(String),
      twoFactorValidations: [
        { id: expect.any(String), method: "ASKPASSWORD", maskedValue: `${holder.email[0]}•••@c•••.example` },
      ],
      action: "ASKPASSWORD",
      identityFact: "cellPhone",
      policyProvince: "qc",
      canAskPolicyholder: true,
    });
  });

  test("is added once with that password and the driver's own mobile", async () => {
    const { holder, accountId, registrant, right } = await askedForPassword();
    expect(await registrant.authenticate(right)).toEqual({
      kind: "ok",
      status: 200,
      data: { email: holder.email, ticket: expect.any(String) },
    });
    expect(await rolesOf(accountId)).toEqual([40, 80]);
    expect((await mailsTo(testApi, holder.email)).map(({ kind }) => kind)).toContain("policyAdded");
    // A repeated request gets the same response, whatever its password.
    expect(summaryOf(await registrant.authenticate(right))).toBe("404 1405");
    expect(summaryOf(await registrant.authenticate({ ...right, password: wrongPassword }))).toBe("404 1405");
    expect(summaryOf(await registrant.create({ cellPhone: right.cellPhone }))).toBe("404 1404");
  });

  test("is added by one of ten concurrent requests", async () => {
    const { registrant, right } = await askedForPassword();
    const results = await Promise.all(Array.from({ length: 10 }, () => registrant.authenticate(right)));
    expect(results.map(summaryOf).sort()).toEqual(["200", ...Array(9).fill("404 1405")]);
  });

  test("A-070 A-071 is added with the driver's own mobile on file only", async () => {
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

  test("does not learn from a wrong mobile whether the password is right", async () => {
    const ends = async (tried: string) => {
      const { registrant } = await askedForPassword();
      const results = [];
      for (let turn = 0; turn < 3; turn++)
        results.push(await registrant.authenticate({ password: tried, cellPhone: "514-555-9999" }));
      return results.map(summaryOf);
    };
    const right = await ends(password);
    expect(right).toEqual(["400 1002", "400 1002", "400 1003 wrong-cellphone"]);
    expect(await ends(wrongPassword)).toEqual(right);
  });

  test("receives a link to continue when the fifth wrong password ends the registration", async () => {
    const { accountId, driver, registrant, right } = await askedForPassword();
    const wrong = { ...right, password: wrongPassword };
    for (const triesLeft of [undefined, undefined, undefined, 1]) {
      const result = await registrant.authenticate(wrong);
      expect(summaryOf(result)).toBe("400 3005");
      expect(result.kind === "error" && result.error.triesLeft).toBe(triesLeft);
    }
    expect(summaryOf(await registrant.authenticate(wrong))).toBe("403 3002 login-difficulties");
    expect(summaryOf(await registrant.authenticate(right))).toBe("404 1404");
    const mail = (await mailsTo(testApi, driver.email)).find(({ kind }) => kind === "lockedAccount");
    const { links, accounts } = linkClients(testApi);
    const link = dataOf(await links.read(linkCaller, mail?.token ?? ""));
    if (link.action !== "ASKPASSWORD") throw new Error("the link asks for no password");
    expect(summaryOf(await accounts.authenticate(linkCaller, link.id, right))).toBe("200");
    expect(await rolesOf(accountId)).toEqual([40, 80]);
  });

  test("the fifth wrong password also mails a link to a policyholder without a mobile, which asks for that person's facts", async () => {
    const driver = await newPerson(testApi, { role: 80, postal_code: "G1R4S9" });
    await accountOf(testApi, driver);
    const holder = await newPerson(testApi, {
      policy_number: driver.policy.policyNumber,
      email: driver.email,
      cell_phone: null,
    });
    const registrant = new Registrant(testApi);
    expect(await registrant.proven(testApi, holder)).toMatchObject({ action: "ASKPASSWORD" });
    for (let turn = 0; turn < 4; turn++)
      expect(summaryOf(await registrant.authenticate({ password: wrongPassword }))).toBe("400 3005");
    expect(summaryOf(await registrant.authenticate({ password: wrongPassword }))).toBe("403 3002 login-difficulties");
    const mail = (await mailsTo(testApi, holder.email)).find(({ kind }) => kind === "lockedAccount");
    const { links, accounts } = linkClients(testApi);
    const link = dataOf(await links.read(linkCaller, mail?.token ?? ""));
    if (link.action !== "ASKPASSWORD") throw new Error("the link asks for no password");
    expect(link.identityFact).toBe("postalCodeAndDateOfBirth");
    expect(summaryOf(await accounts.authenticate(linkCaller, link.id, { password, ...factsOf(driver) }))).toBe(
      "400 1002",
    );
    expect(summaryOf(await accounts.authenticate(linkCaller, link.id, { password, ...factsOf(holder) }))).toBe("200");
  });

  test("wrong passwords count for the account's name, so another registration does not bypass the lockout", async () => {
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
    expect(summaryOf(await later.authenticate(right))).toBe("403 3002 login-difficulties");
    await testApi.moveClock(15 * 60);
    const last = new Registrant(testApi);
    await last.proven(testApi, driver);
    expect(await last.authenticate(right)).toMatchObject({ data: { email: holder.email } });
  });
});

describe("the existing account", () => {
  test("is reported as disabled or as locked until a reset to the correct password only", async () => {
    const closed = await askedForPassword();
    await testApi.pool.query("update account set disabled = true where id = $1", [closed.accountId]);
    expect(summaryOf(await closed.registrant.authenticate({ ...closed.right, password: wrongPassword }))).toBe(
      "400 3005",
    );
    expect(summaryOf(await closed.registrant.authenticate(closed.right))).toBe("412 1412 inconsistency");
    const locked = await askedForPassword();
    await testApi.pool.query("update account set status = 'L' where id = $1", [locked.accountId]);
    expect(summaryOf(await locked.registrant.authenticate(locked.right))).toBe("403 3002 forgot-password");
    expect(await rolesOf(closed.accountId)).toEqual([40]);
    expect(await rolesOf(locked.accountId)).toEqual([40]);
  });

  test("asks a policyholder of the household for its password, without the mobile, when it has the e-mail on file", async () => {
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
    expect(summaryOf(await registrant.authenticate({ password }))).toBe("200");
    expect(await rolesOf(accountId)).toEqual([40, 80]);
  });

  test("asks a driver of the household without a mobile for its password alone, when it has the e-mail on file", async () => {
    const holder = await newPerson(testApi);
    const accountId = await accountOf(testApi, holder);
    const cells = {
      policy_number: holder.policy.policyNumber,
      role: 80,
      email: holder.email,
      cell_phone: null,
    } as const;
    const driver = await newPerson(testApi, cells);
    const registrant = new Registrant(testApi);
    expect(await registrant.proven(testApi, driver)).toMatchObject({ action: "ASKPASSWORD" });
    expect(summaryOf(await registrant.authenticate({ password }))).toBe("200");
    expect(await rolesOf(accountId)).toEqual([40, 80]);
  });

  test("A-070 is not joined when it is of another household, and another user name is asked for", async () => {
    const unknownUser = await newPerson(testApi);
    const accountId = await accountOf(testApi, unknownUser);
    const driver = await newPerson(testApi, { role: 80, ubi: true, email: unknownUser.email });
    const registrant = new Registrant(testApi);
    expect(await registrant.proven(testApi, driver, { by: "SMS" })).toMatchObject({ action: "ASKUSERNAME" });
    expect(summaryOf(await registrant.authenticate({ password, cellPhone: driver.cellPhone }))).toBe("404 1404");
    expect(await rolesOf(accountId)).toEqual([40]);
  });

  test("is not joined by a driver without a mobile on file", async () => {
    const { driver, registrant } = await household({ cell_phone: null });
    expect(await registrant.found(driver)).toMatchObject({ ubiMatchPH: false });
  });
});
