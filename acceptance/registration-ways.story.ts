import { accountEmailOf, newEmailOf, oldPassword, secondPolicyOf } from "./people.ts";
import { expect, Portal, story } from "./portal.ts";
import {
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
  submitPolicy,
} from "./registering.ts";

const emailQuestion = "registration:identification.email.title";

story("back leads from each page to the previous one", { tag: ["@branch", "@plain"] }, async ({ portal }) => {
  const person = personFor(portal, "back");
  await startRegistration(portal);
  await submitEmail(portal, person.email);
  await portal.asks("registration:options.title");
  await portal.pick(portal.words("registration:options.email"));
  await portal.send("codeOption");
  await portal.asks("registration:code.title");

  await portal.press("common:back");
  await portal.asks("registration:options.title");
  await portal.press("common:back");
  await portal.asks(emailQuestion);
  await expect(portal.field("email")).toHaveValue(person.email);
  await portal.press("registration:journey.usePolicyNumber");
  await portal.asks("registration:identification.policy.title");
  await portal.press("common:back");
  await portal.asks(emailQuestion);
  await portal.press("common:back");
  await portal.isAt(paths.accountType);
  await expect(portal.main.locator("[name=accountType]:checked")).toHaveValue("policyHolder");
});

story(
  "the browser's Back leads from the code to the account type, and on to the login page",
  { tag: "@both" },
  async ({ portal }) => {
    await startRegistration(portal);
    await submitEmail(portal, personFor(portal, "browserBack").email);
    await portal.isAt(paths.code);
    await portal.page.goBack();
    await portal.isAt(paths.accountType);
    await portal.page.goBack();
    await portal.isAt(paths.accountType);
    await portal.page.goBack();
    await portal.isAt("/");
  },
);

story("cancel ends the session and leads to the login page", { tag: ["@branch", "@plain"] }, async ({ portal }) => {
  await startRegistration(portal);
  await submitEmail(portal, personFor(portal, "cancel").email);
  await portal.isAt(paths.code);
  await portal.press("common:cancel");
  await portal.isAt("/");
  await portal.page.goto(paths.code);
  await portal.isAt(paths.accountType);
});

story(
  "the URL of a later page leads to the current page, the URL of an earlier one opens it",
  { tag: ["@branch", "@plain"] },
  async ({ portal }) => {
    await startRegistration(portal);
    await portal.page.goto(paths.create);
    await portal.asks(emailQuestion);
    await submitEmail(portal, personFor(portal, "chosenEmail").email);
    await portal.isAt(paths.code);
    await portal.page.goto(paths.confirmation);
    await portal.isAt(paths.code);
    await portal.page.goto(paths.accountType);
    await portal.isAt(paths.accountType);
  },
);

story(
  "the first tab follows the progress of a second tab",
  { tag: ["@branch", "@plain"] },
  async ({ portal, browserProfile }) => {
    const person = personFor(portal, "tabs");
    await startRegistration(portal);
    await submitEmail(portal, person.email);
    await portal.isAt(paths.code);
    const secondTab = new Portal(await portal.page.context().newPage(), browserProfile);
    await secondTab.open(paths.code);
    await enterCode(secondTab, await portal.codeFor(person.email));
    await secondTab.isAt(paths.create);

    await portal.fill({ securityCode: "123456" });
    if (portal.isPlain) await portal.send("securityCode");
    await portal.isAt(paths.create);
  },
);

story("a person with two policies chooses one and registers", { tag: "@plain" }, async ({ portal, browserProfile }) => {
  const person = personFor(portal, "profiles");
  const { year, policyNumber } = secondPolicyOf(browserProfile);
  const line = portal.words("registration:identification.profiles.line.home");
  await startRegistration(portal);
  await submitEmail(portal, person.email);
  await portal.asks("registration:identification.profiles.title");
  expect(await portal.main.innerText()).not.toContain(policyNumber);
  await portal.pick(portal.words("registration:identification.profiles.choice", { line, year }));
  await portal.send("profileOption");
  await enterCode(portal, await portal.codeFor(person.email));
  await createAccount(portal);
  await signInFromConfirmation(portal, person);
});

story(
  "a person with an account finds its e-mail and signs in with it",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const person = personFor(portal, "accountExists");
    const account = accountEmailOf("accountExists", browserProfile);
    await startRegistration(portal);
    await submitPolicy(portal, person);
    await portal.isAt(paths.welcomeBack);
    await portal.says(portal.words("registration:welcomeBack.lead.unproven"));
    expect(await portal.main.innerText()).not.toContain(account);
    await portal.press("registrationError:ACCOUNT_ALREADY_EXISTS.find");
    await enterCode(portal, await portal.codeFor(person.email));
    await portal.isAt(paths.welcomeBack);
    await portal.says(account);
    await portal.press("registration:welcomeBack.login");
    await portal.isAt("/");
    await expect(portal.field("email")).toHaveValue(account);
    await signIn(portal, { email: account, password: oldPassword });
    await portal.isAt("/account");
  },
);

story(
  "a handoff from smart registration shows what was typed and asks nothing twice",
  { tag: ["@branch", "@plain"] },
  async ({ portal, browserProfile }) => {
    const person = personFor(portal, "legacy");
    const typed = policyFacts(person);
    const email = newEmailOf("legacy", browserProfile);
    await startRegistration(portal);
    await submitEmail(portal, email);
    await portal.asks("registration:identification.policy.instead.title");
    await portal.fill(typed);
    await portal.send("policyNumber");
    await portal.isAt("/registration/identification");
    await portal.asks("policyNumberRegistration:handover.title");
    expect(new URL(portal.page.url()).search).toBe("");
    for (const detail of [person.policyNumber.slice(3), person.firstName, person.lastName, "1956", email])
      await portal.says(detail);
    await expect(portal.main.locator("input:visible, select:visible")).toHaveCount(0);

    await portal.press("policyNumberRegistration:handover.change");
    await portal.asks("policyNumberRegistration:identification.title");
    for (const name of ["policyNumber", "firstName", "lastName", "dobYear", "dobMonth", "dobDay"])
      await expect(portal.field(name)).toHaveValue(typed[name] ?? "");
    await portal.send("policyNumber");
    await portal.isAt("/registration/validation");
    await portal.page.goBack();
    await portal.asks("policyNumberRegistration:handover.title");
    await portal.press("common:continue");
    await portal.isAt("/registration/validation");
    await portal.pick(portal.words("registration:options.email"));
    await portal.send("codeOption");
    await portal.isAt("/registration/validation/email");
    await portal.fill({ securityCode: await portal.codeFor(person.email) });
    if (portal.isPlain) await portal.send("securityCode");

    await portal.isAt("/registration/account-creation/password");
    await portal.says("1956");
    await expect(portal.main.locator("[name=dobYear], [name=postalCode]")).toHaveCount(0);
    await portal.fill({ password: newPassword, passwordConfirmation: newPassword });
    await portal.choose("terms");
    await portal.send("password");
    await portal.isAt(paths.confirmation);
  },
);
