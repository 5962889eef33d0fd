import { flow } from "@vestibule/catalogue/flow.table.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { newPerson, Visitor, validPassword } from "../../../../../test/registration.ts";
import { testAccount } from "../../../../../test/test-api.ts";
import { copySession, createPortalUser, type PortalUser, redirected } from "../../../test/portal.ts";
import { newPassword, open, post, startRegistration, userAt, userOf } from "../../../test/registering.ts";
import type { Destination } from "../../form/destination.rule.ts";
import { roadblockSlice } from "../../roadblock/session-slice.server.ts";
import { loginEmailSlice } from "../../shared-slices/login-slices.server.ts";
import { registrationSlice } from "../../shared-slices/registration-slices.server.ts";
import * as create from "./account/create.route.tsx";
import * as welcomeBack from "./account/welcome-back.route.tsx";
import * as actions from "./actions.route.ts";
import * as identification from "./identification/identification.route.tsx";
import * as username from "./verify/username.route.tsx";
import * as verifyCode from "./verify/verify-code.route.tsx";
import * as verifyOptions from "./verify/verify-options.route.tsx";
import type { VerifyOptionsData } from "./verify/verify-options.screen.tsx";

const testApi = await openTestApi();

const start = flow.ACCOUNT_TYPE.path;
const identify = flow.EMAIL_IDENTIFICATION.path;
const options = flow.VERIFY_OPTIONS.path;
const code = flow.VERIFY_CODE.path;

const registrationOf = (user: PortalUser) => user.requestContext.session.get(registrationSlice);

describe("a code", () => {
  it("requested again too soon is not sent, and the page says so once", async () => {
    const user = await userAt(testApi, "VERIFY_CODE");
    expect(await post(user, actions, "/create-an-account/resend")).toEqual(redirected(code));
    expect(await open(user, verifyCode, code)).toMatchObject({ data: { flow: { flash: "codeTooSoon" } } });
    expect(registrationOf(user)?.flash).toBeUndefined();
  });

  it("chosen again a moment later leads back to its page, and by another method says from when one is sent", async () => {
    const user = await userAt(testApi, "VERIFY_CODE");
    expect(await post(user, actions, "/create-an-account/back")).toEqual(redirected(options));
    const choose = async (kind: Destination["kind"]) => {
      const { data } = (await open(user, verifyOptions, options)) as { data: VerifyOptionsData };
      const codeOption = data.options.find(({ destination }) => destination.kind === kind)?.id ?? "";
      return post(user, verifyOptions, options, { codeOption });
    };
    expect(await choose("number")).toMatchObject({
      status: 429,
      data: { alert: "codeJustSent", retryAt: expect.any(String) },
    });
    expect(await choose("email")).toEqual(redirected(code));
    expect(await open(user, verifyCode, code)).toMatchObject({ data: { flow: { flash: "codeTooSoon" } } });
  });

  it("refused by the recipient's limit shows when it ends, not that a code was just sent", async () => {
    const person = await newPerson(testApi, { cell_phone: null });
    for (let turn = 1; turn < limits.sendRecipient.limit; turn += 1) await new Visitor(testApi.apis).toCode(person);
    const user = userOf(testApi, await new Visitor(testApi.apis).toCode(person));
    await testApi.moveClock(31);
    await post(user, actions, "/create-an-account/resend");
    expect(await open(user, verifyCode, code)).toMatchObject({
      data: { flow: { flash: { retryAt: expect.any(String) } } },
    });
  });

  it("is sent again after the wait", async () => {
    const user = await userAt(testApi, "VERIFY_CODE");
    await testApi.moveClock(31);
    await post(user, actions, "/create-an-account/resend");
    expect(await open(user, verifyCode, code)).toMatchObject({ data: { flow: { flash: "codeSentAgain" } } });
  });
});

