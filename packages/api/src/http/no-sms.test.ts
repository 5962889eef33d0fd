import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { createRegistrationTestApi, newPerson, Visitor } from "../../../../test/registration.ts";
import { buildApi } from "../build-api.ts";

const withoutSms = await openTestApi({ canSendSms: false });

test("offers the other options without a text message when the server cannot send one", async () => {
  const person = await newPerson(withoutSms, { pin: "AB12CD34" });
  const visitor = await new Visitor(withoutSms.apis).start("policyHolder");
  await visitor.call("identify", { email: person.email });
  expect(await visitor.call("options")).toMatchObject({ data: [{ type: "EMAIL" }, { type: "PIN" }] });
});

test("sends the code by e-mail at once when a text message was the only other option", async () => {
  const person = await newPerson(withoutSms);
  const visitor = await new Visitor(withoutSms.apis).toCode(person);
  expect(await visitor.call("page")).toMatchObject({
    data: { page: "VERIFY_CODE", option: { type: "EMAIL" }, otherOptions: false },
  });
});

test("answers a person with only a mobile like one without", async () => {
  const answersFor = async (cells: Parameters<typeof newPerson>[1]) => {
    const person = await newPerson(withoutSms, { email: null, ...cells });
    const visitor = await new Visitor(withoutSms.apis).start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    await visitor.call("identify", person.policy);
    return [visitor.page(), await visitor.call("options").then((result) => result.kind === "ok" && result.data)];
  };
  const withMobile = await answersFor({});
  expect(withMobile).toEqual(["VERIFY_OPTIONS", []]);
  expect(withMobile).toEqual(await answersFor({ cell_phone: null }));
});

test("refuses a text message option that another server offered", async () => {
  const testApi = await createRegistrationTestApi();
  const person = await newPerson(testApi);
  const before = await new Visitor(testApi.apis).start("policyHolder");
  await before.call("identify", { email: person.email });
  const options = await before.call("options");
  const text = options.kind === "ok" ? options.data.find(({ type }) => type === "SMS") : undefined;
  expect(text).toBeDefined();
  const visitor = new Visitor([buildApi({ ...testApi.deps, canSendSms: false })]);
  visitor.token = before.token;
  expect(await visitor.call("options")).toMatchObject({ data: [{ type: "EMAIL" }] });
  expect(await visitor.call("send", text?.id ?? "")).toMatchObject({ status: 400 });
  await testApi.close();
});

test("offers no text message in registration by policy number, and asks a driver with only a mobile for an e-mail", async () => {
  const person = await newPerson(withoutSms, { registry: "legacy" });
  const registrant = new Registrant(withoutSms);
  await registrant.found(person);
  expect(registrant.methods.map(({ method }) => method)).toEqual(["EMAIL", "NONE"]);
  const driver = await newPerson(withoutSms, { registry: "legacy", email: null, ubi: true, role: 80 });
  const licence = { driverLicence: "S5312-290288-07", driverLicenceProvince: "qc" };
  await registrant.found(driver, { flow: "ubi", ...licence });
  expect(registrant.methods.map(({ method }) => method)).toEqual(["ASKEMAIL"]);
});
