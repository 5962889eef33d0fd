import { findAccountByEmail } from "@vestibule/api/accounts/account.store.ts";
import { issueLinkFor } from "@vestibule/api/flows/email-link/issue-link.ts";
import type { OptionType } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../test/open-test-api.ts";
import { newestReset, Recoverer } from "../../../test/recovery.ts";
import { codeSentTo, Visitor } from "../../../test/registration.ts";
import { readDemoPeople } from "./demo-people.adapter.ts";
import { findUseCases, type PersonRow } from "./find-use-cases.rule.ts";
import { parseLinkOrder } from "./guide-actions.route.ts";
import { loadDemo } from "./load-demo.ts";
import { type UseCaseId, useCases } from "./use-case.table.ts";

const testApi = await openTestApi();
await loadDemo(testApi.deps);
const found = findUseCases((await readDemoPeople({ brands: testApi.deps.brands })).people);

/** Starts a registration as a person of the book, with their brand and role. */
async function arrive({ person, row }: PersonRow): Promise<Visitor> {
  const caller = { apiKey: person.brand.id, province: row.province, language: row.language ?? ("en" as const) };
  return new Visitor(testApi.apis, caller).start(row.role === 80 ? "insuredDriver" : "policyHolder");
}

async function byEmail(part: PersonRow): Promise<Visitor> {
  const visitor = await arrive(part);
  await visitor.call("identify", { email: part.row.email ?? "" });
  return visitor;
}

async function byPolicy(part: PersonRow, licence = {}) {
  const { policyNumber, firstName, lastName, dateOfBirth, postalCode } = part.row;
  const visitor = await arrive(part);
  await visitor.call("identify", { method: "policyNumber" });
  const facts = { policyNumber, firstName, lastName, dateOfBirth, postalCode: postalCode ?? "", ...licence };
  return { visitor, result: await visitor.call("identify", facts) };
}

async function optionsOf(visitor: Visitor) {
  const result = await visitor.call("options");
  return result.kind === "ok" ? result.data : [];
}

/** Selects a channel where there is a choice, and enters the code received, or the PIN. */
async function prove(visitor: Visitor, { row }: PersonRow, channel: OptionType): Promise<Page> {
  if (visitor.page() === "VERIFY_OPTIONS") {
    const option = (await optionsOf(visitor)).find(({ type }) => type === channel);
    await visitor.call("send", option?.id ?? "");
  }
  const recipient = channel === "SMS" ? row.cellPhone : row.email;
  await visitor.verify(channel === "PIN" ? (row.pin ?? "") : await codeSentTo(testApi, recipient ?? ""));
  return visitor.page();
}

/** Runs a use case with each of its people; fails when it has none. */
function testUseCase(useCase: UseCaseId, title: string, steps: (part: PersonRow) => Promise<void>) {
  test(`${useCase}: ${title}`, async () => {
    const parts = found.get(useCase) ?? [];
    expect(parts).not.toEqual([]);
    for (const part of parts) await steps(part);
  });
}

testUseCase("severalChannels", "the email leads to a choice of channels", async (part) => {
  expect((await byEmail(part)).page()).toBe("VERIFY_OPTIONS");
});

testUseCase("oneChannel", "the email leads to the code at once, and the code to the account", async (part) => {
  const visitor = await byEmail(part);
  expect(visitor.page()).toBe("VERIFY_CODE");
  expect(await prove(visitor, part, "EMAIL")).toBe("CREATE");
});

testUseCase("severalPolicies", "the email leads to a choice among policies", async (part) => {
  expect((await byEmail(part)).page()).toBe("MULTIPLE_PROFILES");
});

testUseCase("policiesAlike", "the email leads to the policy number", async (part) => {
  expect((await byEmail(part)).page()).toBe("POLICY_IDENTIFICATION");
});

testUseCase("notByEmail", "the policy number and a text lead to a form for any email", async (part) => {
  const { visitor } = await byPolicy(part);
  expect(await prove(visitor, part, "SMS")).toBe("ASK_USERNAME");
});

testUseCase("confirmEmail", "a text leads to the email on file, to be confirmed", async (part) => {
  const { visitor } = await byPolicy(part);
  expect(await prove(visitor, part, "SMS")).toBe("CONFIRM_USERNAME");
});

testUseCase("emailTaken", "the code leads to a form for another email", async (part) => {
  const { visitor } = await byPolicy(part);
  const channel = visitor.page() === "VERIFY_OPTIONS" && part.row.cellPhone ? "SMS" : "EMAIL";
  expect(await prove(visitor, part, channel)).toBe("ASK_USERNAME");
});

testUseCase("licenceOnFile", "another licence is refused", async (part) => {
  const { result } = await byPolicy(part, { driverLicense: "ZZ99999", driverLicenseProvince: "other" });
  expect(result).toMatchObject({ kind: "error", error: { error: "DRIVE_LICENSE_NUMBER_NOT_FOUND" } });
});

