import { limits } from "@vestibule/catalogue/limit.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { newHolder } from "../../../../test/recovery.ts";
import { newPerson } from "../../../../test/registration.ts";
import { supportDeskOf } from "../../../../test/support-desk.ts";
import { type Page, PortalBrowser, wholePortal } from "../../test/portal-browser.ts";
import { policyForm } from "../../test/registering.ts";

let browser: PortalBrowser;
const testApi = await openTestApi();

const identification = "/registration/identification";
const fresh = async () => {
  browser = new PortalBrowser(await wholePortal(testApi));
};

/** The digits of the reference that a page shows. */
function digitsOn({ main }: Page): string {
  const shown = /\d{3}\s\d{3}\s\d{3}/.exec(main.replaceAll("&nbsp;", " ").replace(/<[^>]+>/g, ""))?.[0];
  if (shown === undefined) throw new Error("no reference is shown");
  return shown.replace(/\s/g, "");
}

/** A reference created on demand, from "Need help?" on a page. */
const referenceOn = async (page: string) => digitsOn(await browser.post("/help", { page }));
const caseOf = (code: string) => supportDeskOf(testApi).caseOf(code);

test("links a reference to a registration by policy number that starts later in this browser", async () => {
  await fresh();
  const code = await referenceOn("/");
  expect((await caseOf(code)).journey).toBeUndefined();
  await browser.open(identification);
  const next = await browser.post(identification, policyForm(await newPerson(testApi)));
  expect(next.location).toContain("/registration/");
  expect((await caseOf(code)).journey).toMatchObject({ kind: "policyNumberRegistration", state: "open" });
});

test("lists each mismatched fact for a reference on the roadblock that ends the lookups", async () => {
  await fresh();
  const person = await newPerson(testApi);
  let response: Page | undefined;
  for (let turn = 0; turn < limits.lookupMissJourney.limit; turn++)
    response = await browser.post(identification, policyForm(person, { postalCode: "G1R 4S9" }));
  const supportCase = await caseOf(digitsOn(await browser.open(response?.location ?? "")));
  expect(supportCase.roadblock).toBe("registration-difficulties");
  expect(supportCase.steps.flatMap(({ mismatch }) => mismatch ?? [])).toEqual([
    "postalCode",
    "postalCode",
    "postalCode",
  ]);
});

test("links a reference to the account of a login attempted later", async () => {
  await fresh();
  const code = await referenceOn("/");
  await browser.post("/", { email: (await newHolder(testApi)).accountEmail, loginPassword: "Grand-Vent-42" });
  expect(await caseOf(code)).toMatchObject({ journey: { kind: "signIn" }, account: "active" });
});

test("sets no session cookie while pages are only read", async () => {
  await fresh();
  for (const path of ["/", "/help", identification]) await browser.open(path);
  expect([...browser.cookies.keys()]).not.toContain("portal");
});
