import { describe, expect, test } from "vitest";
import { accountOf, linkClients, mailsTo, orderFor, orderLink } from "../../../../../test/links.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { createTestApi } from "../../../../../test/test-api.ts";
import { buildApi } from "../../build-api.ts";

const testApi = closeAfterTests(await createTestApi());
const clients = linkClients(testApi);

describe("an ordered link", () => {
  test("is created, sent to the e-mail on file and recorded in the audit trail", async () => {
    const person = await newPerson(testApi);
    const { status, json } = await orderLink(clients.api, orderFor(person, { action: "DEFPWD_REGISTER" }));
    expect(status).toBe(201);
    expect(json.token).toMatch(/^[\w-]{43}$/);
    expect(json.url).toBe(`http://belair.localhost:3000/?token=${json.token}&src=crm3&language=fr&province=qc`);
    expect(await mailsTo(testApi, person.email)).toEqual([
      {
        kind: "link",
        token: json.token,
        facts: expect.objectContaining({ action: "DEFPWD_REGISTER", source: "crm3" }),
      },
    ]);
    const { rows } = await testApi.pool.query("select actor, facts from audit_event where event = 'link.issued'");
    const { rows: links } = await testApi.pool.query("select expires_at from link where recipient = $1", [
      person.email,
    ]);
    expect(rows[0]).toEqual({
      actor: "service",
      facts: {
        action: "DEFPWD_REGISTER",
        source: "crm3",
        message: "sent",
        role: 40,
        journey: "link",
        province: "qc",
        language: "fr",
        expiresAt: links[0].expires_at.toISOString(),
      },
    });
  });

  test("is valid for 24 hours, or for as long as ordered", async () => {
    const person = await newPerson(testApi);
    const day = await orderLink(clients.api, orderFor(person, { action: "DEFPWD_REGISTER" }));
    const hour = await orderLink(clients.api, orderFor(person, { action: "DEFPWD_REGISTER", expiresInHours: 1 }));
    const { rows } = await testApi.pool.query(
      "select extract(epoch from expires_at - issued_at)::int as seconds from link where recipient = $1 order by seconds",
      [person.email],
    );
    expect([day.status, hour.status]).toEqual([201, 201]);
    expect(rows).toEqual([{ seconds: 3600 }, { seconds: 86_400 }]);
  });

  test("goes to the e-mail that the order gives", async () => {
    const person = await newPerson(testApi);
    const email = "nouvelle@courrier.example";
    await orderLink(clients.api, orderFor(person, { action: "DEFPWD_REGISTER", email }));
    expect(await mailsTo(testApi, email)).toHaveLength(1);
    expect(await mailsTo(testApi, person.email)).toEqual([]);
  });

  test("to an e-mail other than the account's is marked to change the account's e-mail", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person);
    const email = "demenagee@courrier.example";
    await orderLink(clients.api, orderFor(person, { action: "RESETPWD_LOGIN" }));
    await orderLink(clients.api, orderFor(person, { action: "RESETPWD_LOGIN", email }));
    const { rows } = await testApi.pool.query(
      "select recipient, changes_email from link where person_key = $1 order by changes_email",
      [person.personKey],
    );
    expect(rows).toEqual([
      { recipient: person.email, changes_email: false },
      { recipient: email, changes_email: true },
    ]);
  });

  test("to an e-mail other than the account's notifies the old e-mail, without naming the new one", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person, { email: "avant@courrier.example" });
    const order = orderFor(person, { action: "RESETPWD_LOGIN" });
    await orderLink(clients.api, order);
    expect((await mailsTo(testApi, "avant@courrier.example")).map(({ kind }) => kind)).toEqual(["link"]);
    await orderLink(clients.api, { ...order, email: "apres@courrier.example" });
    const [, notice] = await mailsTo(testApi, "avant@courrier.example");
    expect(notice?.kind).toBe("emailChangeAsked");
    expect(Object.keys(notice?.facts ?? {}).sort()).toEqual(["origin", "province"]);
    expect((await mailsTo(testApi, "apres@courrier.example")).map(({ kind }) => kind)).toEqual(["link"]);
  });

  test("A-116 uses the origin from the brand's configuration, whatever the request headers say", async () => {
    const person = await newPerson(testApi);
    const { json } = await orderLink(clients.api, orderFor(person, { action: "DEFPWD_REGISTER" }), {
      host: "evil.ca",
      "x-forwarded-host": "evil.ca",
      forwarded: "host=evil.ca",
      "x-original-host": "evil.ca",
      "x-vestibule-origin": "https://evil.ca",
    });
    expect(new URL(json.url).origin).toBe("http://belair.localhost:3000");
    expect(JSON.stringify(await mailsTo(testApi, person.email))).not.toContain("evil");
    const nowhere = buildApi({ ...testApi.deps, originOf: () => undefined });
    const refused = await orderLink(nowhere, orderFor(person, { action: "DEFPWD_REGISTER" }));
    expect(refused).toMatchObject({ status: 409, json: { errorCode: 1409, fields: { brand: "originMissing" } } });
  });
});

