import { listOutbox } from "@vestibule/api/messages/outbox.adapter.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { expect, test } from "vitest";
import { newPerson, type TestPerson } from "../../../../../test/registration.ts";
import { openPortal, type Page, PortalBrowser, visibleText } from "../../../test/portal-browser.ts";
import { policyForm } from "../../../test/registering.ts";

const { testApi, portal } = await openPortal();

const inNovaScotia = { cell_phone: null, province: "ns", postal_code: "B3H1A1" } as const;
const identification = flow.EMAIL_IDENTIFICATION.path;

async function atIdentification() {
  const browser = new PortalBrowser(portal);
  await browser.open("/?language=en");
  await browser.post("/create-an-account/start", {});
  await browser.open(flow.ACCOUNT_TYPE.path);
  await browser.post(flow.ACCOUNT_TYPE.path, { accountType: "policyHolder" });
  return browser;
}

const timeAfter = (text: string, words: string) =>
  new RegExp(`${words} (\\S+\\s[ap]\\.m\\.|noon|midnight)(?: \\(([\\w ]+)\\))?`).exec(text)?.slice(1) ?? [];

async function messageTo(person: TestPerson) {
  const messages = await listOutbox(testApi.database, testApi.deps.brands, { limit: 20 });
  return timeAfter(messages.find(({ to }) => to === person.email)?.text ?? "", "until");
}

const pageTime = (page: Page) => timeAfter(visibleText(page), "The code works until");

test("the code page and the message show the same time and zone to a person found by e-mail", async () => {
  const person = await newPerson(testApi, inNovaScotia);
  const browser = await atIdentification();
  await browser.post(identification, { email: person.email, accountType: "policyHolder" });
  const [time, zone] = pageTime(await browser.open(flow.VERIFY_CODE.path));
  expect(zone).toBe("Eastern Time");
  expect(await messageTo(person)).toEqual([time, zone]);
});

test("the code page and the message show the same time to a person whose postal code set the province", async () => {
  const person = await newPerson(testApi, inNovaScotia);
  const browser = await atIdentification();
  await browser.post(identification, { method: "policyNumber" });
  await browser.post(identification, policyForm(person));
  const [time] = pageTime(await browser.open(flow.VERIFY_CODE.path));
  expect(time).toBeDefined();
  expect(await messageTo(person)).toEqual([time, "Atlantic Time"]);
});
