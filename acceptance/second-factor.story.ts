import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { findCase, openAgentPage, signIn as signInAgent } from "./agents-desk.ts";
import { readKey, typeCode } from "./authenticator-app.ts";
import { accountEmailOf, oldPassword, optionsOf, ownServerProfiles, personOf, type Story } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { secondProofPort } from "./ports.ts";
import { choosePassword, enterCode, requestReset, signIn } from "./registering.ts";
import { openServerPair, type ServerPair } from "./servers.ts";
import { connectDevice } from "./virtual-device.ts";

/** The other stories sign in by a password alone, so these have separate servers and run one after another. */
story.describe.configure({ mode: "serial" });

let servers: ServerPair | undefined;
story.beforeAll(async () => {
  servers = await openServerPair({ port: secondProofPort, secondFactor: "newBrowser" });
});
story.afterAll(() => servers?.end());

const page = "/two-factor";

async function logIn(portal: Portal, name: Story): Promise<void> {
  await portal.open("/");
  await signIn(portal, { email: accountEmailOf(name, portal.browserProfile), password: oldPassword });
}

/** Moves the clock that all stories of this file share. */
async function moveClock(portal: Portal, move: string): Promise<void> {
  const response = await portal.page.request.post("/demo/clock", { form: { move } });
  expect(response.ok()).toBe(true);
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

for (const browserProfile of ownServerProfiles("en-plain"))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, secondProofPort));

    story("a new browser asks for a code by text, and a remembered one does not", async ({ portal }) => {
      const { cellPhone } = personOf("secondProof", browserProfile);
      await logIn(portal, "secondProof");
      await portal.isAt(page);
      await portal.asks("twoFactor:title");
      await portal.says(portal.words("twoFactor:why.unknownBrowser"));
      const code = await portal.codeFor(cellPhone);
      await enterCode(portal, otherThan(code), page);
      await portal.says(portal.words("forms:code.validation.wrong"));
      // A reload sends no other code, and Back leads to the login page.
      await portal.page.reload();
      await portal.isAt(page);
      expect(await portal.lettersTo(cellPhone)).toHaveLength(1);
      await portal.choose("remember");
      await enterCode(portal, code, page);
      await portal.isAt("/account");

      await portal.returnAnotherDay();
      await logIn(portal, "secondProof");
      await portal.isAt("/account");
    });

    story(
      "the page of the second proof opens nothing by URL, and without a password leads to the login",
      async ({ portal }) => {
        await portal.goTo(page);
        await portal.isAt("/");
        await portal.goTo("/pkmslogin.proven");
        await portal.isAt("/");
        await logIn(portal, "secondProofEmail");
        await portal.isAt(page);
        for (const path of ["/account", "/pkmslogin.proven"]) {
          await portal.page.goto(path);
          await expect(portal.page).not.toHaveURL((url) => url.pathname === "/account");
        }
      },
    );

    story("without a number on file the code comes by email", async ({ portal }) => {
      await logIn(portal, "secondProofEmail");
      await portal.isAt(page);
      const letter = await portal.newestLetter(accountEmailOf("secondProofEmail", browserProfile));
      expect(letter.channel).toBe("EMAIL");
      await enterCode(portal, letter.code ?? "", page);
      await portal.isAt("/account");
    });

    story("a person has the code spoken by a call, which says the digits one by one, twice", async ({ portal }) => {
      const { cellPhone } = personOf("secondProofCall", browserProfile);
      await logIn(portal, "secondProofCall");
      await portal.isAt(page);
      expect(await portal.newestLetter(cellPhone)).toMatchObject({ channel: "SMS" });
      await portal.main.getByText(portal.words("twoFactor:otherWay"), { exact: true }).click();
      await portal.main.locator("form:has(input[value=call]) button").click();
      await expect(portal.main).toContainText(cellPhone.slice(-2));
      const call = await portal.newestLetter(cellPhone, 1);
      const code = call.code ?? "";
      expect(call).toMatchObject({ channel: "VOICE", link: null });
      expect(call.text.split([...code].join(", "))).toHaveLength(3);
      await expect(portal.main.getByRole("button", { name: portal.words("twoFactor:resend.call") })).toBeVisible();
      await enterCode(portal, otherThan(code), page);
      await portal.says(portal.words("forms:code.validation.wrong"));
      await enterCode(portal, code, page);
      await portal.isAt("/account");

      // Even as the first method, the telephone rings only after a press.
      await portal.goTo("/account/second-factors");
      await portal.choose("first", "call");
      await portal.press("account:second-factors.first.submit");
      await portal.says(portal.words("account:second-factors.changed.first"));
      await portal.page.context().clearCookies();
      await logIn(portal, "secondProofCall");
      await portal.isAt(page);
      await portal.says(portal.words("twoFactor:choose"));
      await expect(portal.main.locator("form:has(input[name=method]) button").first()).toContainText(
        portal.words("twoFactor:other.call", { digits: cellPhone.slice(-2) }),
      );
      expect(await portal.lettersTo(cellPhone)).toHaveLength(2);
    });

    story("a person is asked first for what they chose, and the other way is one press away", async ({ portal }) => {
      const { cellPhone } = personOf("secondProofOrder", browserProfile);
      await logIn(portal, "secondProofOrder");
      await enterCode(portal, await portal.codeFor(cellPhone), page);
      await portal.isAt("/account");
      await portal.goTo("/account/new-authenticator");
      const secret = await readKey(portal);
      await portal.fill({ authenticatorName: "Téléphone" });
      await typeCode(portal, totpCode(secret, new Date()));
      await portal.isAt("/account/second-factors");
      await expect(portal.main.getByRole("radio", { checked: true })).toHaveValue("authenticator");
      await portal.choose("first", "text");
      await portal.press("account:second-factors.first.submit");
      await portal.says(portal.words("account:second-factors.changed.first"));
      await expect(portal.main.getByRole("radio", { checked: true })).toHaveValue("text");

      await portal.page.context().clearCookies();
      await logIn(portal, "secondProofOrder");
      await portal.isAt(page);
      await portal.newestLetter(cellPhone, 1);
      await expect(portal.main.getByRole("button", { name: portal.words("twoFactor:resend") })).toBeVisible();
      await expect(portal.main.getByText(portal.words("twoFactor:other.authenticator"))).toBeHidden();
      await portal.main.getByText(portal.words("twoFactor:otherWay"), { exact: true }).click();
      await portal.press("twoFactor:other.authenticator");
      await portal.says(portal.words("twoFactor:own.authenticator"));
      // The code of this step may have been used to add the app.
      await enterCode(portal, totpCode(secret, new Date(Date.now() + 30_000)), page);
      await portal.isAt("/account");
    });

    story(
      "the second code in a row is followed by the offer of a passkey, which spares the next",
      async ({ portal }) => {
        const { cellPhone } = personOf("secondProofPasskey", browserProfile);
        const logInByCode = async (earlier: number) => {
          await logIn(portal, "secondProofPasskey");
          await enterCode(portal, await portal.codeFor(cellPhone, earlier), page);
        };
        const device = portal.isPlain ? undefined : await connectDevice(portal);
        await logInByCode(0);
        await portal.isAt("/account");
        await portal.page.context().clearCookies();
        await portal.goTo("/account/contact");
        await logInByCode(1);
        // Without a script the browser can create no passkey.
        if (device === undefined) return portal.isAt("/account/contact");

        await portal.isAt("/account/passkey-offer");
        await portal.asks("account:passkeyAfterCode.title");
        await device.touch(true);
        await portal.press("account:newPasskey.create");
        await portal.isAt("/account/contact");
        await portal.page.context().clearCookies();
        // The autofill of the e-mail field would use the passkey before the button is pressed.
        await portal.page.addInitScript(() => {
          PublicKeyCredential.isConditionalMediationAvailable = async () => false;
        });
        await portal.open("/");
        await portal.press("login:passkey");
        await portal.isAt("/account");
      },
    );

    story("a remembered browser is asked again after three wrong passwords, and is told why", async ({ portal }) => {
      const { cellPhone } = personOf("secondProofUnusual", browserProfile);
      const email = accountEmailOf("secondProofUnusual", browserProfile);
      await logIn(portal, "secondProofUnusual");
      await portal.isAt(page);
      const code = await portal.codeFor(cellPhone);
      await portal.choose("remember");
      await enterCode(portal, code, page);
      await portal.isAt("/account");

      await portal.returnAnotherDay();
      for (let count = 0; count < 3; count += 1) {
        await portal.open("/");
        const answered = portal.page.waitForResponse((response) => response.url().includes("/pkmslogin.form"));
        await signIn(portal, { email, password: "Marais-43-vert!" });
        await answered;
      }
      // Passes the end of a lock, which the wrong passwords may have caused.
      for (const move of ["quarter", "minute"]) await moveClock(portal, move);
      await logIn(portal, "secondProofUnusual");
      await portal.isAt(page);
      await portal.says(portal.words("twoFactor:why.failedTries"));
      await enterCode(portal, await portal.codeFor(cellPhone, 1), page);
      await portal.isAt("/account");
      await moveClock(portal, "back");
    });

    story(
      "after a password forgotten and reset by email, the second proof is asked by text and signs in",
      async ({ portal }) => {
        const { cellPhone, postalCode } = personOf("secondProofReset", browserProfile);
        const email = accountEmailOf("secondProofReset", browserProfile);
        await requestReset(portal, email);
        await enterCode(portal, await portal.codeFor(email), "/verify");
        await portal.isAt("/reset");
        await choosePassword(portal, { postalCode });
        if (portal.isPlain) await portal.press("common:continue");
        await portal.isAt(page);
        await portal.says(portal.words("twoFactor:why.afterReset"));
        await expect(portal.main).toContainText(cellPhone.slice(-2));
        // The reset went by email, so no other way leads there.
        await expect(portal.page.locator("main input[value=email]")).toHaveCount(0);
        await portal.hasNoBarrier();
        await portal.page.goto("/account");
        await expect(portal.page).not.toHaveURL((url) => url.pathname === "/account");
        await portal.goTo(page);
        await enterCode(portal, await portal.codeFor(cellPhone), page);
        await portal.isAt("/account");
      },
    );

    story("the link in the message refuses a login that is not the owner’s", async ({ portal, browser }) => {
      const { cellPhone } = personOf("secondProofRefused", browserProfile);
      await logIn(portal, "secondProofRefused");
      await portal.isAt(page);
      const letter = await portal.newestLetter(cellPhone);
      const owner = await browser.newContext();
      const { pathname, search } = new URL(letter.link ?? "");
      const opened = await owner.newPage();
      await opened.goto(`http://localhost:${secondProofPort}${pathname}${search}`);
      await expect(opened).toHaveURL((url) => url.pathname === "/this-wasnt-me" && url.search === "");
      await opened.getByRole("button", { name: portal.words("twoFactor:denial.submit") }).click();
      await expect(opened.locator("h1")).toHaveText(portal.words("twoFactor:denial.denied.title"));
      await owner.close();
      await enterCode(portal, letter.code ?? "", page);
      await portal.isAt("/");
      await portal.says(portal.words("login:notice.secondFactorDenied.title"));
    });
  });

