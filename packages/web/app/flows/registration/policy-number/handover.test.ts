import { flow } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { accountOf } from "../../../../../../test/links.ts";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { codeSentTo, newPerson, type TestPerson } from "../../../../../../test/registration.ts";
import { choose, factsOf, openPage, postPage, redirectTo } from "../../../../test/policy-number-registering.ts";
import { type PortalUser, redirected } from "../../../../test/portal.ts";
import { newPassword, policyForm, post, startRegistration } from "../../../../test/registering.ts";
import { policyNumberStartSlice } from "../../../shared-slices/registration-slices.server.ts";
import * as smartIdentification from "../identification/identification.route.tsx";

const testApi = await openTestApi();
const smartPath = flow.EMAIL_IDENTIFICATION.path;
const send = (user: PortalUser) => postPage(user, "IDENTIFICATION", { details: "continue" });

let typedEmail = "";
let serial = 0;
beforeEach(() => {
  serial += 1;
  typedEmail = `nouvelle${serial}@courrier.example`;
});

/** A browser that typed an e-mail and then the policy of a person of the legacy registry, in smart registration. */
async function handedOver(person: TestPerson): Promise<PortalUser> {
  const user = await startRegistration(testApi);
  await post(user, smartIdentification, smartPath, { email: typedEmail });
  expect(await post(user, smartIdentification, smartPath, policyForm(person))).toEqual(redirectTo("IDENTIFICATION"));
  return user;
}

const legacyPerson = (cells: Parameters<typeof newPerson>[1] = {}) =>
  newPerson(testApi, { registry: "legacy", ...cells });

async function verifiedBy(user: PortalUser, person: TestPerson, by: "SMS" | "EMAIL") {
  expect(await send(user)).toEqual(redirectTo("VALIDATION"));
  await choose(user, by);
  const securityCode = await codeSentTo(testApi, by === "SMS" ? person.cellPhone : person.email);
  return postPage(user, `VALIDATION_${by}`, { securityCode });
}

describe("a handover from smart registration", () => {
  it("shows what was typed, and asks for none of it again until the account is created", async () => {
    const person = await legacyPerson();
    const user = await handedOver(person);
    const { policyNumber, firstName, lastName } = person.policy;
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: {
        review: {
          asksLicence: false,
          details: {
            policyNumber: `${policyNumber.slice(0, 3)}-${policyNumber.slice(3)}`,
            name: `${firstName} ${lastName}`,
            dob: "29\u00a0février 1988",
            postalCode: "H2X 1Y4",
            email: typedEmail,
          },
        },
      },
    });
    expect(await verifiedBy(user, person, "EMAIL")).toEqual(redirectTo("PASSWORD"));
    expect(await openPage(user, "PASSWORD")).toMatchObject({
      data: { known: { dob: "29\u00a0février 1988", postalCode: "H2X 1Y4" } },
    });
    expect(await postPage(user, "PASSWORD", newPassword)).toEqual(redirected(flow.CONFIRM.path));
    expect(user.requestContext.session.get(policyNumberStartSlice)).toBeUndefined();
  });

  it("fills in the typed e-mail only where none is on file", async () => {
    const without = await legacyPerson({ email: null, email_typed: null });
    const user = await handedOver(without);
    expect(await verifiedBy(user, without, "SMS")).toEqual(redirectTo("ACCOUNT_EMAIL"));
    expect(await openPage(user, "ACCOUNT_EMAIL")).toMatchObject({ data: { mode: "ask", email: typedEmail } });
    const withOne = await legacyPerson();
    const other = await handedOver(withOne);
    expect(await verifiedBy(other, withOne, "SMS")).toEqual(redirectTo("ACCOUNT_EMAIL"));
    expect(await openPage(other, "ACCOUNT_EMAIL")).toMatchObject({
      data: { mode: "confirm", email: withOne.email },
    });
  });

  it("does not fill in an e-mail that is another person's user name", async () => {
    const owner = await legacyPerson();
    await accountOf(testApi, owner);
    const person = await legacyPerson({ email: owner.email });
    typedEmail = owner.email.toUpperCase();
    const user = await handedOver(person);
    expect(await verifiedBy(user, person, "SMS")).toEqual(redirectTo("NEW_EMAIL"));
    expect(await openPage(user, "NEW_EMAIL")).toMatchObject({ data: { mode: "ask", email: undefined } });
    typedEmail = "une-autre@courrier.example";
    const other = await legacyPerson({ email: owner.email });
    const next = await handedOver(other);
    expect(await verifiedBy(next, other, "SMS")).toEqual(redirectTo("NEW_EMAIL"));
    expect(await openPage(next, "NEW_EMAIL")).toMatchObject({ data: { mode: "ask", email: typedEmail } });
  });
});

