import { flow } from "@vestibule/catalogue/flow.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson, soundPassword, type TestPerson } from "../../../../../../test/registration.ts";
import { atCode, postPage } from "../../../../test/legacy-registering.ts";
import { portalGuest } from "../../../../test/portal.ts";
import { open, policyForm, post } from "../../../../test/registering.ts";
import * as confirmation from "../account/confirmation.route.tsx";
import * as accountType from "../account-type/account-type.route.tsx";

const testApi = await openTestApi();

function formFor(person: TestPerson) {
  const { dobDay = "", dobMonth = "", dobYear = "", postalCode = "" } = policyForm(person);
  const facts = { dobDay, dobMonth, dobYear, postalCode };
  return { password: soundPassword, passwordConfirmation: soundPassword, terms: "yes", ...facts };
}

describe("the end of a registration by policy number", () => {
  it("F-34 is the same where its last form is submitted twice, except that the password is typed once more", async () => {
    const person = await newPerson(testApi);
    const guest = portalGuest(testApi);
    const securityCode = await atCode(testApi, { guest, person, by: "EMAIL" });
    await postPage(guest, "VALIDATION_EMAIL", { securityCode });
    const before = structuredClone(guest.requestContext.session);
    const form = formFor(person);
    await postPage(guest, "PASSWORD", form);
    const again = portalGuest(testApi, { session: before });
    expect(await postPage(again, "PASSWORD", form)).toEqual({ kind: "left", to: flow.CONFIRM.path });
    expect(again.requestContext.session.legacy).toBeUndefined();
    expect(await open(again, confirmation, flow.CONFIRM.path)).toMatchObject({
      data: { username: person.email, firstName: person.policy.firstName, accountType: "any" },
    });
    expect(await post(again, confirmation, flow.CONFIRM.path, {})).toEqual({ kind: "left", to: "/" });
    expect(again.requestContext.session).toMatchObject({ loginEmail: person.email, notice: "accountReady" });
  });

  it("is the login page with the e-mail filled in once the ticket has expired", async () => {
    const person = await newPerson(testApi);
    const guest = portalGuest(testApi);
    const securityCode = await atCode(testApi, { guest, person, by: "EMAIL" });
    await postPage(guest, "VALIDATION_EMAIL", { securityCode });
    await postPage(guest, "PASSWORD", formFor(person));
    guest.requestContext.now = new Date(guest.requestContext.now.getTime() + 61_000);
    expect(await post(guest, confirmation, flow.CONFIRM.path, {})).toEqual({ kind: "left", to: "/" });
    expect(guest.requestContext.session).toMatchObject({ loginEmail: person.email, notice: "accountReady" });
    expect(await open(guest, confirmation, flow.CONFIRM.path)).toMatchObject({ data: { username: person.email } });
  });

  it("A-152 leaves nothing behind for the next person who registers in this browser", async () => {
    const finishedRegistration = { email: "avant@courrier.example", firstName: "Avant", role: "any" } as const;
    const guest = portalGuest(testApi, { session: { finishedRegistration } });
    expect(await open(guest, accountType, flow.ACCOUNT_TYPE.path)).toMatchObject({ kind: "drawn" });
    expect(guest.requestContext.session.finishedRegistration).toBeUndefined();
  });
});
