import type { Request } from "@playwright/test";
import { accountEmailOf, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { arrivesAfterReset, choosePassword, enterCode, newPassword, openAccount, requestReset } from "./registering.ts";
import { connectDevice, type Device } from "./virtual-device.ts";

async function createPasskey(portal: Portal, device: Device, name: string) {
  await portal.asks("account:newPasskey.title");
  await portal.fill({ passkeyName: name });
  await device.touch(true);
  await portal.press("account:newPasskey.create");
  await portal.says(portal.words("account:passkeys.changed.added"));
  await device.touch(false);
  await expect(portal.main.getByRole("heading", { level: 2, name })).toBeVisible();
}

async function pressOf(portal: Portal, key: "account:passkeys.save" | "account:passkeys.remove.confirm", name: string) {
  await portal.main.getByRole("button", { name: portal.words(key, { name }), exact: true }).click();
}

async function logOut(portal: Portal): Promise<void> {
  await portal.open("/account");
  await portal.follow("account:signOut");
}

const isPasskeyForm = (request: Request) => new URL(request.url()).pathname === "/pkmspasskey.form";

/** Logs out, and uses the login page until its autofill has sent the answer of the device. */
async function logOutToAutofill(portal: Portal): Promise<void> {
  const response = portal.page.waitForRequest(isPasskeyForm);
  await logOut(portal);
  // A pointer that rests on the new page also starts the autofill. The page is then replaced before the field is
  // focused, and the focus must not go to the e-mail field of a later page.
  const focused = portal.main.locator("[autocomplete~=webauthn]").focus({ timeout: 10_000 });
  await Promise.race([response, focused.catch(() => {})]);
  await response;
}

story(
  "a passkey is created in the account, signs in without an e-mail, proves its owner, and is renamed and removed",
  { tag: "@script" },
  async ({ portal }) => {
    const device = await connectDevice(portal);
    await openAccount(portal, "passkey");
    await portal.follow("account:sign-in.title");
    await portal.follow("account:passkeys.title");
    await portal.says(portal.words("account:passkeys.none"));
    await portal.follow("account:passkeys.new");
    await createPasskey(portal, device, "Tablette");

    // The autofill of the e-mail field gets the answer of the device as soon as it is touched.
    await device.touch(true);
    await logOutToAutofill(portal);
    await portal.isAt("/account");

    await portal.open("/account/proof");
    await device.recognize(false);
    await portal.press("account:proof.passkey");
    await portal.says(portal.words("account:proof.unused"));
    await device.recognize(true);
    // The server refuses it twice, which are two responses with the same alert.
    const forms = "**/account/proof.data*";
    await portal.page.route(forms, (route) => route.continue({ postData: "passkey=refused" }));
    for (let times = 0; times < 2; times += 1) {
      const refused = portal.page.waitForResponse((answer) => answer.request().method() === "POST");
      await portal.press("account:proof.passkey");
      await refused;
      await portal.says(portal.words("account:proof.unused"));
    }
    await portal.page.unroute(forms);
    await portal.press("account:proof.passkey");
    await portal.isAt("/account/sign-in");

    // As on a device that was off while the passkey was removed elsewhere.
    await portal.page.addInitScript(() => {
      PublicKeyCredential.signalAllAcceptedCredentials = async () => {};
    });
    await portal.open("/account/passkeys");
    await portal.main.getByText(portal.words("account:passkeys.rename", { name: "Tablette" }), { exact: true }).click();
    await portal.fill({ passkeyName: "Cuisine" });
    await pressOf(portal, "account:passkeys.save", "Tablette");
    await portal.says(portal.words("account:passkeys.changed.renamed"));
    await portal.main.getByText(portal.words("account:passkeys.remove", { name: "Cuisine" }), { exact: true }).click();
    await pressOf(portal, "account:passkeys.remove.confirm", "Cuisine");
    await portal.says(portal.words("account:passkeys.changed.removed"));
    await portal.says(portal.words("account:passkeys.none"));

    // The autofill does not offer the refused passkey again; only the button tries it.
    let tries = 0;
    portal.page.on("request", (request) => {
      if (isPasskeyForm(request)) tries += 1;
    });
    await logOutToAutofill(portal);
    await portal.says(portal.words("login:notice.passkeyRefused.title"));
    await portal.main.locator("[autocomplete~=webauthn]").focus();
    const refused = portal.page.waitForResponse((answer) => isPasskeyForm(answer.request()));
    await portal.press("login:passkey");
    await refused;
    await portal.says(portal.words("login:notice.passkeyRefused.title"));
    expect(tries).toBe(2);
    // The removal can still be put back, so the device keeps the passkey.
    expect(await device.credentials()).toHaveLength(1);
  },
);

story(
  "a new password is followed by the offer of a passkey, and later by the list of those to check",
  { tag: ["@script", "@nightly"] },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("passkeyLost", browserProfile);
    const device = await connectDevice(portal);
    const reset = async (code: number, password: string) => {
      await requestReset(portal, email);
      await enterCode(portal, await portal.codeFor(email, code), "/verify");
      const { postalCode } = personOf("passkeyLost", browserProfile);
      await choosePassword(portal, { postalCode }, password);
    };
    await reset(0, newPassword);
    await arrivesAfterReset(portal);
    await portal.follow("account:passkeyOffer.create");
    await createPasskey(portal, device, "Perdu");

    await logOut(portal);
    // After the code, the notices of the new password and of the passkey.
    await reset(3, `${newPassword}2`);
    await portal.isAt("/account/passkeys");
    await portal.says(portal.words("account:passkeys.review.title"));
    await portal.main.getByText(portal.words("account:passkeys.remove", { name: "Perdu" }), { exact: true }).click();
    expect(await device.credentials()).toHaveLength(1);
    await pressOf(portal, "account:passkeys.remove.confirm", "Perdu");
    await portal.says(portal.words("account:passkeys.changed.removed"));
    await expect.poll(() => device.credentials()).toEqual([]);
  },
);

story("the login page without a script shows no passkey", { tag: "@plain" }, async ({ portal }) => {
  await portal.open("/");
  const button = portal.page.getByText(portal.words("login:passkey"), { exact: true });
  if (portal.isPlain) await expect(button).toBeHidden();
  else await expect(button).toBeVisible();
});

story(
  "the offer of a passkey without a script has no button that cannot work",
  { tag: "@plain" },
  async ({ portal }) => {
    await portal.open("/demo/screens/account-passkey-after-code");
    const create = portal.main.getByRole("button", { name: portal.words("account:newPasskey.create") });
    await expect(create).toHaveCount(portal.isPlain ? 0 : 1);
    await expect(
      portal.main.getByRole("button", { name: portal.words("account:passkeyAfterCode.notNow") }),
    ).toBeVisible();
  },
);