describe("a page of the handed-over details", () => {
  it("lets the details be changed in a form with all of them filled in", async () => {
    const person = await legacyPerson();
    const user = await handedOver(person);
    expect(await postPage(user, "IDENTIFICATION", { details: "change" })).toEqual(redirectTo("IDENTIFICATION"));
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { review: undefined, typedPolicy: { ...policyForm(person), postalCode: "H2X 1Y4" } },
    });
    const other = await legacyPerson();
    expect(await postPage(user, "IDENTIFICATION", policyForm(other))).toEqual(redirectTo("VALIDATION"));
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { review: { details: { name: `${other.policy.firstName} ${other.policy.lastName}` } } },
    });
  });

  it("shows the filled-in form where the details do not match", async () => {
    const person = await legacyPerson();
    const user = await handedOver(person);
    await testApi.pool.query("update book_row set postal_code = 'G1R4S9' where id = $1", [person.rowId]);
    const { firstName, dobYear } = policyForm(person);
    expect(await send(user)).toMatchObject({
      status: 400,
      data: { alert: "POLICY_NUMBER_NOT_FOUND", values: { firstName, postalCode: "H2X 1Y4", dobYear } },
    });
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { review: undefined, typedPolicy: { firstName } },
    });
  });

  it("asks only for the licence where the usage-based programme needs it", async () => {
    const person = await legacyPerson({ role: 80, ubi: true });
    const user = await startRegistration(testApi, "insuredDriver");
    await post(user, smartIdentification, smartPath, { method: "policyNumber" });
    user.requestContext.session.set(policyNumberStartSlice, { ubi: true });
    await post(user, smartIdentification, smartPath, policyForm(person));
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({ data: { review: { asksLicence: true } } });
    expect(await send(user)).toMatchObject({ data: { errors: { driverLicense: { key: "required" } } } });
    const { driverLicense, driverLicenseProvince } = person.driver;
    const licence = { driverLicense, driverLicenseProvince };
    expect(await postPage(user, "IDENTIFICATION", { details: "continue", ...licence })).toEqual(
      redirectTo("VALIDATION"),
    );
  });

  it("asks for everything again once the details have expired, and says why", async () => {
    const person = await legacyPerson();
    const user = await handedOver(person);
    user.requestContext.now = new Date(user.requestContext.now.getTime() + ttl.registrationIdleMinutes * 60_000);
    expect(await send(user)).toEqual(redirectTo("IDENTIFICATION"));
    expect(await openPage(user, "IDENTIFICATION")).toMatchObject({
      data: { review: undefined, typedPolicy: {}, isForgotten: true },
    });
  });

  it("asks for date of birth and postal code on the password page if the typed ones are not those on file", async () => {
    const person = await legacyPerson();
    const user = await handedOver(person);
    await verifiedBy(user, person, "EMAIL");
    await testApi.pool.query("update book_row set postal_code = 'G1R4S9' where id = $1", [person.rowId]);
    expect(await postPage(user, "PASSWORD", newPassword)).toMatchObject({
      data: { errors: { dob: { key: "wrong" }, postalCode: { key: "doubtful" } }, triesLeft: 2 },
    });
    const typed = { ...newPassword, ...factsOf(person), postalCode: "G1R 4S9" };
    expect(await postPage(user, "PASSWORD", typed)).toEqual(redirected(flow.CONFIRM.path));
  });
});
