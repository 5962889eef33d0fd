import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, it } from "vitest";
import { accountOf } from "../../../../../../test/links.ts";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { codeSentTo, newPerson, otherThan } from "../../../../../../test/registration.ts";
import {
  atCode,
  choose,
  identify,
  openPage,
  postPage,
  redirectTo,
} from "../../../../test/policy-number-registering.ts";
import { copySession, createPortalUser, redirected } from "../../../../test/portal.ts";
import { post } from "../../../../test/registering.ts";
import { roadblockSlice } from "../../../roadblock/session-slice.server.ts";
import { loginEmailSlice } from "../../../shared-slices/login-slices.server.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";
import * as actions from "./actions.route.ts";

const testApi = await openTestApi();

const roadblock = (id: string) => redirected(`/roadblock/${id}`);

describe("the roadblock that leads to an agent", () => {
  it("A-076 follows the third lookup without a match in a browser, after the page showed the attempts left", async () => {
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    for (const [triesLeft, policyNumber] of [
      [2, "YYD1111"],
      [1, "YYE2222"],
    ] as const)
      expect(await identify(user, person, { policyNumber })).toMatchObject({
        status: 400,
        data: { alert: "POLICY_NUMBER_NOT_FOUND", triesLeft, values: { policyNumber } },
      });
    expect(await identify(user, person, { firstName: "Zoé" })).toEqual(roadblock("registration-difficulties"));
    expect(await identify(createPortalUser(testApi), person)).toEqual(redirectTo("VALIDATION"));
  });

  it("follows the third lookup that finds a person with an account, whose e-mail a code shows before that", async () => {
    const person = await newPerson(testApi);
    await accountOf(testApi, person);
    const user = createPortalUser(testApi);
    expect(await identify(user, person)).toEqual(redirectTo("IDENTIFICATION"));
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({ data: { isRegistered: true } });
    expect(await postPage(user, "IDENTIFICATION", { details: "change" })).toEqual(redirectTo("IDENTIFICATION"));
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { isRegistered: false, typedPolicy: { firstName: "Maëlle" } },
    });
    expect(await identify(user, person)).toEqual(redirectTo("IDENTIFICATION"));
    expect(await postPage(user, "IDENTIFICATION", { method: "accountEmail" })).toEqual(redirectTo("VALIDATION"));
    await choose(user, "SMS");
    const securityCode = await codeSentTo(testApi, person.cellPhone);
    const before = copySession(user);
    expect(await postPage(user, "VALIDATION_SMS", { securityCode })).toEqual(redirectTo("WELCOME_BACK"));
    expect(await openPage(user, "WELCOME_BACK")).toMatchObject({ data: { username: person.email } });
    // If the form is submitted twice, the browser shows the second response, which contains no name and no e-mail.
    const twice = createPortalUser(testApi, { session: before });
    expect(await postPage(twice, "VALIDATION_SMS", { securityCode })).toEqual(redirectTo("WELCOME_BACK"));
    expect(await openPage(twice, "WELCOME_BACK")).toMatchObject({ data: { firstName: "", username: undefined } });
    expect(await postPage(twice, "WELCOME_BACK", { next: "login" })).toEqual(redirected("/"));
    expect(await postPage(user, "WELCOME_BACK", { next: "login" })).toEqual(redirected("/"));
    expect(user.requestContext.session.get(loginEmailSlice)).toBe(person.email);
    expect(await identify(user, person)).toEqual(roadblock("more-than-one-profile"));
    const elsewhere = createPortalUser(testApi);
    expect(await identify(elsewhere, person)).toEqual(redirectTo("IDENTIFICATION"));
    expect(await openPage(elsewhere, "IDENTIFICATION")).toMatchObject({ data: { isRegistered: true } });
  });

  it("is shown if no contact is on file, or if the person can use none of the methods", async () => {
    const unreachable = await newPerson(testApi, { email: null, cell_phone: null });
    expect(await identify(createPortalUser(testApi), unreachable)).toEqual(roadblock("no-options"));
    const elsewhere = await newPerson(testApi, { company: "intact", email: null, cell_phone: null });
    expect(await identify(createPortalUser(testApi, { brand: "intact" }), elsewhere)).toEqual(roadblock("no-options"));
    const user = createPortalUser(testApi);
    await identify(user, await newPerson(testApi));
    expect(await choose(user, "NONE")).toEqual(roadblock("no-options"));
  });
});

