import { flow } from "@vestibule/catalogue/flow.table.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testAccount } from "../../../../../test/api-parts.ts";
import {
  codeSentTo,
  newPerson,
  otherThan,
  type RegistrationHouse,
  registrationHouse,
  soundPassword,
  type TestPerson,
} from "../../../../../test/registration.ts";
import { waysTo } from "../../../../../test/registration-pages.ts";
import { atPortal, type PortalGuest, portalGuest } from "../../../test/portal.ts";
import * as confirmation from "./account/confirmation.journey.server.ts";
import * as create from "./account/create.journey.server.ts";
import * as welcomeBack from "./account/welcome-back.journey.server.ts";
import * as accountType from "./account-type/account-type.journey.server.ts";
import * as back from "./back.route.ts";
import * as cancel from "./cancel.route.ts";
import * as identification from "./identification/identification.journey.server.ts";
import * as resend from "./resend.route.ts";
import * as username from "./verify/username.journey.server.ts";
import * as verifyCode from "./verify/verify-code.journey.server.ts";
import * as verifyOptions from "./verify/verify-options.journey.server.ts";

let house: RegistrationHouse;
beforeAll(async () => {
  house = await registrationHouse();
});
afterAll(() => house.close());

const start = flow.ACCOUNT_TYPE.path;
const identify = flow.EMAIL_IDENTIFICATION.path;
const options = flow.VERIFY_OPTIONS.path;
const code = flow.VERIFY_CODE.path;

type Form = Record<string, string>;
type Routed = Parameters<typeof atPortal<unknown>>[1];
const post = (guest: PortalGuest, { action }: { action: unknown }, path: string, form: Form = {}) =>
  atPortal<unknown>(guest, action as Routed, { path, form });
const open = (guest: PortalGuest, { loader }: { loader: unknown }, path: string) =>
  atPortal<unknown>(guest, loader as Routed, { path });

async function begun(
  as: "policyHolder" | "insuredDriver" = "policyHolder",
  about: Parameters<typeof portalGuest>[1] = {},
) {
  const guest = portalGuest(house, about);
  await open(guest, accountType, start);
  await post(guest, accountType, start, { accountType: as });
  return guest;
}

function policyForm({ policy }: TestPerson, more: Form = {}): Form {
  const [dobYear = "", dobMonth = "", dobDay = ""] = policy.dateOfBirth.split("-");
  const { dateOfBirth: _, ...typed } = policy;
  return { ...typed, dobYear, dobMonth, dobDay, ...more };
}

const registrationOf = (guest: PortalGuest) => guest.visit.session.registration;

