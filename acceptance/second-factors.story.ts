import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { readKey, typeCode } from "./authenticator-app.ts";
import { accountEmailOf } from "./people.ts";
import { expect, story } from "./portal.ts";
import { openAccount } from "./registering.ts";

story(
  "an authenticator app is added by its key, recovery codes are saved, and a removal is undone from the mailbox",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("authenticator", browserProfile);
    await openAccount(portal, "authenticator");
    await portal.follow("account:sign-in.title");
    await portal.follow("account:second-factors.title");
    await portal.isAt("/account/second-factors");
    await portal.says(portal.words("account:second-factors.apps.none"));
    await portal.follow("account:second-factors.apps.add");
    await portal.asks("account:newAuthenticator.title");
    await expect(portal.main.getByRole("img", { name: portal.words("account:newAuthenticator.qr") })).toBeVisible();
    const secret = await readKey(portal);
    await portal.fill({ authenticatorName: "Téléphone" });
    await typeCode(portal, totpCode(secret, new Date(Date.now() + 120_000)));
    await portal.says(portal.words("fields:securityCode.clockAhead"));
    await typeCode(portal, totpCode(secret, new Date()));
    await portal.isAt("/account/second-factors");
    await portal.says(portal.words("account:second-factors.changed.added"));
    await expect(portal.main.getByRole("heading", { level: 3, name: "Téléphone" })).toBeVisible();

    await portal.follow("account:second-factors.codes.get");
    await portal.press("account:recovery-codes.make");
    await portal.asks("account:recovery-codes.shown.title");
    const codes = await portal.main.locator(".recovery-codes li").allInnerTexts();
    expect(codes).toHaveLength(10);
    const download = portal.page.waitForEvent("download");
    await portal.main.getByRole("button", { name: portal.words("account:recovery-codes.save") }).click();
    expect((await download).suggestedFilename()).toBe(`${portal.words("account:recovery-codes.file.name")}.txt`);
    await portal.follow("account:recovery-codes.done");
    await portal.says(
      portal.words("account:second-factors.codes.left", { left: 10, all: 10, day: "" }).split(",")[0] ?? "",
    );

    // On another day the password alone changes nothing here.
    await portal.page.context().clearCookies();
    await openAccount(portal, "authenticator");
    await portal.open("/account/second-factors");
    await portal.main
      .getByText(portal.words("account:second-factors.remove", { name: "Téléphone" }), { exact: true })
      .click();
    const confirm = portal.words("account:second-factors.remove.confirm", { name: "Téléphone" });
    await portal.main.getByRole("button", { name: confirm, exact: true }).click();
    await portal.isAt("/account/proof");
    await portal.says(portal.words("account:proof.second.lead"));
    await portal.follow("account:proof.second.recovery");
    await portal.fill({ recoveryCode: (codes[0] ?? "").toLowerCase() });
    await portal.send("recoveryCode");
    await portal.isAt("/account/second-factors");
    await portal.main
      .getByText(portal.words("account:second-factors.remove", { name: "Téléphone" }), { exact: true })
      .click();
    await portal.main.getByRole("button", { name: confirm, exact: true }).click();
    await portal.says(portal.words("account:second-factors.changed.removed"));

    const { link } = await portal.newestLetter(email);
    const { searchParams } = new URL(link ?? "");
    searchParams.set("language", portal.language);
    await portal.page.context().clearCookies();
    await portal.page.goto(`/undo-removal?${searchParams}`);
    await portal.isAt("/undo-removal");
    expect(portal.page.url()).not.toContain(searchParams.get("removal"));
    await portal.says(portal.words("undoRemoval:open.authenticator"));
    await portal.press("undoRemoval:open.submit");
    await portal.asks("undoRemoval:undone.title");
    await portal.follow("undoRemoval:undone.next");
    await portal.isAt("/forgot");
  },
);
