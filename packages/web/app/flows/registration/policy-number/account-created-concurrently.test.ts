import { flow } from "@vestibule/catalogue/flow.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson, soundPassword, type TestPerson } from "../../../../../../test/registration.ts";
import { atCode, leftFor, openPage, postPage } from "../../../../test/policy-number-registering.ts";
import { createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import { policyForm } from "../../../../test/registering.ts";

const testApi = await openTestApi();

function choosePassword(user: PortalUser, person: TestPerson) {
  const { dobDay = "", dobMonth = "", dobYear = "", postalCode = "" } = policyForm(person);
  const facts = { dobDay, dobMonth, dobYear, postalCode };
  return postPage(user, "PASSWORD", {
    password: soundPassword,
    passwordConfirmation: soundPassword,
    terms: "yes",
    ...facts,
  });
}

test("A-056 a registration finished in two browsers creates one account, to which the other browser is welcomed back", async () => {
  const person = await newPerson(testApi);
  const users = [createPortalUser(testApi), createPortalUser(testApi)];
  for (const user of users) {
    const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
    expect(await postPage(user, "VALIDATION_EMAIL", { securityCode })).toEqual(leftFor("PASSWORD"));
  }
  const ends = await Promise.all(users.map((user) => choosePassword(user, person)));
  expect(ends).toContainEqual({ kind: "left", to: flow.CONFIRM.path });
  expect(ends).toContainEqual(leftFor("WELCOME_BACK"));
  const second = users[ends.findIndex((end) => end.kind === "left" && end.to !== flow.CONFIRM.path)];
  if (second === undefined) throw new Error("there is no second attempt");
  expect(await openPage(second, "WELCOME_BACK")).toMatchObject({
    data: { username: person.email, firstName: person.policy.firstName },
  });
});
