import { flow } from "@vestibule/catalogue/flow.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../../test/registration.ts";
import { atCode, choosePassword, openPage, postPage, redirectTo } from "../../../../test/policy-number-registering.ts";
import { createPortalUser, redirected } from "../../../../test/portal.ts";

const testApi = await openTestApi();

test("A-056 a registration finished in two browsers at the same time creates one account, which the other browser is shown", async () => {
  const person = await newPerson(testApi);
  const users = [createPortalUser(testApi), createPortalUser(testApi)];
  for (const user of users) {
    const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
    expect(await postPage(user, "VALIDATION_EMAIL", { securityCode })).toEqual(redirectTo("PASSWORD"));
  }
  const ends = await Promise.all(users.map((user) => choosePassword(user, person)));
  expect(ends).toContainEqual(redirected(flow.CONFIRM.path));
  expect(ends).toContainEqual(redirectTo("WELCOME_BACK"));
  const second = users[ends.findIndex((end) => end.kind === "redirected" && end.to !== flow.CONFIRM.path)];
  if (second === undefined) throw new Error("there is no second attempt");
  expect(await openPage(second, "WELCOME_BACK")).toMatchObject({
    data: { username: person.email, firstName: person.policy.firstName },
  });
});