describe("a registration at the portal", () => {
  it("goes from the account type to a signed-in person, each form posted as a browser without a script posts it", async () => {
    const person = await newPerson(house);
    const guest = await begun();
    expect(await post(guest, identification, identify, { email: person.email, accountType: "policyHolder" })).toEqual({
      kind: "left",
      to: options,
    });
    const listed = await open(guest, verifyOptions, options);
    const ways = (listed as { data: { options: { id: string; destination: { kind: string } }[] } }).data.options;
    const byEmail = ways.find((way) => way.destination.kind === "address");
    expect(await post(guest, verifyOptions, options, { codeOption: byEmail?.id ?? "" })).toEqual({
      kind: "left",
      to: code,
    });
    const sent = await codeSentTo(house, person.email);
    expect(await post(guest, verifyCode, code, { securityCode: otherThan(sent) })).toMatchObject({
      kind: "drawn",
      status: 400,
      data: { faults: { securityCode: { key: "wrong" } }, values: {} },
    });
    const spaced = `${sent.slice(0, 3)} ${sent.slice(3)}`;
    expect(await post(guest, verifyCode, code, { securityCode: spaced })).toEqual({
      kind: "left",
      to: flow.CREATE.path,
    });
    expect(await open(guest, create, flow.CREATE.path)).toMatchObject({ data: { username: person.email } });
    const chosen = { email: person.email, password: soundPassword, passwordConfirmation: soundPassword, terms: "yes" };
    expect(await post(guest, create, flow.CREATE.path, chosen)).toEqual({ kind: "left", to: flow.CONFIRM.path });
    for (const _reload of [1, 2])
      expect(await open(guest, confirmation, flow.CONFIRM.path)).toMatchObject({ data: { username: person.email } });
    expect(await post(guest, confirmation, flow.CONFIRM.path, { email: person.email })).toMatchObject({
      data: { address: "/pkmslogin.form", username: person.email, ticket: expect.stringMatching(/.{20}/) },
    });
  });

  it("never sends a password or a code back to the page", async () => {
    const { guest: visitor } = await waysTo.CREATE(house);
    const guest = portalGuest(house, { session: { registration: { token: visitor.token ?? "" } } });
    const refused = await post(guest, create, flow.CREATE.path, {
      password: "court",
      passwordConfirmation: "x",
      terms: "yes",
    });
    expect(refused).toMatchObject({ status: 400, data: { faults: { password: { key: "minlength" } } } });
    expect(JSON.stringify(refused)).not.toContain("court");
  });

  it("fills in the login page where no ticket can be had", async () => {
    const { guest: visitor } = await waysTo.CREATE(house);
    const guest = portalGuest(house, { session: { registration: { token: visitor.token ?? "" } } });
    expect(await post(guest, confirmation, flow.CONFIRM.path, { email: "moi@courrier.example" })).toEqual({
      kind: "left",
      to: "/",
    });
    expect(guest.visit.session).toMatchObject({ loginEmail: "moi@courrier.example", notice: "accountReady" });
  });
});

describe("an e-mail that does not lead to one policy", () => {
  it("leads to the policy page, which says so and keeps saying so", async () => {
    const guest = await begun();
    await post(guest, identification, identify, { email: "personne@nulle-part.example" });
    for (const _reload of [1, 2])
      expect(await open(guest, identification, identify)).toMatchObject({
        data: { kind: "policy", emailNotEnough: "none" },
      });
  });

  it("is not called unknown where several policies use it that look alike", async () => {
    const alike = { email: "alike@courrier.example", line: "auto", year: 2026 };
    await newPerson(house, { ...alike, policy_number: "BBB0033" });
    await newPerson(house, { ...alike, policy_number: "CCC0033" });
    const guest = await begun();
    await post(guest, identification, identify, { email: alike.email });
    expect(await open(guest, identification, identify)).toMatchObject({ data: { emailNotEnough: "alike" } });
  });

  it("is filled in again on the way back", async () => {
    const guest = await begun();
    await post(guest, identification, identify, { email: "personne@nulle-part.example" });
    await post(guest, back, "/create-an-account/back");
    expect(await open(guest, identification, identify)).toMatchObject({
      data: { kind: "email", email: "personne@nulle-part.example" },
    });
  });

  it("is not spoken of where the policy number was preferred", async () => {
    const guest = await begun();
    await post(guest, identification, identify, { method: "policyNumber" });
    expect(await open(guest, identification, identify)).toMatchObject({
      data: { kind: "policy", emailNotEnough: undefined },
    });
  });
});

