import { flow } from "@vestibule/catalogue/flow.table.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { describe, expect, it } from "vitest";
import { accountOf } from "../../../../../../test/links.ts";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import {
  codeSentTo,
  newPerson,
  otherThan,
  type TestPerson,
  validPassword,
} from "../../../../../../test/registration.ts";
import {
  atCode,
  choose,
  choosePassword,
  factsOf,
  identify,
  openPage,
  postPage,
  redirectTo,
} from "../../../../test/policy-number-registering.ts";
import { copySession, createPortalUser, type PortalUser, redirected } from "../../../../test/portal.ts";
import { newPassword, open, policyForm, post } from "../../../../test/registering.ts";
import { loginEmailSlice } from "../../../shared-slices/login-slices.server.ts";
import { policyNumberRegistrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import * as confirmation from "../account/confirmation.route.tsx";
import * as smartActions from "../actions.route.ts";
import * as smartIdentification from "../identification/identification.route.tsx";
import * as actions from "./actions.route.ts";

const testApi = await openTestApi();

const { path: first } = policyNumberFlow.IDENTIFICATION;
const attemptOf = ({ requestContext }: PortalUser) => requestContext.session.get(policyNumberRegistrationSlice);
const roadblock = (id: string) => redirected(`/roadblock/${id}`);

describe("a registration by policy number at the portal", () => {
  it("continues from a code sent to the e-mail on file directly to the password, and signs in at the end", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      kind: "rendered",
      data: { flow: { stage: "identify" } },
    });
    expect(await identify(user, person)).toEqual(redirectTo("VALIDATION"));
    expect(await openPage(user, "VALIDATION")).toMatchObject({
      data: {
        options: [{ destination: { kind: "email" } }, { destination: { kind: "number" } }],
        noneId: expect.any(String),
      },
    });
    expect(await choose(user, "EMAIL")).toEqual(redirectTo("VALIDATION_EMAIL"));
    const code = await codeSentTo(testApi, person.email);
    expect(await postPage(user, "VALIDATION_EMAIL", { securityCode: otherThan(code) })).toMatchObject({
      status: 400,
      data: { errors: { securityCode: { key: "wrong" } }, values: {} },
    });
    expect(await postPage(user, "VALIDATION_EMAIL", { securityCode: code })).toEqual(redirectTo("PASSWORD"));
    expect(await openPage(user, "PASSWORD")).toMatchObject({
      data: { username: person.email, maskedUsername: undefined },
    });
    expect(
      await postPage(user, "PASSWORD", { ...newPassword, ...factsOf(person), postalCode: "K1A 0B1" }),
    ).toMatchObject({ data: { errors: { dob: { key: "wrong" } } } });
    expect(await choosePassword(user, person)).toEqual(redirected(flow.CONFIRM.path));
    expect(attemptOf(user)).toBeUndefined();
    const { rows } = await testApi.pool.query("select terms_language from account where person_key = $1", [
      person.personKey,
    ]);
    expect(rows, "A-086 the box is kept").toEqual([{ terms_language: "fr" }]);
    // The form again.
    expect(await postPage(user, "PASSWORD", newPassword)).toEqual(redirected(flow.CONFIRM.path));
    expect(await open(user, confirmation, flow.CONFIRM.path)).toMatchObject({
      data: { username: person.email, firstName: person.policy.firstName },
    });
    expect(await post(user, confirmation, flow.CONFIRM.path, { email: person.email })).toMatchObject({
      data: { username: person.email, ticket: expect.stringMatching(/.{20}/) },
    });
  });

  it("fills in what was typed after going back", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    expect(await identify(user, person)).toEqual(redirectTo("VALIDATION"));
    const { policyNumber, firstName, dobYear } = policyForm(person);
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { typedPolicy: { policyNumber, firstName, dobYear }, review: undefined },
    });
    user.requestContext.now = new Date(user.requestContext.now.getTime() + ttl.registrationIdleMinutes * 60_000);
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({ data: { typedPolicy: {} } });
  });
});