/** Since the start of the servers, by the stories below, which come last as they move the clock of all. */
let movedMilliseconds = 0;

for (const browserProfile of ownServerProfiles("en-plain"))
  story.describe(`${browserProfile}, a day later`, () => {
    story.use(optionsOf(browserProfile, secondProofPort));

    story("a person who has lost every way sets up an app after two agents and a day", async ({ portal, browser }) => {
      const { email } = personOf("secondProofLost", browserProfile);
      await logIn(portal, "secondProofLost");
      await portal.isAt(page);
      await portal.main.getByText(portal.words("twoFactor:none"), { exact: true }).click();
      await portal.open("/help");
      await portal.press("frame:help.reference");
      const reference = await portal.main.locator(".reference").first().innerText();

      const desk = await openAgentPage(browser, portal);
      await signInAgent(desk, "amelie");
      await findCase(desk, reference);
      const wayBack = desk.words("agent:act.link.WAIVE_SECOND_FACTOR");
      await desk.main.locator("details", { hasText: wayBack }).locator("summary").click();
      await desk.press("agent:act.waive.submit");
      await desk.says(desk.words("agent:done.waive"));
      await expect(desk.main.getByRole("button", { name: desk.words("agent:act.approve.waiver") })).toHaveCount(0);
      await desk.hasNoBarrier();
      const second = await openAgentPage(browser, portal);
      await signInAgent(second, "bruno");
      await findCase(second, reference);
      await second.says(second.words("agent:request.waiver.check.lost"));
      await second.press("agent:act.approve.waiver");
      await second.says(second.words("agent:done.approve"));
      const letter = await portal.newestLetter(email);
      expect(new URL(letter.link ?? "").pathname).toBe("/stop-request");

      movedMilliseconds += 86_460_000;
      for (const move of ["day", "minute"])
        await expect
          .poll(async () => (await portal.page.request.post("/demo/clock", { form: { move } })).status())
          .toBe(200);
      await expect(async () => {
        await portal.page.context().clearCookies();
        await logIn(portal, "secondProofLost");
        await portal.isAt(page);
        // Not yet granted until a job has run.
        expect(await portal.main.innerText()).toContain(portal.words("twoFactor:waived.title"));
      }).toPass({ timeout: 120_000 });
      await portal.hasNoBarrier();
      await portal.follow("twoFactor:waived.button");
      await portal.isAt("/two-factor/set-up");
      await portal.hasNoBarrier();
      const secret = await readKey(portal);
      await portal.fill({ authenticatorName: "Téléphone" });
      await typeCode(portal, totpCode(secret, new Date(Date.now() + movedMilliseconds)));
      await portal.isAt("/account");
      for (const one of [desk, second]) await one.page.context().close();
    });
  });