describe("the policy page", () => {
  it("tells the last try, then gives way to the roadblock", async () => {
    const guest = await begun();
    await post(guest, identification, identify, { method: "policyNumber" });
    const wrong = policyForm(await newPerson(house), { firstName: "Autre" });
    for (const left of [2, 1]) {
      expect(await post(guest, identification, identify, wrong)).toMatchObject({
        status: 400,
        data: { alert: "POLICY_NUMBER_NOT_FOUND", values: { firstName: "Autre" } },
      });
      expect(await open(guest, identification, identify)).toMatchObject({ data: { triesLeft: left } });
    }
    expect(await post(guest, identification, identify, wrong)).toEqual({
      kind: "left",
      to: "/create-an-account/roadblock/unable-to-identify",
    });
  });

  it("changes the account type in its own form and goes on with what was typed", async () => {
    const driver = await newPerson(house, { role: 80, email: null });
    const guest = await begun("policyHolder");
    await post(guest, identification, identify, { method: "policyNumber" });
    const form = policyForm(driver, { accountType: "insuredDriver" });
    expect(await post(guest, identification, identify, form)).toEqual({ kind: "left", to: code });
  });

  it("offers the address of the account that exists, found by a code", async () => {
    const person = await newPerson(house);
    const email = `other-${person.email}`;
    await testAccount(house, { email, password: soundPassword, personKey: person.personKey });
    const guest = await begun();
    await post(guest, identification, identify, { method: "policyNumber" });
    expect(await post(guest, identification, identify, policyForm(person))).toMatchObject({
      data: { alert: "ACCOUNT_ALREADY_EXISTS" },
    });
    expect(await open(guest, identification, identify)).toMatchObject({ data: { canFindAddress: true } });
    expect(await post(guest, identification, identify, { method: "accountAddress" })).toEqual({
      kind: "left",
      to: options,
    });
  });

  it("shows registration-difficulties to people of the older registry", async () => {
    const guest = await begun();
    await post(guest, identification, identify, { method: "policyNumber" });
    const form = policyForm(await newPerson(house, { registry: "legacy" }));
    expect(await post(guest, identification, identify, form)).toEqual({
      kind: "left",
      to: "/roadblock/registration-difficulties",
    });
  });

  it("takes telephone and hours from the typed postal code, where the page's language is spoken", async () => {
    const guest = await begun("policyHolder", { province: "on", language: "fr" });
    await post(guest, identification, identify, { method: "policyNumber" });
    await post(guest, identification, identify, policyForm(await newPerson(house)));
    expect(guest.preferred).toEqual([{ province: "qc" }]);
    expect(registrationOf(guest)?.said).toBe("provinceSet");
  });

  it("leaves the language alone: a province that does not speak it is not taken", async () => {
    const guest = await begun();
    await post(guest, identification, identify, { method: "policyNumber" });
    const westerner = await newPerson(house, { postal_code: "T2P1J9" });
    await post(guest, identification, identify, policyForm(westerner));
    expect(guest.preferred).toEqual([]);
  });
});

describe("a code", () => {
  const atCode = async () => {
    const { guest: visitor } = await waysTo.VERIFY_CODE(house);
    return portalGuest(house, { session: { registration: { token: visitor.token ?? "" } } });
  };

  it("is asked for again too soon: the page says so, and nothing is lost", async () => {
    const guest = await atCode();
    expect(await post(guest, resend, "/create-an-account/resend")).toEqual({ kind: "left", to: code });
    expect(await open(guest, verifyCode, code)).toMatchObject({ data: { journey: { said: "codeTooSoon" } } });
    expect(registrationOf(guest)?.said).toBeUndefined();
  });

  it("is sent again once the wait is over", async () => {
    const guest = await atCode();
    await house.moveClock(31);
    await post(guest, resend, "/create-an-account/resend");
    expect(await open(guest, verifyCode, code)).toMatchObject({ data: { journey: { said: "codeSentAgain" } } });
  });

  it("that is malformed is not weighed", async () => {
    const guest = await atCode();
    const before = registrationOf(guest)?.token;
    expect(await post(guest, verifyCode, code, { securityCode: "12345" })).toMatchObject({
      data: { faults: { securityCode: { key: "incomplete" } } },
    });
    expect(registrationOf(guest)?.token).toBe(before);
  });

  it("tried wrong too often is the roadblock of the brand", async () => {
    const guest = await atCode();
    let to = "";
    for (let tries = 0; tries < 6 && to === ""; tries += 1) {
      const answer = await post(guest, verifyCode, code, { securityCode: "000000" });
      if (answer.kind === "left") to = answer.to;
    }
    expect(to).toBe("/create-an-account/roadblock/identity-verification");
  });
});

