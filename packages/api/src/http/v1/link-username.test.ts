import { expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, liveLinkFor, mailsTo, orderFor } from "../../../../../test/links.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { newPerson, type TestPerson, validPassword } from "../../../../../test/registration.ts";
import { createTestApi } from "../../../../../test/test-api.ts";

const testApi = closeAfterTests(await createTestApi());
const clients = linkClients(testApi);

async function asked(person: TestPerson) {
  const { token, link } = await liveLinkFor(clients, orderFor(person, { action: "ASKUSERNAME", src: "crm3_welcome" }));
  const ids = { registrationId: link.id, validationId: link.twoFactorValidations[0]?.id ?? "" };
  const respond = (email?: string) =>
    clients.links.validate(
      linkCaller,
      ids.registrationId,
      ids.validationId,
      email === undefined ? undefined : { validationValue: email },
    );
  return { token, link, ids, answer: respond };
}

test("the link’s message states its end in the time zone of the page that it opens", async () => {
  const { answer: respond } = await asked(await newPerson(testApi, { province: "ns" }));
  await respond("en-mer@libre.example");
  const [mail] = await mailsTo(testApi, "en-mer@libre.example");
  expect(mail?.facts).toMatchObject({
    province: "ns",
    clockProvince: "qc",
    link: expect.stringContaining("province=qc"),
  });
});

test("an unused e-mail receives a link to choose a password, and becomes the account's user name", async () => {
  const person = await newPerson(testApi);
  const { token, link, answer: respond } = await asked(person);
  const email = "choisie@libre.example";
  expect(await respond("Choisie@Libre.example")).toEqual({
    kind: "ok",
    status: 202,
    data: { error: false, id: link.id, twoFactorValidations: [] },
  });
  const [mail] = await mailsTo(testApi, email);
  expect(mail).toMatchObject({ kind: "link", facts: { action: "DEFPWD_REGISTER", source: "crm3_welcome" } });
  expect(await clients.links.read(linkCaller, token)).toMatchObject({ data: { action: "ASKUSERNAME" } });
  const result = await clients.links.read(linkCaller, mail?.token ?? "");
  const id = result.kind === "ok" && result.data.action !== "TOKEN_EXPIRED" ? result.data.id : "";
  const { postalCode, dateOfBirth } = person.policy;
  expect(
    await clients.links.create(linkCaller, id, { password: validPassword, postalCode, dateOfBirth }),
  ).toMatchObject({
    status: 201,
    data: { email: "Choisie@Libre.example" },
  });
  expect(await clients.links.read(linkCaller, token)).toEqual({
    kind: "ok",
    status: 200,
    data: { action: "TOKEN_EXPIRED" },
  });
});

test("a corrected e-mail revokes the link sent to the mistyped one", async () => {
  const { answer: respond } = await asked(await newPerson(testApi));
  await respond("mal.ecrite@libre.example");
  await respond("bien.ecrite@libre.example");
  const [wrong] = await mailsTo(testApi, "mal.ecrite@libre.example");
  const [right] = await mailsTo(testApi, "bien.ecrite@libre.example");
  const read = (token = "") => clients.links.read(linkCaller, token);
  expect(await read(wrong?.token)).toMatchObject({ data: { action: "TOKEN_EXPIRED" } });
  expect(await read(right?.token)).toMatchObject({ data: { action: "DEFPWD_REGISTER" } });
});

test("the message is resent three times to the last e-mail given, and then refused", async () => {
  const { answer: respond } = await asked(await newPerson(testApi));
  expect(await respond()).toMatchObject({
    status: 400,
    error: { errorCode: 1000, fields: { validationValue: "required" } },
  });
  await respond("encore@libre.example");
  for (let count = 0; count < 3; count++) expect(await respond()).toMatchObject({ status: 202 });
  expect(await mailsTo(testApi, "encore@libre.example")).toHaveLength(4);
  for (const email of [undefined, "ailleurs@libre.example"])
    expect(await respond(email)).toMatchObject({ status: 403, error: { errorCode: 3002, roadblock: "resend-email" } });
  expect(await mailsTo(testApi, "ailleurs@libre.example")).toEqual([]);
});

test("an e-mail in use is refused twice, and the third attempt ends the link", async () => {
  const owner = await newPerson(testApi);
  await accountOf(testApi, owner);
  const { link, ids, answer: respond } = await asked(await newPerson(testApi));
  for (let count = 0; count < 2; count++)
    expect(await respond(owner.email)).toEqual({
      kind: "ok",
      status: 240,
      data: {
        error: true,
        reason: "emailTaken",
        id: link.id,
        twoFactorValidations: [{ id: ids.validationId, method: "ASKUSERNAME" }],
        action: "ASKUSERNAME",
      },
    });
  const end = { status: 403, error: { errorCode: 3002, roadblock: "more-than-one-profile", reason: "usernameTaken" } };
  expect(await respond(owner.email)).toMatchObject(end);
  expect(await respond("libre@libre.example")).toMatchObject(end);
  expect(await mailsTo(testApi, owner.email)).toEqual([]);
});

test("A-122 ids of two links, of no link or of another action get 404", async () => {
  const one = await asked(await newPerson(testApi));
  const two = await asked(await newPerson(testApi));
  const value = { validationValue: "autre@libre.example" };
  const other = await liveLinkFor(clients, orderFor(await newPerson(testApi), { action: "DEFPWD_REGISTER" }));
  for (const [registrationId, validationId] of [
    [one.ids.registrationId, two.ids.validationId],
    ["x", "x"],
    [one.ids.registrationId, "x"],
    [other.link.id, other.link.id],
  ] as const)
    expect(await clients.links.validate(linkCaller, registrationId, validationId, value)).toMatchObject({
      status: 404,
    });
  expect(await one.answer("a@b")).toMatchObject({ status: 400, error: { fields: { validationValue: "email" } } });
  expect(await mailsTo(testApi, value.validationValue)).toEqual([]);
});
