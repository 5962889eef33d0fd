import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { codeSentTo, createBody, newPerson, Visitor } from "../../../../../test/registration.ts";

const testApi = await openTestApi();

describe("smart registration with requests alternating between two servers", () => {
  test("creates an account for a policyholder with a code to the e-mail on file", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const visitor = new Visitor(testApi.apis);
    await visitor.start();
    expect(visitor.page()).toBe("ACCOUNT_TYPE");
    await visitor.call("accountType", { accountType: "policyHolder" });
    expect(visitor.page()).toBe("EMAIL_IDENTIFICATION");
    expect(await visitor.call("identify", { email: person.email.toUpperCase() })).toMatchObject({
      kind: "ok",
      data: {},
    });
    expect(visitor.page()).toBe("VERIFY_CODE");
    expect(await visitor.verify(await codeSentTo(testApi, person.email))).toMatchObject({ kind: "ok", data: {} });
    expect(visitor.page()).toBe("CREATE");
    expect(await visitor.call("accountInfo")).toMatchObject({
      data: { firstName: "Maëlle", username: person.email, role: [40] },
    });
    const created = await visitor.call("create", createBody);
    expect(created).toMatchObject({ kind: "ok", status: 201, data: { email: person.email } });
    expect(visitor.page()).toBe("CONFIRM");
    expect(await visitor.call("ticket")).toMatchObject({ kind: "ok", data: { ticket: expect.any(String) } });
  });
});