describe("an order for a link is refused", () => {
  const refusal = async (order: Parameters<typeof orderLink>[1]) => {
    const { status, json } = await orderLink(clients.api, order);
    return [status, json.fields];
  };

  test("without a service credential", async () => {
    const person = await newPerson(testApi);
    const order = orderFor(person, { action: "DEFPWD_REGISTER" });
    const response = await clients.api.request("/internal/v1/links", {
      method: "POST",
      body: JSON.stringify(order),
      headers: { "content-type": "application/json", "api-key": "belair" },
    });
    expect([response.status, await response.text()]).toEqual([401, ""]);
    expect(await mailsTo(testApi, person.email)).toEqual([]);
  });

  test("for an unknown policy, role, company or brand", async () => {
    const person = await newPerson(testApi);
    const action = "DEFPWD_REGISTER";
    expect(await refusal(orderFor(person, { action, policyNumber: "ZZZ0000" }))).toEqual([
      404,
      { policyNumber: "unknown" },
    ]);
    expect(await refusal(orderFor(person, { action, role: 80 }))).toEqual([404, { policyNumber: "unknown" }]);
    expect(await refusal(orderFor(person, { action, company: "nobody" }))).toEqual([400, { company: "format" }]);
    expect(await refusal(orderFor(person, { action, brand: "nobody" }))).toEqual([400, { brand: "format" }]);
    expect(await refusal(orderFor(person, { action, brand: "intact" }))).toEqual([400, { company: "format" }]);
    expect(await refusal(orderFor(person, { action, email: "a@b" }))).toEqual([400, { email: "email" }]);
  });

  test("while two people on the policy have the role, until an e-mail on file identifies one", async () => {
    const first = await newPerson(testApi);
    const second = await newPerson(testApi, { policy_number: first.policy.policyNumber });
    const order = orderFor(first, { action: "DEFPWD_REGISTER" });
    expect(await refusal(order)).toEqual([409, { role: "ambiguous" }]);
    expect((await orderLink(clients.api, { ...order, email: second.email })).status).toBe(201);
    expect(await mailsTo(testApi, second.email)).toHaveLength(1);
  });

  test("for an action that does not match what is on file", async () => {
    const unknownUser = await newPerson(testApi, { email: null });
    const owner = await newPerson(testApi);
    await accountOf(testApi, owner);
    const driver = await newPerson(testApi, { policy_number: owner.policy.policyNumber, role: 80, cell_phone: null });
    for (const action of ["RESETPWD_LOGIN", "ASKPASSWORD"] as const)
      expect(await refusal(orderFor(unknownUser, { action }))).toEqual([409, { action: "accountMissing" }]);
    expect(await refusal(orderFor(unknownUser, { action: "DEFPWD_REGISTER" }))).toEqual([409, { email: "required" }]);
    for (const action of ["DEFPWD_REGISTER", "ASKUSERNAME"] as const)
      expect(await refusal(orderFor(owner, { action }))).toEqual([409, { action: "accountExists" }]);
    expect(await refusal(orderFor(unknownUser, { action: "DEFPWD_REGISTER", email: owner.email }))).toEqual([
      409,
      { email: "alreadyExists" },
    ]);
    expect(await refusal(orderFor(driver, { action: "ASKPASSWORD", role: 80 }))).toEqual([
      409,
      { action: "mobileMissing" },
    ]);
  });
});
