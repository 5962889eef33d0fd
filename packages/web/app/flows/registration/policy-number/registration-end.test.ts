import { flow } from "@vestibule/catalogue/flow.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson, type TestPerson, validPassword } from "../../../../../../test/registration.ts";
import { atCode, postPage } from "../../../../test/policy-number-registering.ts";
import { createPortalUser } from "../../../../test/portal.ts";
import { open, policyForm, post } from "../../../../test/registering.ts";
import * as confirmation from "../account/confirmation.route.tsx";
import * as accountType from "../account-type/account-type.route.tsx";

const testApi = await openTestApi();

function formFor(person: TestPerson) {
  const { dobDay = "", dobMonth = "", dobYear = "", postalCode = "" } = policyForm(person);
  const facts = { dobDay, dobMonth, dobYear, postalCode };
  return { password: validPassword, passwordConfirmation: validPassword, terms: "yes", ...facts };
}

describe("the end of a registration by policy number", () => {
  it("F-34 is the same if the last form is submitted twice, except that the person has to log in", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
    await postPage(user, "VALIDATION_EMAIL", { securityCode });
    const before = structuredClone(user.requestContext.session);
    const form = formFor(person);
    await postPage(user, "PASSWORD", form);
    const again = createPortalUser(testApi, { session: before });
    expect(await postPage(again, "PASSWORD", form)).toEqual({ kind: "redirected", to: flow.CONFIRM.path });
    expect(again.requestContext.session.policyNumberRegistration).toBeUndefined();
    expect(await open(again, confirmation, flow.CONFIRM.path)).toMatchObject({
      data: { username: person.email, firstName: person.policy.firstName, accountType: "any" },
    });
    expect(await post(again, confirmation, flow.CONFIRM.path, {})).toEqual({ kind: "redirected", to: "/" });
    expect(again.requestContext.session).toMatchObject({ loginEmail: person.email, notice: "accountReady" });
  });

  it("is the login page with the e-mail filled in once the ticket has expired", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
    await postPage(user, "VALIDATION_EMAIL", { securityCode });
    await postPage(user, "PASSWORD", formFor(person));
    user.requestContext.now = new Date(user.requestContext.now.getTime() + 61_000);
    expect(await post(user, confirmation, flow.CONFIRM.path, {})).toEqual({ kind: "redirected", to: "/" });
    expect(user.requestContext.session).toMatchObject({ loginEmail: person.email, notice: "accountReady" });
    expect(await open(user, confirmation, flow.CONFIRM.path)).toMatchObject({ data: { username: person.email } });
  });

  it("A-152 is removed from the session when another person registers in this browser", async () => {
    const finishedRegistration = { email: "avant@courrier.example", firstName: "Avant", role: "any" } as const;
    const user = createPortalUser(testApi, { session: { finishedRegistration } });
    expect(await open(user, accountType, flow.ACCOUNT_TYPE.path)).toMatchObject({ kind: "rendered" });
    expect(user.requestContext.session.finishedRegistration).toBeUndefined();
  });
});
