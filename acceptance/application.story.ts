import { openOtherSite, otherSite, partner } from "./other-site.ts";
import { accountEmailOf, oldPassword, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import {
  choosePassword,
  createAccount,
  enterCode,
  personFor,
  requestReset,
  signIn,
  signUp,
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
  { tag: "@plain" },
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

story(
  "a signed-in person gives a second proof before the application changes their bank account, and only once",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("bankAccount", browserProfile);
    const { cellPhone } = personOf("bankAccount", browserProfile);
    const press = async (key: "policy" | "bank-account") => {
      await portal.page.getByRole("link", { name: portal.words(`demo:application.${key}`) }).click();
    };
    const isShown = async (key: "policy" | "bank-account") => {
      await expect(portal.page).toHaveURL((url) => url.pathname === `${application}/${key}`);
      await expect(portal.main.getByRole("heading", { level: 1 })).toHaveText(
        portal.words(`demo:application.${key}.title`),
      );
    };
    await leaveApplication(portal);
    await signIn(portal, { email, password: oldPassword });
    await isBack(portal, email);
    await press("policy");
    await isShown("policy");

    await press("bank-account");
    await portal.isAt("/two-factor");
    await portal.says(portal.words("twoFactor:why.application"));
    await enterCode(portal, await portal.codeFor(cellPhone), "/two-factor");
    await isShown("bank-account");
    await press("policy");
    await isShown("policy");
    await press("bank-account");
    await isShown("bank-account");
    expect(await portal.lettersTo(cellPhone)).toHaveLength(1);
  },
);

story(
  "a person sees in the account what an application sees, and ends its access",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("endsApplication", browserProfile);
    await leaveApplication(portal);
    await signIn(portal, { email, password: oldPassword });
    await isBack(portal, email);
    await portal.goTo("/account/applications");
    await portal.asks("account:applications.title");
    await portal.says(portal.words("account:applications.sees.policies"));
    await portal.hasNoBarrier();
    await portal.main.locator(".account-card summary").click();
    await portal.says(portal.words("account:applications.returns"));
    await portal.hasNoBarrier();
    await portal.main.locator(".account-card button").click();
    await portal.says(portal.words("account:applications.done.ended"));
    await portal.says(portal.words("account:applications.none"));
    await portal.goTo("/account/activity");
    await portal.says(portal.words("security:did.applicationEnded"));
  },
);

story(
  "a person opens the account from an application whose session at the portal is over, without another login",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("handsOver", browserProfile);
    await leaveApplication(portal);
    await signIn(portal, { email, password: oldPassword });
    await isBack(portal, email);
    await portal.page.context().clearCookies({ name: /^PD-[HS]-SESSION-ID$/ });
    await portal.page.getByRole("link", { name: portal.words("demo:application.account") }).click();
    await portal.isAt("/account");
    await portal.says(personOf("handsOver", browserProfile).firstName.split("-")[0] ?? "");
  },
);

story(
  "a person who gives a second proof comes back to an app on their device",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const site = await openOtherSite();
    const { cellPhone } = personOf("fromOtherSite", browserProfile);
    const query = { redirect_uri: `http://127.0.0.1:${site.port}/callback`, acr_values: "urn:vestibule:two-factor" };
    await portal.page.goto(authorizationUrl(portal, query));
    await portal.waitUntilReady();
    await signIn(portal, { email: accountEmailOf("fromOtherSite", browserProfile), password: oldPassword });
    await portal.isAt("/two-factor");
    await enterCode(portal, await portal.codeFor(cellPhone), "/two-factor");
    await expect(portal.page).toHaveURL(`http://other-site.localhost:${site.port}/done`);
    await site.end();
  },
);

