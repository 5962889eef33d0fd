import { accountEmailOf, newEmailOf, oldPassword, personOf } from "./people.ts";
import { expect, story } from "./portal.ts";
import { enterCode, newPassword, openAccount, signIn } from "./registering.ts";

story(
  "a signed-in person sees their policies, changes the e-mail by a code, and undoes it from the old mailbox",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("accountEmail", browserProfile);
    const newEmail = newEmailOf("accountEmail", browserProfile);
    await openAccount(portal, "accountEmail");
    await portal.follow("account:policies.title");
    await portal.isAt("/account/policies");
    await portal.says(personOf("accountEmail", browserProfile).policyNumber.slice(-2));
    await portal.main.locator('a[href="/account"]:visible').first().click();
    await portal.isAt("/account");

    await portal.follow("account:sign-in.title");
    await portal.follow("account:email.title");
    await portal.isAt("/account/email");
    await portal.fill({ email: newEmail });
    await portal.send("email");
    await enterCode(portal, await portal.codeFor(newEmail), "/account/email-code");
    await portal.isAt("/account/sign-in");
    await portal.says(portal.words("account:sign-in.emailChanged"));
    await portal.says(newEmail);

    const { link } = await portal.newestLetter(email);
    const { searchParams } = new URL(link ?? "");
    searchParams.set("language", portal.language);
    await portal.page.context().clearCookies();
    await portal.page.goto(`/undo-email?${searchParams}`);
    await portal.isAt("/undo-email");
    expect(portal.page.url()).not.toContain(searchParams.get("change"));
    await portal.press("undoEmail:open.submit");
    await portal.asks("undoEmail:undone.title");
    await portal.follow("undoEmail:undone.next");
    await portal.isAt("/forgot");
  },
);

story(
  "a new password needs the present one; the session stays and the old password no longer works",
  { tag: "@plain" },
  async ({ portal }) => {
    await openAccount(portal, "accountPassword");
    await portal.follow("account:sign-in.title");
    await portal.follow("account:password.title");
    await portal.isAt("/account/password");
    const passwords = { password: newPassword, passwordConfirmation: newPassword };
    await portal.fill({ ...passwords, loginPassword: newPassword, password: `${newPassword}?` });
    await portal.send("loginPassword");
    await portal.says(portal.words("fields:passwordConfirmation.match"));
    await portal.fill({ password: newPassword });
    // With JavaScript, the correction of either password removes the error.
    if (!portal.isPlain) await expect(portal.field("passwordConfirmation")).not.toHaveAttribute("aria-invalid", "true");
    await portal.fill({ loginPassword: newPassword, ...passwords });
    await portal.send("loginPassword");
    await portal.says(portal.words("fields:loginPassword.wrong"));
    await portal.fill({ loginPassword: oldPassword, ...passwords });
    await portal.send("loginPassword");
    await portal.isAt("/account/sign-in");
    await portal.says(portal.words("account:sign-in.passwordChanged"));

    await portal.page.context().clearCookies();
    await openAccount(portal, "accountPassword", newPassword);
  },
);

story(
  "a person sees how we reach them; a language chosen while signed in follows them to another device",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const person = personOf("accountLocale", browserProfile);
    await openAccount(portal, "accountLocale");
    await portal.follow("account:contact.title");
    await portal.isAt("/account/contact");
    for (const contact of [person.cellPhone, person.postalCode]) {
      await portal.says(contact.slice(-2).split("").join("\u00a0"));
      await expect(portal.main).not.toContainText(contact.slice(-3));
    }
    const [own, other] = portal.language === "fr" ? (["fr", "en"] as const) : (["en", "fr"] as const);
    await portal.switchLanguage(other);
    await portal.says(portal.words(`account:contact.language.${other}`));

    await portal.page.context().clearCookies();
    portal.language = own;
    await portal.goTo("/");
    await signIn(portal, { email: accountEmailOf("accountLocale", browserProfile), password: oldPassword });
    portal.language = other;
    await portal.isAt("/account");
    await portal.goTo("/help");
  },
);

story("the link back to the account stays in its place from page to page", { tag: "@plain" }, async ({ portal }) => {
  const heights = new Set<number | undefined>();
  for (const screen of ["policies", "policies-none", "contact", "proof", "sessions", "activity"]) {
    await portal.open(`/demo/screens/account-${screen}`);
    const back = portal.main.locator('a[href="/account"]:visible').first();
    heights.add((await back.boundingBox())?.y);
  }
  expect(heights.size).toBe(1);
});