testUseCase("driverByEmail", "the code leads to three facts, and the facts lead to the next page", async (part) => {
  const { row } = part;
  const visitor = await byEmail(part);
  expect(await prove(visitor, part, "EMAIL")).toBe("ADDITIONAL_DRIVER_PROFILE");
  const driver = { driverLicense: row.licenceNumber ?? "", driverLicenseProvince: row.licenceProvince ?? "other" };
  const facts = { ...driver, dateOfBirth: row.dateOfBirth, postalCode: row.postalCode ?? "" };
  expect(await visitor.call("identify", facts)).toMatchObject({ kind: "ok" });
  expect(visitor.page()).toBe("CREATE");
});

testUseCase("driverByPolicy", "the policy number leads to a code", async (part) => {
  expect((await byPolicy(part)).visitor.claims().step).toBe("VERIFY");
});

testUseCase("bothRoles", "the account has both roles", async (part) => {
  const visitor = await byEmail(part);
  expect(await prove(visitor, part, "EMAIL")).toBe("CREATE");
  expect(await visitor.call("accountInfo")).toMatchObject({ data: { role: [40, 80] } });
});

testUseCase("pinAlone", "the PIN is typed in place of the code", async (part) => {
  const { visitor } = await byPolicy(part);
  expect(visitor.page()).toBe("VERIFY_CODE");
  expect(await prove(visitor, part, "PIN")).toBe("ASK_USERNAME");
});

testUseCase("nothingOnFile", "the page offers no channel for a code", async (part) => {
  const { visitor } = await byPolicy(part);
  expect(await optionsOf(visitor)).toEqual([]);
  expect(visitor.page()).toBe("VERIFY_OPTIONS");
});

testUseCase("mobileElsewhere", "a toll-free or foreign number receives no text", async (part) => {
  const { visitor } = await byPolicy(part);
  if (visitor.page() === "VERIFY_OPTIONS")
    expect((await optionsOf(visitor)).map(({ type }) => type)).not.toContain("SMS");
  expect(await codeSentTo(testApi, part.row.cellPhone ?? "")).toBe("");
});

testUseCase("legacyRegistryPolicy", "the policy number leads to registration by policy number", async (part) => {
  expect((await byPolicy(part)).visitor.page()).toBe("REDIRECT");
});

testUseCase("accountExists", "the policy number leads to the existing account", async (part) => {
  const { result } = await byPolicy(part);
  expect(result).toMatchObject({ kind: "error", error: { error: "ACCOUNT_ALREADY_EXISTS" } });
});

testUseCase("secondRole", "the code leads to the existing account", async (part) => {
  expect(await prove(await byEmail(part), part, "EMAIL")).toBe("WELCOME_BACK");
});

for (const [useCase, fact] of [
  ["forgotByPostalCode", "postalCode"],
  ["forgotByMobile", "cellPhone"],
] as const)
  testUseCase(useCase, `the code of the message leads to the ${fact}`, async ({ person, row }) => {
    const email = person.account?.email ?? "";
    const recoverer = new Recoverer(testApi);
    Object.assign(recoverer.caller, { apiKey: person.brand.id, province: row.province, language: row.language });
    const id = await recoverer.startReset(email);
    const { code } = await newestReset(testApi, email);
    expect(await recoverer.proven(id, code)).toMatchObject({ identityFact: fact });
  });

for (const useCase of ["linkCreate", "linkUsername", "linkPassword", "linkReset"] as const) {
  const { action, source } = useCases[useCase];
  testUseCase(useCase, `a link for ${action} is issued to the person`, async ({ person, row }) => {
    const { policyNumber, role } = row;
    const fields = {
      brand: person.brand.id,
      person: person.personKey,
      policyNumber,
      role: String(role),
      action,
      source,
    };
    const order = parseLinkOrder(fields, [person]);
    if (order === undefined) throw new Error("no order");
    const deps = { ...testApi.deps, originOf: () => "http://localhost:3000" };
    const ending = await issueLinkFor(deps, { ...order, actor: "operator:test", message: "sent" });
    expect(ending, `${row.firstName} ${row.lastName}`).toMatchObject({ kind: "issued" });
  });
}

test.each([
  ["temporaryPassword", "T"],
  ["lockedAccount", "L"],
  ["accountExists", "A"],
] as const)("%s: the account has the status %s", async (useCase, status) => {
  for (const { person } of found.get(useCase) ?? []) {
    const account = await findAccountByEmail(testApi.database, {
      brandId: person.brand.id,
      email: person.account?.email ?? "",
    });
    expect(account).toMatchObject({ status, personKey: person.personKey });
  }
});