for (const mode of ["query", "form_post"])
  story(
    `a person comes from an app on their device, whose callback by ${mode} redirects on to another host, and logs out there`,
    async ({ portal, browserProfile }) => {
      const site = await openOtherSite();
      const callback = `http://127.0.0.1:${site.port}/callback`;
      await portal.page.goto(authorizationUrl(portal, { redirect_uri: callback, response_mode: mode }));
      await portal.waitUntilReady();
      await signIn(portal, { email: accountEmailOf("fromOtherSite", browserProfile), password: oldPassword });
      if (portal.isPlain && mode === "form_post") await portal.page.getByRole("button").first().click();
      await expect(portal.page).toHaveURL(`http://other-site.localhost:${site.port}/done`);
      expect(site.received[0]?.get("code")).toBeTruthy();

      await portal.page.goto(signOutUrl(portal, { post_logout_redirect_uri: callback }));
      await portal.page
        .getByRole("button", { name: portal.words("account:signOut") })
        .first()
        .click();
      await expect(portal.page).toHaveURL(`http://other-site.localhost:${site.port}/done`);
      expect(site.received[1]?.get("state")).toBe("kept-state");
      await site.end();
    },
  );

story(
  "a person refuses an application of another company, then allows it, and is not asked again",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const site = await openOtherSite();
    const query = { client_id: partner.id, redirect_uri: `http://127.0.0.1:${site.port}/callback` };
    const url = authorizationUrl(portal, query);
    const isDone = () => expect(portal.page).toHaveURL(`http://other-site.localhost:${site.port}/done`);
    const answer = (key: "allow" | "refuse") =>
      portal.page
        .getByRole("button", { name: portal.words(`gateway:application.consent.${key}`), exact: true })
        .click();

    await portal.page.goto(url);
    await portal.waitUntilReady();
    await signIn(portal, { email: accountEmailOf("consents", browserProfile), password: oldPassword });
    const name = partner.client.name[portal.language];
    await expect(portal.page.getByRole("heading", { level: 1 })).toHaveText(
      portal.words("gateway:application.consent.title", { name }),
    );
    await expect(portal.main).toContainText(portal.words("account:applications.sees.email"));
    await portal.page.emulateMedia({ forcedColors: "active" });
    for (const button of await portal.main.getByRole("button").all())
      await expect(button).not.toHaveCSS("border-block-start-width", "0px");
    await portal.page.emulateMedia({ forcedColors: "none" });
    await answer("refuse");
    await isDone();
    expect(site.received[0]?.get("error")).toBe("access_denied");

    await portal.page.goto(url);
    await answer("allow");
    await isDone();
    await portal.page.goto(url);
    await isDone();
    expect(site.received.slice(1).map((parameters) => parameters.has("code"))).toEqual([true, true]);
    await portal.goTo("/account/applications");
    await portal.says(name);
    await portal.says(portal.words("account:applications.otherCompany"));
    await site.end();
  },
);

/** Starts a sign-in as the other site does; the code is not exchanged, so any challenge will do. */
function authorizationUrl({ language }: Portal, parameters: Record<string, string>): string {
  const query = new URLSearchParams({
    client_id: otherSite.id,
    response_type: "code",
    scope: "openid email",
    state: "kept-state",
    ui_locales: language,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...parameters,
  });
  return `/oidc/authorize?${query}`;
}

function signOutUrl({ language }: Portal, parameters: Record<string, string>): string {
  const query = { client_id: otherSite.id, state: "kept-state", ui_locales: language, ...parameters };
  return `/oidc/logout?${new URLSearchParams(query)}`;
}

story(
  "a person comes from an application, registers and is back there, signed in",
  { tag: "@nightly" },
  async ({ portal }) => {
    const person = personFor(portal, "fromApplicationNew");
    await leaveApplication(portal);
    await signUp(portal);
    await submitEmail(portal, person.email);
    await enterCode(portal, await portal.codeFor(person.email));
    await createAccount(portal);
    await portal.press("registration:confirmation.enter");
    if (portal.isPlain) await portal.press("common:continue");
    await isBack(portal, person.email);
  },
);

story(
  "a person comes from an application, chooses a new password and is back there, signed in",
  { tag: "@nightly" },
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
