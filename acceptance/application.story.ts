import { accountEmailOf, oldPassword, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import {
  choosePassword,
  createAccount,
  enterCode,
  personFor,
  requestReset,
  signIn,
  startRegistration,
  submitEmail,
} from "./registering.ts";

const application = "/demo/application";

/** Follows the application's button to the login page, in the story's language. */
async function leaveApplication(portal: Portal): Promise<void> {
  await portal.page.goto(`${application}?language=${portal.language}`);
  await portal.page.getByRole("link", { name: portal.words("demo:application.login") }).click();
  await portal.isAt("/");
  await portal.asks("login:title");
}

/** The application has no script that a story could wait for. */
async function isAtApplication({ page }: Portal): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === application);
}

async function isBack(portal: Portal, email: string): Promise<void> {
  await isAtApplication(portal);
  await expect(portal.page.getByRole("heading", { level: 1 })).toHaveText(
    portal.words("demo:application.signedIn.title"),
  );
  await expect(portal.main).toContainText(email);
}

story(
  "a person comes from an application, logs in and is back there, signed in, until they log out",
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("fromApplication", browserProfile);
    await leaveApplication(portal);
    await signIn(portal, { email, password: oldPassword });
    await isBack(portal, email);

    await portal.page.getByRole("link", { name: portal.words("demo:application.logout") }).click();
    await portal.page
      .getByRole("button", { name: portal.words("account:signOut") })
      .first()
      .click();
    await isAtApplication(portal);
    await expect(portal.page.getByRole("heading", { level: 1 })).toHaveText(portal.words("demo:application.title"));
    await portal.page.goto("/account");
    await portal.isAt("/");
  },
);

story("a person comes from an application, registers and is back there, signed in", async ({ portal }) => {
  const person = personFor(portal, "fromApplicationNew");
  await leaveApplication(portal);
  await startRegistration(portal);
  await submitEmail(portal, person.email);
  await enterCode(portal, await portal.codeFor(person.email));
  await createAccount(portal);
  await portal.press("registration:confirmation.enter");
  if (portal.isPlain) await portal.press("common:continue");
  await isBack(portal, person.email);
});

story(
  "a person comes from an application, chooses a new password and is back there, signed in",
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("fromApplicationReset", browserProfile);
    await leaveApplication(portal);
    await requestReset(portal, email);
    await enterCode(portal, await portal.codeFor(email), "/verify");
    const { postalCode } = personOf("fromApplicationReset", browserProfile);
    await choosePassword(portal, { postalCode });
    if (portal.isPlain) await portal.press("common:continue");
    await isBack(portal, email);
  },
);
