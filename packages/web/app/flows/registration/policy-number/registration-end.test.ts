import { flow } from "@vestibule/catalogue/flow.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../../test/registration.ts";
import { atCode, choosePassword, openPage, postPage } from "../../../../test/policy-number-registering.ts";
import { copySession, createPortalUser, redirected } from "../../../../test/portal.ts";
import { open, post } from "../../../../test/registering.ts";
import { loginEmailSlice } from "../../../shared-slices/login-slices.server.ts";
import {
  finishedRegistrationSlice,
  policyNumberRegistrationSlice,
} from "../../../shared-slices/registration-slices.server.ts";
import * as confirmation from "../account/confirmation.route.tsx";
import * as accountType from "../account-type/account-type.route.tsx";

const testApi = await openTestApi();

interface Refused {
  data: { errors: Record<string, unknown> };
}

/** A browser that has verified a person, and is at the page of the password. */
async function atPassword(cells: Parameters<typeof newPerson>[1] = {}) {
  const person = await newPerson(testApi, cells);
  const user = createPortalUser(testApi);
  const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
  await postPage(user, "VALIDATION_EMAIL", { securityCode });
  return { person, user };
}

describe("the page of a driver's first password", () => {
  it("requires the mobile number, unless the brand waives it", async () => {
    const { user } = await atPassword({ role: 80 });
    const asked = { fact: "cellPhone", isPhoneOptional: false };
    expect(await openPage(user, "PASSWORD")).toMatchObject({ data: asked });
    const fields = { phone: "", terms: "yes", password: "Grand-Vent-42", passwordConfirmation: "" };
    const fieldErrorsOf = async () => Object.keys(((await postPage(user, "PASSWORD", fields)) as Refused).data.errors);
    expect(await fieldErrorsOf()).toEqual(["phone", "passwordConfirmation"]);

    const { brand } = user.requestContext;
    user.requestContext.brand = { ...brand, features: { ...brand.features, mobileOptional: true } };
    expect(await openPage(user, "PASSWORD")).toMatchObject({ data: { ...asked, isPhoneOptional: true } });
    expect(await fieldErrorsOf()).toEqual(["passwordConfirmation"]);
  });
});

describe("the first page of a registration by policy number", () => {
  it("leads a verified person to the current page, and keeps the query", async () => {
    const { user } = await atPassword();
    expect(await openPage(user, "IDENTIFICATION", "?webview=true&email=a@b.example")).toEqual(
      redirected("/registration/account-creation/password?webview=true"),
    );
  });
});

describe("the end of a registration by policy number", () => {
  it("F-34 is the same if the last form is submitted twice, except that the person has to log in", async () => {
    const { person, user } = await atPassword();
    const before = copySession(user);
    await choosePassword(user, person);
    const again = createPortalUser(testApi, { session: before });
    expect(await choosePassword(again, person)).toEqual(redirected(flow.CONFIRM.path));
    expect(again.requestContext.session.get(policyNumberRegistrationSlice)).toBeUndefined();
    expect(await open(again, confirmation, flow.CONFIRM.path)).toMatchObject({
      data: { username: person.email, firstName: person.policy.firstName, accountType: "any" },
    });
    expect(await post(again, confirmation, flow.CONFIRM.path, {})).toEqual(redirected("/"));
    expect(again.requestContext.session.contents).toMatchObject({ loginEmail: person.email, notice: "accountReady" });
  });

  it("is left by Back, to the login page with the e-mail filled in and the query kept", async () => {
    const { person, user } = await atPassword();
    await choosePassword(user, person);
    expect(await openPage(user, "PASSWORD", "?webview=true&token=x")).toEqual(redirected("/?webview=true"));
    expect(user.requestContext.session.get(loginEmailSlice)).toBe(person.email);
    for (const page of ["VALIDATION", "VALIDATION_EMAIL"] as const)
      expect(await openPage(user, page, "?webview=true")).toEqual(redirected("/?webview=true"));
  });

  it("is the login page with the e-mail filled in once the ticket has expired", async () => {
    const { person, user } = await atPassword();
    await choosePassword(user, person);
    user.requestContext.now = new Date(user.requestContext.now.getTime() + 61_000);
    expect(await post(user, confirmation, flow.CONFIRM.path, {})).toEqual(redirected("/"));
    expect(user.requestContext.session.contents).toMatchObject({ loginEmail: person.email, notice: "accountReady" });
    expect(await open(user, confirmation, flow.CONFIRM.path)).toMatchObject({ data: { username: person.email } });
  });

  it("A-152 is removed from the session when another person registers in this browser", async () => {
    const finishedRegistration = { email: "avant@courrier.example", firstName: "Avant", role: "any" } as const;
    const user = createPortalUser(testApi, { session: { finishedRegistration } });
    expect(await open(user, accountType, flow.ACCOUNT_TYPE.path)).toMatchObject({ kind: "rendered" });
    expect(user.requestContext.session.get(finishedRegistrationSlice)).toBeUndefined();
  });
});
