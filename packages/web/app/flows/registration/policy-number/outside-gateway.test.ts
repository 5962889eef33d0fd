import { flow } from "@vestibule/catalogue/flow.table.ts";
import { expect, it } from "vitest";
import { accountOf, linkClients, liveLinkFor, orderFor } from "../../../../../../test/links.ts";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson, validPassword } from "../../../../../../test/registration.ts";
import { atCode, factsOf, openPage, postPage, redirectTo } from "../../../../test/policy-number-registering.ts";
import { copySession, createPortalUser, type PortalUser, redirected } from "../../../../test/portal.ts";
import { open, post } from "../../../../test/registering.ts";
import type { SessionContents } from "../../../portal-slices.server.ts";
import { loginEmailSlice } from "../../../shared-slices/login-slices.server.ts";
import * as confirmation from "../account/confirmation.route.tsx";

const testApi = await openTestApi();

const gateway = {
  kind: "outside",
  origin: "https://signon.example",
  loginPath: "/pkmslogin.form",
  registry: "r",
} as const;
const url = "https://signon.example/pkmslogin.form";

/** A browser of a brand with an external gateway, which accepts a name and password but no ticket. */
function userBefore(session: SessionContents = {}): PortalUser {
  const user = createPortalUser(testApi, { session });
  user.requestContext.brand = { ...user.requestContext.brand, gateway };
  return user;
}

async function byLink() {
  const person = await newPerson(testApi);
  await accountOf(testApi, person);
  const { token, link } = await liveLinkFor(linkClients(testApi), orderFor(person, { action: "ASKPASSWORD" }));
  const form = { loginPassword: validPassword, ...factsOf(person) };
  return { person, form, user: userBefore({ link: { token, answer: link } }) };
}

it("the page of a link keeps the password and posts it by script, so that no response contains it", async () => {
  const { person, form, user } = await byLink();
  const result = await postPage(user, "PASSWORD_VALIDATION", { ...form, handOff: "script" });
  expect(result).toEqual({ kind: "rendered", status: 200, data: { handOff: { url, username: person.email } } });
  expect(JSON.stringify([result, user.requestContext.session])).not.toContain(validPassword);
  expect(user.requestContext.withoutScripts).toBeUndefined();
});

it("A-110 the page of a link without a script contains the password once, and opening it again leads to the login page", async () => {
  const { person, form, user } = await byLink();
  expect(await postPage(user, "PASSWORD_VALIDATION", form)).toMatchObject({
    data: { handOff: { url, username: person.email, password: validPassword } },
  });
  expect(await openPage(user, "PASSWORD_VALIDATION")).toMatchObject({ data: { page: { kind: "leaving" } } });
  expect(JSON.stringify(user.requestContext.session)).not.toContain(validPassword);
  // The next request of this browser.
  for (const again of [openPage, (next: PortalUser) => postPage(next, "PASSWORD_VALIDATION", form)]) {
    const next = userBefore(copySession(user));
    expect(await again(next, "PASSWORD_VALIDATION")).toEqual(redirected("/"));
    expect(next.requestContext.session.get(loginEmailSlice)).toBe(person.email);
  }
});

it("the confirmation by policy number signs in with the password that the page has, or leads to the login page without it", async () => {
  const holder = await newPerson(testApi);
  await accountOf(testApi, holder);
  const person = await newPerson(testApi, { policy_number: holder.policy.policyNumber, role: 80, ubi: true });
  const user = userBefore();
  const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
  expect(await postPage(user, "VALIDATION_EMAIL", { securityCode })).toEqual(redirectTo("PASSWORD_VALIDATION"));
  const form = { loginPassword: validPassword, phone: person.cellPhone };
  expect(await postPage(user, "PASSWORD_VALIDATION", form)).toEqual(redirected(flow.CONFIRM.path));
  expect(await open(user, confirmation, flow.CONFIRM.path)).toMatchObject({
    data: { outside: { url, username: holder.email } },
  });
  expect(JSON.stringify(user.requestContext.session)).not.toContain(validPassword);
  expect(await post(user, confirmation, flow.CONFIRM.path, { email: holder.email })).toEqual(redirected("/"));
  expect(user.requestContext.session.contents).toMatchObject({ loginEmail: holder.email, notice: "accountReady" });
});
