import { flow } from "@vestibule/catalogue/flow.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { codeSentTo, newPerson, otherThan, validPassword } from "../../../../../test/registration.ts";
import { testAccount } from "../../../../../test/test-api.ts";
import { type PortalUser, redirected } from "../../../test/portal.ts";
import { newPassword, open, policyForm, post, startRegistration, userAt } from "../../../test/registering.ts";
import { roadblockSlice } from "../../roadblock/session-slice.server.ts";
import * as leave from "../../roadblock-actions.route.ts";
import { registrationSlice } from "../../shared-slices/registration-slices.server.ts";
import * as confirmation from "./account/confirmation.route.tsx";
import * as create from "./account/create.route.tsx";
import * as welcomeBack from "./account/welcome-back.route.tsx";
import * as actions from "./actions.route.ts";
import * as identification from "./identification/identification.route.tsx";
import * as verifyCode from "./verify/verify-code.route.tsx";
import * as verifyOptions from "./verify/verify-options.route.tsx";

const testApi = await openTestApi();

const identify = flow.EMAIL_IDENTIFICATION.path;
const options = flow.VERIFY_OPTIONS.path;
const code = flow.VERIFY_CODE.path;

const registrationOf = (user: PortalUser) => user.requestContext.session.get(registrationSlice);

describe("a registration at the portal", () => {
  it("goes from the account type to sign-in, with each form posted as by a browser without a script", async () => {
    const person = await newPerson(testApi);
    const user = await startRegistration(testApi);
    expect(await post(user, identification, identify, { email: person.email, accountType: "policyHolder" })).toEqual(
      redirected(options),
    );
    const listed = await open(user, verifyOptions, options);
    const offered = (listed as { data: { options: { id: string; destination: { kind: string } }[] } }).data.options;
    const byEmail = offered.find((option) => option.destination.kind === "email");
    expect(await post(user, verifyOptions, options, { codeOption: byEmail?.id ?? "" })).toEqual(redirected(code));
    const sent = await codeSentTo(testApi, person.email);
    expect(await post(user, verifyCode, code, { securityCode: otherThan(sent) })).toMatchObject({
      kind: "rendered",
      status: 400,
      data: { errors: { securityCode: { key: "wrong" } }, values: {} },
    });
    const spaced = `${sent.slice(0, 3)} ${sent.slice(3)}`;
    expect(await post(user, verifyCode, code, { securityCode: spaced })).toEqual(redirected(flow.CREATE.path));
    expect(await open(user, create, flow.CREATE.path)).toMatchObject({ data: { username: person.email } });
    expect(await post(user, create, flow.CREATE.path, { email: person.email, ...newPassword })).toEqual(
      redirected(flow.CONFIRM.path),
    );
    for (const _reload of [1, 2])
      expect(await open(user, confirmation, flow.CONFIRM.path)).toMatchObject({ data: { username: person.email } });
    expect(await post(user, confirmation, flow.CONFIRM.path, { email: person.email })).toMatchObject({
      data: { url: "/pkmslogin.form", username: person.email, ticket: expect.stringMatching(/.{20}/) },
    });
  });

  it("fills in the login page where no ticket is available", async () => {
    const user = await userAt(testApi, "CREATE");
    expect(await post(user, confirmation, flow.CONFIRM.path, { email: "moi@courrier.example" })).toEqual(
      redirected("/"),
    );
    expect(user.requestContext.session.contents).toMatchObject({
      loginEmail: "moi@courrier.example",
      notice: "accountReady",
    });
  });
});

describe("a refused form of a registration", () => {
  it("announces the last attempt for a code as the API reports it", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { email: person.email });
    const securityCode = otherThan(await codeSentTo(testApi, person.email));
    const tries: (number | undefined)[] = [];
    for (;;) {
      const result = await post(user, verifyCode, code, { securityCode });
      if (result.kind === "redirected") break;
      tries.push((result as { data: { triesLeft?: number } }).data.triesLeft);
    }
    expect(tries.at(-1)).toBe(1);
    expect(tries.indexOf(1)).toBe(tries.length - 1);
  });

  it("never sends a password or a code back to the page", async () => {
    const user = await userAt(testApi, "CREATE");
    const refused = await post(user, create, flow.CREATE.path, {
      password: "court",
      passwordConfirmation: "x",
      terms: "yes",
    });
    expect(refused).toMatchObject({ status: 400, data: { errors: { password: { key: "minlength" } } } });
    expect(JSON.stringify(refused)).not.toContain("court");
  });
});