describe("a username", () => {
  it("that is somebody’s is refused by name, and kept in its field", async () => {
    const taken = `taken-${(await newPerson(house)).email}`;
    await testAccount(house, { email: taken, password: soundPassword, personKey: "somebody|else|1970-01-01" });
    const { guest: visitor } = await waysTo.CONFIRM_USERNAME(house);
    const guest = portalGuest(house, { session: { registration: { token: visitor.token ?? "" } } });
    expect(await post(guest, username, flow.ASK_USERNAME.path, { email: taken })).toMatchObject({
      status: 400,
      data: { alert: "EMAIL_ALREADY_EXISTS", values: { email: taken } },
    });
  });

  it("taken while the password was chosen leads to the page that asks for another, which says why", async () => {
    const person = await newPerson(house);
    const { guest: visitor } = await waysTo.CREATE(house);
    const guest = portalGuest(house, { session: { registration: { token: visitor.token ?? "" } } });
    const { data } = (await open(guest, create, flow.CREATE.path)) as { data: { username: string } };
    await testAccount(house, { email: data.username, password: soundPassword, personKey: person.personKey });
    const chosen = { email: data.username, password: soundPassword, passwordConfirmation: soundPassword, terms: "yes" };
    expect(await post(guest, create, flow.CREATE.path, chosen)).toEqual({ kind: "left", to: flow.ASK_USERNAME.path });
    expect(await open(guest, username, flow.ASK_USERNAME.path)).toMatchObject({
      data: { mode: "ask", journey: { said: "emailTaken" } },
    });
  });
});

describe("ways out", () => {
  it("welcome back carries the address to the login page in the sealed session, never in the address", async () => {
    const { guest: visitor } = await waysTo.WELCOME_BACK(house);
    const guest = portalGuest(house, { session: { registration: { token: visitor.token ?? "" } } });
    expect(await post(guest, welcomeBack, flow.WELCOME_BACK.path, { next: "login" })).toEqual({
      kind: "left",
      to: "/",
    });
    expect(guest.visit.session.loginEmail).toMatch(/^back-person/);
    expect(await post(guest, welcomeBack, flow.WELCOME_BACK.path, { next: "forgot" })).toEqual({
      kind: "left",
      to: "/forgot",
    });
  });

  it("cancel ends the session and forgets it", async () => {
    const guest = await begun();
    expect(await post(guest, cancel, "/create-an-account/cancel")).toEqual({ kind: "left", to: "/" });
    expect(registrationOf(guest)).toBeUndefined();
  });

  it("Back from the first page leads to the login page; from the next one to the first", async () => {
    const guest = await begun();
    expect(await post(guest, back, "/create-an-account/back")).toEqual({ kind: "left", to: start });
    expect(await post(guest, back, "/create-an-account/back")).toEqual({ kind: "left", to: "/" });
  });

  it("a form posted without a session begins registration anew", async () => {
    const guest = portalGuest(house);
    expect(await post(guest, verifyCode, code, { securityCode: "123456" })).toEqual({ kind: "left", to: start });
  });

  it("a form posted twice at once moves the session once", async () => {
    const person = await newPerson(house);
    const guest = await begun();
    const tabs = [0, 1].map(() => portalGuest(house, { session: structuredClone(guest.visit.session) }));
    const answers = await Promise.all(tabs.map((tab) => post(tab, identification, identify, { email: person.email })));
    expect(answers).toEqual([
      { kind: "left", to: options },
      { kind: "left", to: options },
    ]);
  });

  it("an API that is away is the technical roadblock", async () => {
    const guest = await begun();
    guest.visit.api.fetch = () => Promise.reject(new TypeError("refused"));
    expect(await post(guest, identification, identify, { email: "moi@courrier.example" })).toEqual({
      kind: "left",
      to: "/roadblock/technical",
    });
  });
});
