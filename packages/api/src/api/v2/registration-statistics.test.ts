import { emailSourceHeader } from "@vestibule/contract/v1/support.schema.ts";
import { describe, expect, test } from "vitest";
import { openHouse } from "../../../../../test/open-house.ts";
import { createBody, newPerson, registrationHouse, toCreate, Visitor } from "../../../../../test/registration.ts";
import { waysTo } from "../../../../../test/registration-pages.ts";
import { countEndings, countEvents } from "../../capabilities/statistics/journey-ending.store.ts";
import { reportOf } from "../../capabilities/statistics/journey-report.rule.ts";
import { momentsOf } from "../../capabilities/statistics/report-period.store.ts";

const house = await openHouse();

async function registrations({ database } = house) {
  const { from, to } = await momentsOf(database, { timeZone: "America/Toronto", from: undefined, to: undefined });
  const period = { from, to, brandId: undefined };
  const report = reportOf(await countEndings(database, period), await countEvents(database, period));
  return report.find(({ journey }) => journey === "registration");
}

async function metrics({ apis } = house): Promise<string> {
  const headers = { authorization: "Bearer another-credential" };
  return (await apis[0].request("/internal/v1/metrics", { headers })).text();
}

/** A policyholder who also drives under another policy. */
async function withBothRoles() {
  const self = { first_name: "Rose", last_name: "Deux", date_of_birth: "1980-04-04" };
  const person = await newPerson(house, { ...self, cell_phone: null });
  await newPerson(house, { ...self, role: 80, email: null });
  return person;
}

test("the account type is the chosen one, and the one of the file after proof", async () => {
  const guest = await toCreate(house, new Visitor(house.apis), await withBothRoles());
  await guest.call("create", { body: createBody });
  expect(await guest.call("page")).toMatchObject({
    data: { page: "CONFIRM", accountType: "policyHolder", provenAccountType: "policyHolderAndInsuredDriver" },
  });
  await new Visitor(house.apis).start("insuredDriver");
  expect((await registrations())?.accountTypes).toMatchObject({
    policyHolderAndInsuredDriver: { started: 1, finished: 1 },
    insuredDriver: { started: 1, finished: 0 },
  });
  expect(await metrics()).toMatch(
    /vestibule_journeys_finished_total\{journey="registration".*account_type="policyHolderAndInsuredDriver"\} 1\n/,
  );
});

describe("the e-mail that brought a person", () => {
  const arriveBy = (source: string) => {
    const visitor = new Visitor(house.apis);
    return new Visitor(house.apis, {
      headers: { ...visitor.caller.headers, [emailSourceHeader]: source },
    }).start("policyHolder");
  };

  test("is counted in the report and in the metrics", async () => {
    await arriveBy("crm3_welcome");
    expect((await registrations())?.emailSources).toMatchObject({ crm3_welcome: { started: 1 } });
    expect(await metrics()).toMatch(/vestibule_journeys_started_total\{.*email_source="crm3_welcome"\} 1\n/);
  });

  test("is ignored where it is none of the known ones", async () => {
    await arriveBy("<script>");
    expect(Object.keys((await registrations())?.emailSources ?? {}).sort()).toEqual(["crm3_welcome", "none"]);
  });
});

test("a save that failed is counted, and leaves nothing else behind", async () => {
  const broken = await registrationHouse({
    notifier: {
      notify: (transaction, notice) =>
        notice.notification === "welcome"
          ? Promise.reject(new Error("full"))
          : house.parts.notifier.notify(transaction, notice),
    },
  });
  const { guest } = await waysTo.CREATE(broken);
  expect(await guest.call("create", { body: createBody })).toMatchObject({ error: { error: "EMAIL_UPDATE_FAILED" } });
  expect((await registrations(broken))?.hindrances).toMatchObject({ emailUpdateFailed: 1 });
  expect(await metrics(broken)).toMatch(
    /vestibule_journey_hindrances_total\{journey="registration",step="CREATE",reason="emailUpdateFailed".*\} 1\n/,
  );
  expect(await broken.database.selectFrom("account").select("id").execute()).toEqual([]);
  await broken.close();
});