describe("an e-mail that does not match exactly one policy", () => {
  it("leads to the policy page, which says so on every load", async () => {
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { email: "personne@nulle-part.example" });
    for (const _reload of [1, 2])
      expect(await open(user, identification, identify)).toMatchObject({
        data: { kind: "policy", emailNotEnough: "none", email: "personne@nulle-part.example" },
      });
  });

  it("is not called unknown where several policies use it that look alike", async () => {
    const alike = { email: "alike@courrier.example", line: "auto", year: 2026 };
    await newPerson(testApi, { ...alike, policy_number: "BBB0033" });
    await newPerson(testApi, { ...alike, policy_number: "CCC0033" });
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { email: alike.email });
    expect(await open(user, identification, identify)).toMatchObject({ data: { emailNotEnough: "alike" } });
  });

  it("is filled in again on Back", async () => {
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { email: "personne@nulle-part.example" });
    await post(user, actions, "/create-an-account/back");
    expect(await open(user, identification, identify)).toMatchObject({
      data: { kind: "email", email: "personne@nulle-part.example" },
    });
  });

  it("is not mentioned where the person chose the policy number", async () => {
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { method: "policyNumber" });
    expect(await open(user, identification, identify)).toMatchObject({
      data: { kind: "policy", emailNotEnough: undefined },
    });
  });
});

describe("the policy page", () => {
  it("shows the attempts left, then leads to the roadblock", async () => {
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { method: "policyNumber" });
    const wrong = policyForm(await newPerson(testApi), { firstName: "Autre" });
    for (const left of [2, 1]) {
      expect(await post(user, identification, identify, wrong)).toMatchObject({
        status: 400,
        data: { alert: "POLICY_NUMBER_NOT_FOUND", values: { firstName: "Autre" }, triesLeft: left },
      });
    }
    expect(await post(user, identification, identify, wrong)).toEqual(
      redirected("/create-an-account/roadblock/unable-to-identify"),
    );
  });

  it("changes the account type in its own form and continues with what was typed", async () => {
    const driver = await newPerson(testApi, { role: 80, email: null });
    const user = await startRegistration(testApi, "policyHolder");
    await post(user, identification, identify, { method: "policyNumber" });
    const { driverLicense, driverLicenseProvince } = driver.driver;
    const form = policyForm(driver, { accountType: "insuredDriver", driverLicense, driverLicenseProvince });
    expect(await post(user, identification, identify, form)).toEqual(redirected(code));
  });

  it("offers the other role where only the role did not match, and starts again with it", async () => {
    const driver = await newPerson(testApi, { role: 80 });
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { method: "policyNumber" });
    for (let turn = 0; turn < 3; turn++) await post(user, identification, identify, policyForm(driver));
    expect(user.requestContext.session.get(roadblockSlice)).toMatchObject({
      id: "unable-to-identify",
      otherRole: "insuredDriver",
    });
    expect(await post(user, leave, "/roadblock/leave", { exit: "changeRole" })).toEqual(redirected(identify));
    expect(await open(user, identification, identify)).toMatchObject({
      data: { kind: "policy", accountType: "insuredDriver" },
    });
  });
});

describe("a person found by policy", () => {
  it("is shown a separate page when they have an account, and finds its e-mail by a code", async () => {
    const person = await newPerson(testApi);
    const email = `other-${person.email}`;
    await testAccount(testApi, { email, password: validPassword, personKey: person.personKey });
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { method: "policyNumber" });
    const welcome = flow.WELCOME_BACK.path;
    expect(await open(user, welcomeBack, welcome)).toEqual(redirected("/"));
    expect(await post(user, identification, identify, policyForm(person))).toEqual(redirected(welcome));
    const page = await open(user, welcomeBack, welcome);
    expect(page).toMatchObject({ data: { firstName: person.policy.firstName, isProven: false } });
    expect(JSON.stringify(page)).not.toContain(email);
    expect(await post(user, welcomeBack, welcome, { next: "forgot" })).toEqual(redirected("/forgot"));
    expect(await open(user, identification, identify)).toMatchObject({ data: { kind: "policy" } });
    expect(await post(user, identification, identify, { method: "accountEmail" })).toEqual(redirected(options));
  });

  it("is handed over with all that was typed, none of it in the URL, when the row is of the legacy registry", async () => {
    const user = await startRegistration(testApi);
    const email = "nouvelle@courrier.example";
    await post(user, identification, identify, { email });
    const form = policyForm(await newPerson(testApi, { registry: "legacy" }));
    expect(await post(user, identification, identify, form)).toEqual(redirected("/registration/identification"));
    expect(user.requestContext.session.contents).toEqual({
      browserSessionId: expect.any(String),
      policyNumberStart: {
        handedOver: { email },
        typedPolicy: { values: { ...form, postalCode: "H2X 1Y4", dob: "1988-02-29" }, until: expect.any(String) },
      },
    });
  });

  it("gets telephone and hours of the typed postal code, where the brand serves the province in the page's language", async () => {
    const user = await startRegistration(testApi, "policyHolder", { province: "on", language: "fr" });
    await post(user, identification, identify, { method: "policyNumber" });
    await post(user, identification, identify, policyForm(await newPerson(testApi)));
    expect(user.preferred).toEqual([{ province: "qc" }]);
    expect(registrationOf(user)?.flash).toBe("provinceSet");
  });

  it("does not get a province that the brand does not serve in the page's language", async () => {
    const user = await startRegistration(testApi);
    await post(user, identification, identify, { method: "policyNumber" });
    const albertan = await newPerson(testApi, { postal_code: "T2P1J9" });
    await post(user, identification, identify, policyForm(albertan));
    expect(user.preferred).toEqual([]);
  });
});