describe("a registration by text message or PIN", () => {
  it("continues from a text message to the e-mail, which can be changed and receives a link", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    const securityCode = await atCode(testApi, { user, person, by: "SMS" });
    expect(await postPage(user, "VALIDATION_SMS", { securityCode })).toEqual(redirectTo("ACCOUNT_EMAIL"));
    expect(await openPage(user, "ACCOUNT_EMAIL")).toMatchObject({ data: { email: person.email, sends: "link" } });
    const email = `other-${person.email}`;
    expect(await postPage(user, "ACCOUNT_EMAIL", { email, emailConfirmation: person.email })).toMatchObject({
      data: { errors: { emailConfirmation: { key: "match" } } },
    });
    expect(await postPage(user, "ACCOUNT_EMAIL", { email, emailConfirmation: email })).toEqual(
      redirectTo("EMAIL_SENT"),
    );
    expect(await openPage(user, "EMAIL_SENT")).toMatchObject({
      data: { email, changesAt: policyNumberFlow.ACCOUNT_EMAIL.path },
    });
    expect(await post(user, actions, "/registration/back")).toEqual(redirectTo("ACCOUNT_EMAIL"));
  });

  it("accepts a PIN, and asks for it at once where it is the only method", async () => {
    const person = await newPerson(testApi, { company: "intact", email: null, cell_phone: null, pin: "K7M2P9QX" });
    const user = createPortalUser(testApi, { brand: "intact" });
    expect(await identify(user, person)).toEqual(redirectTo("VALIDATION_PIN"));
    expect(await openPage(user, "VALIDATION_PIN")).toMatchObject({
      data: { destination: { kind: "pin" }, sending: null, otherMethodsAt: null },
    });
    expect(await postPage(user, "VALIDATION_PIN", { securityPin: "AAAA1111" })).toMatchObject({
      data: { errors: { securityPin: { key: "wrong" } } },
    });
    expect(await postPage(user, "VALIDATION_PIN", { securityPin: "k7m2p9qx" })).toEqual(redirectTo("ACCOUNT_EMAIL"));
    expect(await openPage(user, "ACCOUNT_EMAIL")).toMatchObject({ data: { email: undefined } });
  });
});

describe("the province", () => {
  it("is set from the policy once a code has verified the person, and the page says so", async () => {
    const person = await newPerson(testApi, { province: "on" });
    const user = createPortalUser(testApi);
    const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
    expect(user.preferred).toEqual([]);
    expect(await postPage(user, "VALIDATION_EMAIL", { securityCode })).toEqual(redirectTo("PASSWORD"));
    expect(user.preferred).toEqual([{ province: "on" }]);
    expect(await openPage(user, "PASSWORD")).toMatchObject({ data: { flow: { flash: "provinceSet" } } });
  });

  it("does not change if the brand does not serve the policy's province in the current language", async () => {
    const person = await newPerson(testApi, { province: "bc" });
    const user = createPortalUser(testApi);
    const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
    await postPage(user, "VALIDATION_EMAIL", { securityCode });
    expect(user.preferred).toEqual([]);
  });

  it("is also set from the policy before the welcome-back page", async () => {
    const person = await newPerson(testApi, { province: "on" });
    await accountOf(testApi, person);
    const user = createPortalUser(testApi);
    await identify(user, person);
    await postPage(user, "IDENTIFICATION", { method: "accountEmail" });
    await choose(user, "EMAIL");
    const securityCode = await codeSentTo(testApi, person.email);
    expect(await postPage(user, "VALIDATION_EMAIL", { securityCode })).toEqual(redirectTo("WELCOME_BACK"));
    expect(user.preferred).toEqual([{ province: "on" }]);
    expect(await openPage(user, "WELCOME_BACK")).toMatchObject({ data: { flow: { flash: "provinceSet" } } });
  });
});

describe("a driver of the usage-based programme", () => {
  it("must give a licence and an e-mail, which a code verifies, and is led to an agent after three wrong mobile numbers", async () => {
    const person = await newPerson(testApi, { role: 80, ubi: true });
    const user = createPortalUser(testApi, { session: { policyNumberStart: { ubi: true } } });
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { facts: { licencePresence: "required", licence: { provinces: ["on", "qc", "other"] } } },
    });
    expect(await identify(user, person)).toMatchObject({ data: { errors: { driverLicense: { key: "required" } } } });
    const { driverLicense, driverLicenseProvince } = person.driver;
    await identify(user, person, { driverLicense, driverLicenseProvince });
    await choose(user, "SMS");
    await postPage(user, "VALIDATION_SMS", { securityCode: await codeSentTo(testApi, person.cellPhone) });
    const email = `programme-${person.email}`;
    expect(await postPage(user, "ACCOUNT_EMAIL", { email, emailConfirmation: email })).toEqual(
      redirectTo("VALIDATION_EMAIL"),
    );
    expect(await openPage(user, "VALIDATION_EMAIL")).toMatchObject({
      data: {
        username: email,
        changesUsernameAt: { by: "link", path: policyNumberFlow.ACCOUNT_EMAIL.path },
        otherMethodsAt: null,
      },
    });
    expect(await postPage(user, "VALIDATION_EMAIL", { securityCode: await codeSentTo(testApi, email) })).toEqual(
      redirectTo("PASSWORD"),
    );
    const wrong = { ...newPassword, phone: "514-555-9999" };
    for (const triesLeft of [2, 1])
      expect(await postPage(user, "PASSWORD", wrong)).toMatchObject({
        data: { errors: { phone: { key: "wrong" } }, triesLeft },
      });
    expect(await postPage(user, "PASSWORD", wrong)).toEqual(roadblock("wrong-cellphone"));
  });
});