describe("a typed code", () => {
  it("does not count as an attempt when malformed", async () => {
    const user = await userAt(testApi, "VERIFY_CODE");
    const before = registrationOf(user)?.token;
    expect(await post(user, verifyCode, code, { securityCode: "12345" })).toMatchObject({
      data: { errors: { securityCode: { key: "incomplete" } } },
    });
    expect(registrationOf(user)?.token).toBe(before);
  });

  it("leads to the brand's roadblock after too many wrong attempts", async () => {
    const user = await userAt(testApi, "VERIFY_CODE");
    let to = "";
    for (let tries = 0; tries < 6 && to === ""; tries += 1) {
      const result = await post(user, verifyCode, code, { securityCode: "000000" });
      if (result.kind === "redirected") to = result.to;
    }
    expect(to).toBe("/create-an-account/roadblock/identity-verification");
    expect(user.requestContext.session.get(roadblockSlice)).toMatchObject({ cause: "wrongCodes" });
  });
});

describe("a username", () => {
  it("that is in use is refused, and kept in its field", async () => {
    const taken = `taken-${(await newPerson(testApi)).email}`;
    await testAccount(testApi, { email: taken, password: validPassword, personKey: "somebody|else|1970-01-01" });
    const user = await userAt(testApi, "CONFIRM_USERNAME");
    expect(await post(user, username, flow.ASK_USERNAME.path, { email: taken })).toMatchObject({
      status: 400,
      data: { alert: "EMAIL_ALREADY_EXISTS", values: { email: taken } },
    });
  });

  it("taken while the password was chosen leads to the page that asks for another, which says why", async () => {
    const person = await newPerson(testApi);
    const user = await userAt(testApi, "CREATE");
    const { data } = (await open(user, create, flow.CREATE.path)) as { data: { username: string } };
    await testAccount(testApi, { email: data.username, password: validPassword, personKey: person.personKey });
    expect(await post(user, create, flow.CREATE.path, { email: data.username, ...newPassword })).toEqual(
      redirected(flow.ASK_USERNAME.path),
    );
    expect(await open(user, username, flow.ASK_USERNAME.path)).toMatchObject({
      data: { mode: "ask", flow: { flash: "emailTaken" } },
    });
  });
});

describe("a registration that is left or fails", () => {
  it("carries the e-mail of the welcome-back page to the login page in the sealed session, never in the URL", async () => {
    const user = await userAt(testApi, "WELCOME_BACK");
    expect(await post(user, welcomeBack, flow.WELCOME_BACK.path, { next: "login" })).toEqual(redirected("/"));
    expect(user.requestContext.session.get(loginEmailSlice)).toMatch(/^back-person/);
    expect(await post(user, welcomeBack, flow.WELCOME_BACK.path, { next: "forgot" })).toEqual(redirected("/forgot"));
  });

  it("ends and is removed on Cancel", async () => {
    const user = await startRegistration(testApi);
    expect(await post(user, actions, "/create-an-account/cancel")).toEqual(redirected("/"));
    expect(registrationOf(user)).toBeUndefined();
  });

  it("goes Back from the second page to the first, and from there to the login page", async () => {
    const user = await startRegistration(testApi);
    expect(await post(user, actions, "/create-an-account/back")).toEqual(redirected(start));
    expect(await post(user, actions, "/create-an-account/back")).toEqual(redirected("/"));
  });

  it("starts again after a form without a session", async () => {
    const user = createPortalUser(testApi);
    expect(await post(user, verifyCode, code, { securityCode: "123456" })).toEqual(redirected(start));
  });

  it("advances once when a form is posted twice at the same time", async () => {
    const person = await newPerson(testApi);
    const user = await startRegistration(testApi);
    const tabs = [0, 1].map(() => createPortalUser(testApi, { session: copySession(user) }));
    const responses = await Promise.all(
      tabs.map((tab) => post(tab, identification, identify, { email: person.email })),
    );
    expect(responses).toEqual([redirected(options), redirected(options)]);
  });

  it("shows the technical roadblock while the API is unavailable", async () => {
    const user = await startRegistration(testApi);
    user.requestContext.api.fetch = () => Promise.reject(new TypeError("refused"));
    expect(await post(user, identification, identify, { email: "moi@courrier.example" })).toEqual(
      redirected("/roadblock/technical"),
    );
  });
});
