import { newEmailOf } from "./people.ts";
import { expect, story } from "./portal.ts";
import {
  birthFacts,
  createAccount,
  enterCode,
  newPassword,
  paths,
  personFor,
  policyFacts,
  signIn,
  signInFromConfirmation,
  startRegistration,
  submitEmail,
} from "./registering.ts";

story(
  "a policyholder registers by e-mail, is signed in, and signs in again later",
  { tag: "@both" },
  async ({ portal }) => {
    const person = personFor(portal, "email");
    const historyLength = () => portal.page.evaluate(() => history.length);
    await startRegistration(portal);
    const atFirstQuestion = await historyLength();
    await submitEmail(portal, person.email.toUpperCase());
    await enterCode(portal, await portal.codeFor(person.email));
    await createAccount(portal);
    // One entry for the code, the password and the confirmation each.
    expect(await historyLength()).toBe(atFirstQuestion + 3);
    await portal.page.goBack();
    await portal.isAt("/");
    await portal.page.goto(paths.confirmation);
    await portal.isAt(paths.confirmation);
    expect((await portal.newestLetter(person.email, 1)).code).toBeNull();
    await portal.page.reload();
    await portal.isAt(paths.confirmation);
    await signInFromConfirmation(portal, person);

    await portal.follow("account:signOut");
    await portal.isAt("/");
    await signIn(portal, { email: person.email, password: newPassword });
    await portal.isAt("/account");
  },
);

story(
  "a policyholder registers by policy number and a text message",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const person = personFor(portal, "policySms");
    const email = newEmailOf("policySms", browserProfile);
    await startRegistration(portal);
    await submitEmail(portal, email);
    await portal.asks("registration:identification.policy.instead.title");
    await portal.fill(policyFacts(person));
    await portal.send("policyNumber");
    await enterCode(portal, await portal.codeFor(person.cellPhone));
    await portal.asks("registration:username.ask.title");
    await submitEmail(portal, email);
    await enterCode(portal, await portal.codeFor(email));
    await createAccount(portal);
    await signInFromConfirmation(portal, person);
  },
);

story(
  "an additional driver found by e-mail verifies the other facts and registers",
  { tag: "@plain" },
  async ({ portal }) => {
    const person = personFor(portal, "driver");
    await startRegistration(portal, "insuredDriver");
    await submitEmail(portal, person.email);
    await enterCode(portal, await portal.codeFor(person.email));
    await portal.asks("registration:identification.driver.title");
    await portal.fill({
      driverLicenseProvince: "qc",
      driverLicense: person.licenceNumber,
      ...birthFacts(person),
      postalCode: person.postalCode,
    });
    await portal.send("driverLicense");
    await createAccount(portal);
    await signInFromConfirmation(portal, person);
  },
);

story("a policyholder with a PIN registers with it", { tag: "@plain" }, async ({ portal, browserProfile }) => {
  const person = personFor(portal, "pin");
  const email = newEmailOf("pin", browserProfile);
  await startRegistration(portal);
  await submitEmail(portal, email);
  await portal.asks("registration:identification.policy.instead.title");
  await portal.fill(policyFacts(person));
  await portal.send("policyNumber");
  await portal.asks("registration:code.title.pin");
  await portal.fill({ securityPin: person.pin.toLowerCase() });
  if (portal.isPlain) await portal.send("securityPin");
  await portal.asks("registration:username.ask.title");
  await submitEmail(portal, email);
  await enterCode(portal, await portal.codeFor(email));
  await createAccount(portal);
  await signInFromConfirmation(portal, person);
});

story(
  "wrong codes end in a roadblock with a telephone number, and its page does not lead back in",
  { tag: "@plain" },
  async ({ portal }) => {
    const person = personFor(portal, "wrongCodes");
    await startRegistration(portal);
    await submitEmail(portal, person.email);
    const right = await portal.codeFor(person.email);
    await portal.isAt(paths.code);
    const refused = portal.field("securityCode").and(portal.page.locator("[aria-invalid=true]"));
    const cleared = portal.main.locator(".code-boxes span:first-child[data-next=true]");
    const telephone = portal.main.locator('a.tile[href^="tel:"]');
    for (let attempt = 0; attempt < 6 && !(await telephone.isVisible()); attempt++) {
      await enterCode(portal, right === "000000" ? "000001" : "000000");
      await expect(refused.or(telephone)).toBeVisible();
      await expect(cleared.or(telephone)).toBeVisible();
    }
    await portal.isAt("/create-an-account/roadblock/identity-verification");
    await expect(telephone).toBeVisible();
    await portal.page.goto(paths.code);
    await portal.isAt(paths.accountType);
  },
);
