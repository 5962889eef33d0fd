import { accountEmailOf, newEmailOf, oldPassword, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { arrivesAfterReset, choosePassword, enterCode, newPassword, submitEmail } from "./registering.ts";

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Goes from the login page to the code page. */
async function requestCodeFor(portal: Portal, email: string): Promise<void> {
  await portal.open("/");
  await portal.follow("login:forgot");
  await portal.isAt("/forgot");
  await submitEmail(portal, email);
  await portal.isAt("/verify");
}

story(
  "a forgotten password is replaced by a code and the postal code",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("forgotten", browserProfile);
    await requestCodeFor(portal, email);
    await enterCode(portal, await portal.codeFor(email), "/verify");
    await portal.isAt("/reset");
    await choosePassword(portal, { postalCode: "k1a 0b1" });
    await portal.says(portal.words("fields:postalCode.wrong"));
    await expect(portal.page).toHaveTitle(new RegExp(`^${portal.words("common:pageTitle.refused", { title: "" })}`));
    await choosePassword(portal, { postalCode: personOf("forgotten", browserProfile).postalCode });
    await arrivesAfterReset(portal);
  },
);

story(
  "a reset for an unknown e-mail shows the same page, and only the message says so",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const email = newEmailOf("forgotten", browserProfile);
    await requestCodeFor(portal, email);
    await portal.says(email);
    expect((await portal.newestLetter(email)).code).toBeNull();
    await portal.press("recovery:find");
    await portal.asks("registration:journey.find.title");
    await portal.choose("accountType", "policyHolder");
    await portal.send("accountType");
    await expect(portal.field("policyNumber")).toBeVisible();
    await portal.asks("registration:journey.find.title");
  },
);

story("an e-mail that is pasted too long is not cut to another one", { tag: "@plain" }, async ({ portal }) => {
  const email = `${"marguerite".repeat(6)}@courrier.example.com`;
  await portal.open("/forgot");
  await portal.field("email").focus();
  await portal.page.keyboard.insertText(email);
  await portal.send("email");
  await portal.says(portal.words("fields:email.maxlength", { limit: 79 }));
  await expect(portal.field("email")).toHaveValue(email);
});

story(
  "three wrong codes lead to a page that sends a new code, which works",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("forgottenCodes", browserProfile);
    const wrong = portal.words("forms:code.validation.wrong");
    await requestCodeFor(portal, email);
    const code = otherThan(await portal.codeFor(email));
    await enterCode(portal, code, "/verify");
    await portal.says(wrong);
    if (!portal.isPlain) {
      const field = portal.main.locator("[data-field=securityCode]");
      await field.locator("input").press("1");
      await expect(field.locator("span:nth-child(2)[data-next=true]")).toBeVisible();
      await expect(field).toContainText(wrong);
    }
    await enterCode(portal, otherThan(code), "/verify");
    await portal.says(portal.words("recovery:verify.lastTry.title"));
    if (!portal.isPlain) {
      await portal.press("recovery:verify.submit");
      await expect(portal.main.locator("[data-field=securityCode]")).toContainText(wrong);
      await portal.says(portal.words("recovery:verify.lastTry.title"));
    }
    await enterCode(portal, code, "/verify");
    await portal.isAt("/roadblock/login-difficulties");
    await portal.press("roadblock:exit.newCode");
    await enterCode(portal, await portal.codeFor(email, 1), "/verify");
    await portal.isAt("/reset");
  },
);

story("a temporary password leads to a new password", { tag: "@plain" }, async ({ portal, browserProfile }) => {
  const email = accountEmailOf("temporary", browserProfile);
  const logIn = async (loginPassword: string) => {
    await portal.fill({ email, loginPassword });
    await portal.send("loginPassword");
  };
  await portal.open("/");
  await logIn(newPassword);
  await portal.says(portal.words("forms:login.error"));
  await logIn(oldPassword);
  await portal.isAt("/reset");
  await choosePassword(portal, {});
  await arrivesAfterReset(portal);
});
