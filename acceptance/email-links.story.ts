import type { IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import { accountEmailOf, newEmailOf, oldPassword, type Person, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import {
  arrivesAfterReset,
  birthFacts,
  choosePassword,
  newPassword,
  paths,
  requestReset,
  signInFromConfirmation,
} from "./registering.ts";
import { serviceCredential } from "./servers.ts";

const first = "/registration/account-creation/password";
const expired = "/roadblock/token-expired";
const inbox = "/check-your-inbox";

/** Orders a link for a person of the book, like the insurer's own system; returns its URL. */
async function linkFor(portal: Portal, person: Person, action: IssuedLinkAction): Promise<string | null> {
  const { policyNumber, company, role } = person;
  const response = await portal.page.request.post("/internal/v1/links", {
    headers: { authorization: `Bearer ${serviceCredential}` },
    data: { policyNumber, company, role: Number(role), action, src: "crm3" },
  });
  expect(response.status()).toBe(201);
  const { url } = (await response.json()) as { url: string };
  return url;
}

async function chooseFirst(portal: Portal, facts: Record<string, string>): Promise<void> {
  await portal.isAt(first);
  await portal.fill({ ...facts, password: newPassword, passwordConfirmation: newPassword });
  await portal.choose("terms");
  await portal.send("password");
}

story(
  "a link creates the account of a policyholder, then of a driver, and signs in",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const holder = personOf("linkFirst", browserProfile);
    const link = await linkFor(portal, holder, "DEFPWD_REGISTER");
    await portal.followElsewhere(link);
    await chooseFirst(portal, { ...birthFacts(holder), postalCode: "k1a 0b1" });
    await portal.says(portal.words("fields:dob.wrong"));
    await chooseFirst(portal, { ...birthFacts(holder), postalCode: holder.postalCode });
    await portal.isAt(paths.confirmation);
    await signInFromConfirmation(portal, holder);

    await portal.followElsewhere(link);
    await portal.isAt(expired);

    const driver = personOf("linkDriver", browserProfile);
    await portal.followElsewhere(await linkFor(portal, driver, "DEFPWD_REGISTER"));
    await chooseFirst(portal, { phone: driver.cellPhone });
    await portal.isAt(paths.confirmation);
    await signInFromConfirmation(portal, driver);
  },
);

story(
  "a new e-mail gets its link; an expired one leads to the inbox page, which sends another",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const person = personOf("linkUsername", browserProfile);
    const email = newEmailOf("linkUsername", browserProfile);
    await portal.followElsewhere(await linkFor(portal, person, "ASKUSERNAME"));
    await portal.isAt("/registration/account-creation/new-email");
    await portal.fill({ email, emailConfirmation: email });
    await portal.send("email");
    await portal.isAt("/registration/account-creation/email-sent");
    await portal.says(email);
    const { link: early } = await portal.newestLetter(email);
    await portal.press("policyNumberRegistration:emailSent.again");
    await portal.says(portal.words("policyNumberRegistration:emailSent.sentAgain"));
    await portal.newestLetter(email, 1);

    await portal.followElsewhere(early);
    await portal.isAt(expired);
    await portal.press("roadblock:exit.newLink");
    await portal.isAt(inbox);
    await portal.newestLetter(email, 2);
    await portal.press("link:inbox.again");
    await portal.says(portal.words("link:inbox.askedAgain"));
    const { link: fresh } = await portal.newestLetter(email, 3);

    await portal.followElsewhere(fresh);
    await chooseFirst(portal, { ...birthFacts(person), postalCode: person.postalCode });
    await portal.isAt(paths.confirmation);
    await portal.says(email);
    await signInFromConfirmation(portal, person);
  },
);

story(
  "a link that asks for the account's password signs in with it",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const person = personOf("linkPassword", browserProfile);
    await portal.followElsewhere(await linkFor(portal, person, "ASKPASSWORD"));
    await portal.isAt("/registration/password-validation");
    const facts = { ...birthFacts(person), postalCode: person.postalCode };
    await portal.fill({ ...facts, loginPassword: newPassword });
    await portal.send("loginPassword");
    await portal.says(portal.words("fields:loginPassword.wrong"));
    await portal.fill({ ...facts, loginPassword: oldPassword });
    await portal.send("loginPassword");
    if (portal.isPlain) await portal.press("common:continue");
    await portal.isAt("/account");
  },
);

story(
  "a password forgotten in one browser is reset by the link in another",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("linkForgotten", browserProfile);
    await requestReset(portal, email);
    await portal.followElsewhere((await portal.newestLetter(email)).link);
    await portal.isAt("/reset");
    const { postalCode } = personOf("linkForgotten", browserProfile);
    await choosePassword(portal, { postalCode });
    await arrivesAfterReset(portal);
  },
);
