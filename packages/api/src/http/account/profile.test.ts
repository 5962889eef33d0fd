import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf, summaryOf } from "../../../../../test/recovery.ts";
import { createRegistrationTestApi } from "../../../../../test/registration.ts";
import { clientOf, signedInPerson, signedOutCaller } from "../../../../../test/signed-in.ts";

const testApi = await openTestApi();
const client = clientOf(testApi, profileEndpoints);

const setOnFile = (rowId: string, mobile: string | null, postalCode: string | null) =>
  testApi.pool.query("update book_row set cell_phone = $2, postal_code = $3 where id = $1", [
    rowId,
    mobile,
    postalCode,
  ]);

describe("the profile of a signed-in person", () => {
  test("has the end of each contact on file, and nothing more of it", async () => {
    const { person, caller } = await signedInPerson(testApi);
    await setOnFile(person.rowId, "5145551942", "H2X1Y4");
    const profile = dataOf(await client.profile(caller));
    expect(profile).toEqual({
      language: "fr",
      province: "qc",
      onFile: { mobiles: ["•••-•••-••42"], postalCodes: ["••• •Y4"] },
    });
    await setOnFile(person.rowId, null, null);
    expect(dataOf(await client.profile(caller)).onFile).toEqual({ mobiles: [], postalCodes: [] });
  });

  test("has language and province alone while the policy directory does not answer", async () => {
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
      expect(dataOf(await clientOf(away, profileEndpoints).profile(caller))).toEqual({
        language: "fr",
        province: "qc",
      });
    } finally {
      await away.close();
    }
  });

  test("A-242 is refused without a session, and so is a change of the locale", async () => {
    expect(summaryOf(await client.profile(signedOutCaller))).toBe("401 3009");
    expect(summaryOf(await client.keepLocale(signedOutCaller, { language: "en" }))).toBe("401 3009");
  });
});

describe("the locale of an account", () => {
  test("keeps what the person chose, and the other as it was", async () => {
    const { accountId, caller } = await signedInPerson(testApi);
    const localeAfter = async (chosen: Parameters<typeof client.keepLocale>[1]) => {
      expect(summaryOf(await client.keepLocale(caller, chosen))).toBe("204");
      const { language, province } = dataOf(await client.profile(caller));
      return `${language} ${province}`;
    };
    expect(await localeAfter({ language: "en" })).toBe("en qc");
    expect(await localeAfter({ province: "on" })).toBe("en on");
    expect(await localeAfter({ language: "en", province: "on" })).toBe("en on");
    expect(await localeAfter({})).toBe("en on");
    const { rows } = await testApi.pool.query("select event from audit_event where account_id = $1", [accountId]);
    expect(rows).toEqual([{ event: "account.localeChanged" }, { event: "account.localeChanged" }]);
  });

  test("is refused where the brand does not serve the province, or for an unknown language", async () => {
    const { caller } = await signedInPerson(testApi);
    expect(summaryOf(await client.keepLocale(caller, { province: "nu" }))).toBe("400 1000");
    expect(summaryOf(await client.keepLocale(caller, { language: "de" as never }))).toBe("400 1000");
    expect(dataOf(await client.profile(caller))).toMatchObject({ language: "fr", province: "qc" });
  });
});
