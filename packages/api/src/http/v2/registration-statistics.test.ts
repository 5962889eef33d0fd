import { emailSourceHeader } from "@vestibule/contract/v1/support.schema.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import {
  codeSentTo,
  createBody,
  createRegistrationTestApi,
  newPerson,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { reachPage } from "../../../../../test/registration-pages.ts";
import { countEndings, countEvents } from "../../statistics/journey-ending.store.ts";
import { reportOf } from "../../statistics/journey-report.rule.ts";
import { momentsOf } from "../../statistics/report-period.store.ts";

const testApi = await openTestApi();

async function registrations({ database } = testApi) {
  const { from, to } = await momentsOf(database, { timeZone: "America/Toronto", from: undefined, to: undefined });
  const period = { from, to, brandId: undefined };
  const report = reportOf(await countEndings(database, period), await countEvents(database, period));
  return report.find(({ journey }) => journey === "registration");
}

async function metrics({ apis } = testApi): Promise<string> {
  const headers = { authorization: "Bearer another-credential" };
  return (await apis[0].request("/internal/v1/metrics", { headers })).text();
}

/** A policyholder who is also a driver on another policy. */
async function withBothRoles() {
  const self = { first_name: "Rose", last_name: "Deux", date_of_birth: "1980-04-04" };
  const person = await newPerson(testApi, { ...self, cell_phone: null });
  await newPerson(testApi, { ...self, role: 80, email: person.email });
  return person;
}

test("counts by the chosen account type, and after verification by the one on file", async () => {
  const visitor = await toCreate(testApi, new Visitor(testApi.apis), await withBothRoles());
  await visitor.call("create", createBody);
  expect(await visitor.call("page")).toMatchObject({
    data: { page: "CONFIRM", accountType: "policyHolder", provenAccountType: "policyHolderAndInsuredDriver" },
  });
  await new Visitor(testApi.apis).start("insuredDriver");
  expect((await registrations())?.accountTypes).toMatchObject({
    policyHolderAndInsuredDriver: { started: 1, finished: 1 },
    insuredDriver: { started: 1, finished: 0 },
  });
  expect(await metrics()).toMatch(
    /vestibule_journeys_finished_total\{journey="registration".*account_type="policyHolderAndInsuredDriver"\} 1\n/,
  );
});

describe("the e-mail source of a registration", () => {
  const arriveBy = (source: string) => {
    const visitor = new Visitor(testApi.apis);
    return new Visitor(testApi.apis, {
      headers: { ...visitor.caller.headers, [emailSourceHeader]: source },
    }).start("policyHolder");
  };

  test("is counted in the report and in the metrics", async () => {
    await arriveBy("crm3_welcome");
    expect((await registrations())?.emailSources).toMatchObject({ crm3_welcome: { started: 1 } });
    expect(await metrics()).toMatch(/vestibule_journeys_started_total\{.*email_source="crm3_welcome"\} 1\n/);
  });

  test("is ignored when unknown", async () => {
    await arriveBy("<script>");
    expect(Object.keys((await registrations())?.emailSources ?? {}).sort()).toEqual(["crm3_welcome", "none"]);
  });
});

test("counts by method: a code by email or text, a PIN, and the licence of a driver known by email", async () => {
  const separateApi = await createRegistrationTestApi();
  const byEmail = await toCreate(separateApi, new Visitor(separateApi.apis), await newPerson(separateApi));
  await byEmail.call("create", createBody);
  // A text, then a PIN.
  const changed = await newPerson(separateApi, { pin: "AB12CD34" });
  const visitor = await new Visitor(separateApi.apis).toCode(changed, { option: "SMS" });
  await visitor.call("back");
  const options = await visitor.call("options");
  await visitor.call("send", (options.kind === "ok" && options.data.find(({ type }) => type === "PIN")?.id) || "");
  await visitor.verify("AB12CD34");
  const driver = await newPerson(separateApi, { role: 80, cell_phone: null });
  const known = await new Visitor(separateApi.apis).toCode(driver, { as: "insuredDriver" });
  await known.verify(await codeSentTo(separateApi, driver.email));
  await known.call("identify", driver.driver);
  // A PIN that was chosen and not typed is no method used.
  await new Visitor(separateApi.apis).toCode(await newPerson(separateApi, { pin: "AB12CD34" }), { option: "PIN" });
  const now = await registrations(separateApi);
  expect(now).toMatchObject({ started: 4, finished: 1, inProgress: 3 });
  expect(now?.methods).toMatchObject({
    email: { started: 2, finished: 1, continuedIn: 1, inProgress: 0 },
    licence: { started: 1, continuedIn: 0, inProgress: 1 },
    none: { started: 1, inProgress: 1 },
    pin: { started: 1, continuedIn: 0, inProgress: 1 },
    text: { started: 1, continuedIn: 1, inProgress: 0 },
  });
  await separateApi.close();
});

test("counts a failed save, which leaves no account", async () => {
  const broken = await createRegistrationTestApi({
    notifier: {
      ...testApi.deps.notifier,
      notify: (transaction, notice) =>
        notice.notification === "welcome"
          ? Promise.reject(new Error("full"))
          : testApi.deps.notifier.notify(transaction, notice),
    },
  });
  const { visitor } = await reachPage.CREATE(broken);
  expect(await visitor.call("create", createBody)).toMatchObject({ error: { error: "EMAIL_UPDATE_FAILED" } });
  expect((await registrations(broken))?.hindrances).toMatchObject({ emailUpdateFailed: 1 });
  expect(await metrics(broken)).toMatch(
    /vestibule_journey_hindrances_total\{journey="registration",step="CREATE",reason="emailUpdateFailed".*\} 1\n/,
  );
  expect(await broken.database.selectFrom("account").select("id").execute()).toEqual([]);
  await broken.close();
});