describe("a driver of a policyholder with an account", () => {
  it("joins that account with its password, and is led to an agent after too many wrong passwords", async () => {
    const holder = await newPerson(testApi);
    await accountOf(testApi, holder);
    const { policyNumber } = holder.policy;
    const driver = () => newPerson(testApi, { policy_number: policyNumber, role: 80, ubi: true });
    const asked = async (person: TestPerson) => {
      const user = createPortalUser(testApi);
      const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
      expect(await postPage(user, "VALIDATION_EMAIL", { securityCode })).toEqual(redirectTo("PASSWORD_VALIDATION"));
      return user;
    };
    const person = await driver();
    const user = await asked(person);
    expect(await openPage(user, "PASSWORD_VALIDATION")).toMatchObject({
      data: { page: { kind: "asks", data: { email: expect.stringMatching(/•••@/), fact: "cellPhone", isUbi: true } } },
    });
    const phone = person.cellPhone;
    const asking = copySession(user);
    expect(await postPage(user, "PASSWORD_VALIDATION", { loginPassword: "Autre-Vent-42", phone })).toMatchObject({
      data: { errors: { loginPassword: { key: "wrong" } } },
    });
    expect(await postPage(user, "PASSWORD_VALIDATION", { loginPassword: validPassword, phone })).toEqual(
      redirected(flow.CONFIRM.path),
    );
    expect(await open(user, confirmation, flow.CONFIRM.path)).toMatchObject({
      data: { username: holder.email, accountType: "joined" },
    });
    const again = createPortalUser(testApi, { session: asking });
    expect(await postPage(again, "PASSWORD_VALIDATION", { loginPassword: validPassword, phone })).toEqual(
      redirected(flow.CONFIRM.path),
    );
    expect(await open(again, confirmation, flow.CONFIRM.path)).toMatchObject({
      data: { username: expect.stringMatching(/•••@/), accountType: "joined" },
    });
    expect(await post(again, confirmation, flow.CONFIRM.path, {})).toEqual(redirected("/"));
    // An e-mail that is known only masked is not filled in.
    expect(again.requestContext.session.get(loginEmailSlice)).toBeUndefined();

    const other = await driver();
    const guessing = await asked(other);
    const guess = { loginPassword: "Autre-Vent-42", phone: other.cellPhone };
    let result = await postPage(guessing, "PASSWORD_VALIDATION", guess);
    for (let turn = 1; result.kind === "rendered" && turn < limits.passwordConfirmationSession.limit; turn++)
      result = await postPage(guessing, "PASSWORD_VALIDATION", guess);
    expect(result).toEqual(roadblock("login-difficulties"));
  });
});

describe("the flow", () => {
  it("redirects to the first page without a registration, and keeps only safe query parameters", async () => {
    const user = createPortalUser(testApi);
    expect(await openPage(user, "VALIDATION", "?webview=true&token=x")).toEqual(redirected(`${first}?webview=true`));
    expect(await choose(user, "SMS")).toEqual(redirected(first));
  });

  it("lets a person go back from the code page to the methods and to the identification", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    await atCode(testApi, { user, person, by: "EMAIL" });
    expect(await openPage(user, "VALIDATION")).toMatchObject({ kind: "rendered" });
    expect(await choose(user, "EMAIL")).toEqual(redirectTo("VALIDATION_EMAIL"));
    const smart = flow.EMAIL_IDENTIFICATION.path;
    expect(await post(user, actions, "/registration/back")).toEqual(redirected(smart));
    expect(await open(user, smartIdentification, smart)).toEqual(redirected(first));
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { typedPolicy: { policyNumber: person.policy.policyNumber } },
    });
    expect(await openPage(user, "PASSWORD")).toEqual(redirected(first));
  });

  it("discards the verification on Back, and the whole session on Cancel", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    const securityCode = await atCode(testApi, { user, person, by: "EMAIL" });
    await postPage(user, "VALIDATION_EMAIL", { securityCode });
    expect(await openPage(user, "IDENTIFICATION")).toEqual(redirectTo("PASSWORD"));
    expect(await post(user, actions, "/registration/back")).toEqual(redirectTo("IDENTIFICATION"));
    expect(attemptOf(user)).toBeUndefined();
    await identify(user, person);
    expect(await post(user, actions, "/registration/cancel")).toEqual(redirected("/"));
    expect(user.requestContext.session.contents).toEqual({ browserSessionId: expect.any(String) });
  });

  it("ends at the login page, which says so, once the registration has expired", async () => {
    const user = createPortalUser(testApi);
    await atCode(testApi, { user, person: await newPerson(testApi), by: "SMS" });
    await testApi.moveClock(16 * 60);
    expect(await postPage(user, "VALIDATION_SMS", { securityCode: "123456" })).toEqual(redirected("/"));
    expect(user.requestContext.session.contents).toEqual({
      browserSessionId: expect.any(String),
      notice: "sessionEnded",
    });
  });

  it("is the only registration of a brand without smart registration", async () => {
    const user = createPortalUser(testApi);
    const { brand } = user.requestContext;
    user.requestContext.brand = { ...brand, features: { ...brand.features, registration: false } };
    expect(await post(user, smartActions, "/create-an-account/start")).toEqual(redirected(first));
    const smart = flow.EMAIL_IDENTIFICATION.path;
    expect(await open(user, smartIdentification, smart)).toEqual(redirected(first));
  });
});