describe("the roadblock after a code was sent", () => {
  it("follows too many wrong codes, and too many wrong PINs", async () => {
    const person = await newPerson(testApi, { pin: "K7M2P9QX" });
    const byCode = createPortalUser(testApi);
    const wrong = otherThan(await atCode(testApi, { user: byCode, person, by: "EMAIL" }));
    const byPin = createPortalUser(testApi);
    await identify(byPin, person);
    await choose(byPin, "PIN");
    const lastOf = async (again: () => ReturnType<typeof postPage>) => {
      const before: (number | undefined)[] = [];
      for (let turn = 0; turn < limits.wrongCodeSession.to; turn++) {
        const result = await again();
        if (result.kind === "redirected") {
          expect(before, "the last attempt is announced").toEqual([...Array(turn - 1).fill(undefined), 1]);
          return result;
        }
        before.push((result.data as RegistrationFormError).triesLeft);
      }
    };
    expect(await lastOf(() => postPage(byCode, "VALIDATION_EMAIL", { securityCode: wrong }))).toEqual(
      roadblock("resend-code"),
    );
    expect(byCode.requestContext.session.get(roadblockSlice)).toMatchObject({ cause: "wrongCodes" });
    const guesses = await lastOf(() => postPage(byPin, "VALIDATION_PIN", { securityPin: "AAAA1111" }));
    expect(guesses).toEqual(roadblock("pin-difficulties"));
  });

  it("follows the fourth request for another code, but not one that comes too soon", async () => {
    const user = createPortalUser(testApi);
    await atCode(testApi, { user, person: await newPerson(testApi), by: "SMS" });
    const again = () => post(user, actions, "/registration/resend");
    expect(await again()).toEqual(redirectTo("VALIDATION_SMS"));
    expect(await openPage(user, "VALIDATION_SMS")).toMatchObject({ data: { flow: { flash: "codeTooSoon" } } });
    for (const resendsLeft of [2, 1, 0]) {
      await testApi.moveClock(30);
      expect(await again()).toEqual(redirectTo("VALIDATION_SMS"));
      expect(await openPage(user, "VALIDATION_SMS")).toMatchObject({
        data: { sending: { resendsLeft }, flow: { flash: "codeSentAgain" } },
      });
    }
    expect(await again()).toEqual(roadblock("resend-code"));
    expect(user.requestContext.session.get(roadblockSlice)).toMatchObject({ cause: "codesSent" });
  });

  it("follows the third e-mail that is another account's, after the field asked whether it is shared", async () => {
    const other = await newPerson(testApi);
    await accountOf(testApi, other);
    const person = await newPerson(testApi);
    const user = createPortalUser(testApi);
    const securityCode = await atCode(testApi, { user, person, by: "SMS" });
    await postPage(user, "VALIDATION_SMS", { securityCode });
    const give = () => postPage(user, "ACCOUNT_EMAIL", { email: other.email, emailConfirmation: other.email });
    for (const triesLeft of [2, 1])
      expect(await give()).toMatchObject({ data: { errors: { email: { key: "alreadyExists" } }, triesLeft } });
    expect(await give()).toEqual(roadblock("more-than-one-profile"));
    expect(user.requestContext.session.get(roadblockSlice)).toMatchObject({ cause: "usernameTaken" });
  });
});

describe("a request for another code", () => {
  it("is refused a moment after one by another method, and the page says that a code was just sent", async () => {
    const user = createPortalUser(testApi);
    await atCode(testApi, { user, person: await newPerson(testApi), by: "SMS" });
    expect(await openPage(user, "VALIDATION")).toMatchObject({ kind: "rendered" });
    expect(await choose(user, "EMAIL")).toMatchObject({
      status: 429,
      data: { alert: "codeJustSent", retryAt: expect.any(String) },
    });
    expect(await choose(user, "SMS")).toEqual(redirectTo("VALIDATION_SMS"));
  });

  it("over the recipient's limit is refused, and the page says when the limit ends", async () => {
    const person = await newPerson(testApi);
    for (let turn = 1; turn < limits.sendRecipient.limit; turn += 1)
      await atCode(testApi, { user: createPortalUser(testApi), person, by: "SMS" });
    const user = createPortalUser(testApi);
    await atCode(testApi, { user, person, by: "SMS" });
    await testApi.moveClock(30);
    expect(await post(user, actions, "/registration/resend")).toEqual(redirectTo("VALIDATION_SMS"));
    expect(await openPage(user, "VALIDATION_SMS")).toMatchObject({
      data: { flow: { flash: { retryAt: expect.any(String) } } },
    });
  });
});
