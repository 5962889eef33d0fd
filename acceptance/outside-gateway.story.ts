import { optionsOf, ownServerProfiles } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { outsideGatewayPort, outsidePortalPort } from "./ports.ts";
import {
  createAccount,
  enterCode,
  newPassword,
  personFor,
  signIn,
  startRegistration,
  submitEmail,
} from "./registering.ts";
import { openPortalBesideGateway } from "./servers.ts";

story.describe.configure({ mode: "serial" });

let servers: Awaited<ReturnType<typeof openPortalBesideGateway>> | undefined;
story.beforeAll(async () => {
  servers = await openPortalBesideGateway({ portal: outsidePortalPort, gateway: outsideGatewayPort });
});
story.afterAll(() => servers?.end());

const gateway = `http://localhost:${outsideGatewayPort}`;
const isIn = (portal: Portal) => expect(portal.page).toHaveURL(`${gateway}/account`);

/** Reads everything that the browser stores of the portal, as text. */
async function keptByBrowser({ page }: Portal): Promise<string> {
  const cookies = await page.context().cookies();
  const storedState = await page.evaluate(() =>
    JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]),
  );
  return JSON.stringify(cookies) + storedState + (await page.content());
}

for (const browserProfile of ownServerProfiles("fr"))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, outsidePortalPort));

    story("a new account is signed in at a gateway on another host", async ({ portal }) => {
      const { email } = personFor(portal, "email");
      await startRegistration(portal);
      await submitEmail(portal, email);
      await enterCode(portal, await portal.codeFor(email));
      await createAccount(portal);
      if (!portal.isPlain) {
        expect(await keptByBrowser(portal)).not.toContain(newPassword);
        await portal.press("registration:confirmation.enter");
        return isIn(portal);
      }
      // Without JavaScript the password is not stored, so a notice asks the person to sign in.
      await portal.press("registration:confirmation.enter");
      await portal.isAt("/");
      await portal.says(portal.words("login:notice.accountReady"));
      await expect(portal.field("email")).toHaveValue(email);
      await signIn(portal, { email, password: newPassword });
      await isIn(portal);
    });

    story("a reloaded page has lost the password and asks for one sign-in", async ({ portal }) => {
      const { email } = personFor(portal, "newCode");
      await startRegistration(portal);
      await submitEmail(portal, email);
      await enterCode(portal, await portal.codeFor(email));
      await createAccount(portal);
      await portal.page.reload();
      await portal.waitUntilReady();
      await portal.press("registration:confirmation.enter");
      await portal.isAt("/");
      await portal.says(portal.words("login:notice.accountReady"));
      await signIn(portal, { email, password: "quite another-1A" });
      await expect(portal.page).toHaveURL(`http://localhost:${outsidePortalPort}/`);
      await portal.says(portal.words("forms:login.error"));
    });

    story("repeated login errors of an outside gateway lead to the help roadblock", async ({ portal }) => {
      const refusal = "/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8&URL=%2Fpkmslogin.form";
      const location = `http://localhost:${outsidePortalPort}${refusal}`;
      await portal.page.route(`${gateway}/pkmslogin.form`, (route) =>
        route.fulfill({ status: 302, headers: { location } }),
      );
      const refused = portal.main.locator(":focus [role=alert]");
      const help = portal.main.getByText(portal.words("roadblock:login-difficulties.what"));
      for (let tries = 0; tries < 6 && !(await help.isVisible()); tries++) {
        await portal.open("/");
        await signIn(portal, { email: personFor(portal, "wrongPassword").email, password: newPassword });
        await expect(refused.or(help)).toBeVisible();
      }
      await portal.isAt("/roadblock/login-difficulties");
      await portal.press("roadblock:exit.login");
      await portal.isAt("/");
    });
  });
