import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { expect, test } from "vitest";
import { accountOf, mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { openSession } from "../../../../../test/signed-in.ts";
import { atCode, openPage, postPage, redirectTo } from "../../../test/policy-number-registering.ts";
import { atPortal, createPortalUser, type PortalUser, redirected } from "../../../test/portal.ts";
import * as household from "../account/household.route.tsx";
import * as overview from "../account/overview.route.tsx";
import { action, type HouseholdRequestPage, loader } from "./household-request.route.tsx";

const testApi = await openTestApi();

/** A driver who has asked the policyholder in the portal, and the link of the policyholder's message. */
async function askedDriver() {
  const holder = await newPerson(testApi);
  const accountId = await accountOf(testApi, holder);
  const driver = await newPerson(testApi, { policy_number: holder.policy.policyNumber, role: 80, ubi: true });
  const user = createPortalUser(testApi);
  const securityCode = await atCode(testApi, { user, person: driver, by: "EMAIL" });
  expect(await postPage(user, "VALIDATION_EMAIL", { securityCode })).toEqual(redirectTo("PASSWORD_VALIDATION"));
  expect(await openPage(user, "PASSWORD_VALIDATION")).toMatchObject({
    data: { page: { data: { withoutPassword: "ask" } } },
  });
  expect(await openPage(user, "ASK_POLICYHOLDER")).toMatchObject({
    data: { policyholderEmail: expect.stringMatching(/•••@/) },
  });
  const requestApproval = (email: string) => postPage(user, "ASK_POLICYHOLDER", { email, emailConfirmation: email });
  return { holder, accountId, driver, user, ask: requestApproval };
}

async function linkTo(email: string): Promise<URL> {
  const message = (await mailsTo(testApi, email)).find(({ kind }) => kind === "householdRequested");
  return new URL(message?.facts.link ?? "");
}

async function pageOf(user: PortalUser): Promise<{ page: HouseholdRequestPage; status: number }> {
  const result = await atPortal<{ page: HouseholdRequestPage }>(user, loader as never, { path: "/household-request" });
  if (result.kind !== "rendered") throw new Error("no page was drawn");
  return { page: result.data.page, status: result.status };
}

test("a driver asks the policyholder, sees until when, and may still enter the password", async () => {
  const { holder, driver, user, ask } = await askedDriver();
  expect(await ask(holder.email)).toMatchObject({ data: { errors: { email: { key: "alreadyExists" } } } });
  expect(await ask("nowhere")).toMatchObject({ data: { errors: { email: { key: expect.any(String) } } } });
  expect(await ask(driver.email)).toEqual(redirectTo("POLICYHOLDER_ASKED"));
  const asked = await openPage(user, "POLICYHOLDER_ASKED");
  expect(asked).toMatchObject({ data: { email: driver.email, policyholderEmail: expect.stringMatching(/•••@/) } });
  expect(JSON.stringify(asked)).not.toContain(holder.email);
});

test("the page after asking opens in no other browser", async () => {
  expect(await openPage(createPortalUser(testApi), "POLICYHOLDER_ASKED")).toEqual(
    redirected(policyNumberFlow.IDENTIFICATION.path),
  );
});

test("the policyholder's link leaves the URL, and only a pressed button answers", async () => {
  const { holder, driver, ask } = await askedDriver();
  await ask(driver.email);
  const link = await linkTo(holder.email);
  const user = createPortalUser(testApi, { language: "en" });
  const path = `${link.pathname}${link.search}`;
  expect(await atPortal(user, loader as never, { path })).toEqual(redirected("/household-request"));
  for (let opened = 0; opened < 2; opened += 1)
    expect(await pageOf(user)).toMatchObject({ status: 200, page: { kind: "open", driver: driver.policy.firstName } });
  await atPortal(user, action as never, { path: "/household-request", form: { answer: "anything" } });
  expect((await pageOf(user)).page.kind).toBe("open");
  expect(await atPortal(user, action as never, { path: "/household-request", form: { answer: "approve" } })).toEqual(
    redirected("/household-request"),
  );
  expect((await pageOf(user)).page).toEqual({ kind: "approved" });
  const unknownUser = createPortalUser(testApi);
  expect(await pageOf(unknownUser)).toEqual({ status: 404, page: { kind: "unknown" } });
});

test("the signed-in policyholder is sent to the request from the first page, and refuses it", async () => {
  const { accountId, driver, ask } = await askedDriver();
  await ask(driver.email);
  const user = createPortalUser(testApi);
  user.cookies.set("PD-H-SESSION-ID", (await openSession(testApi, accountId)).gatewaySession);
  const headers = { "iv-user": "maelle@courrier.example" };
  const open = () => atPortal(user, overview.loader as never, { path: "/account", headers });
  const page = { path: "/account/household", headers };
  const list = () => atPortal<{ requests: { id: string }[] }>(user, household.loader as never, page);
  expect(await open()).toMatchObject({ data: { hasHouseholdRequest: true } });
  const listed = await list();
  expect(listed).toMatchObject({ data: { requests: [{ driver: driver.policy.firstName }] } });
  const [request] = listed.kind === "rendered" ? listed.data.requests : [];
  const form = { answer: "refuse", id: request?.id ?? "" };
  expect(await atPortal(user, household.action as never, { ...page, form })).toEqual(redirected("/account/household"));
  expect(await list()).toMatchObject({ data: { requests: [], flash: "refused" } });
  expect(await atPortal(user, household.action as never, { ...page, form })).toEqual(redirected("/account/household"));
  expect(await list()).toMatchObject({ data: { requests: [], flash: "refused" } });
  expect(await open()).toMatchObject({ data: { hasHouseholdRequest: false } });
});
