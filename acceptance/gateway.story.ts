import type { Request } from "@playwright/test";
import { accountEmailOf, oldPassword } from "./people.ts";
import { expect, Portal, story } from "./portal.ts";
import { signIn } from "./registering.ts";

const wrongPassword = "Marais-43-vert!";

/** What a person sees after a gateway's response. */
const expectSeen = {
  async login(portal) {
    await portal.isAt("/");
    await portal.asks("login:title");
    await expect(portal.page.getByRole("alert")).toHaveCount(0);
  },
  async signedOut(portal) {
    await portal.isAt("/");
    await portal.says(portal.words("login:notice.signedOut.title"));
    await expect(portal.field("email")).toHaveValue("");
  },
  async loginError(portal) {
    await portal.isAt("/");
    await expect(portal.page.locator(":focus [role=alert]")).toContainText(portal.words("forms:login.error"));
    await expect(portal.page).toHaveTitle(new RegExp(`^${portal.words("common:pageTitle.refused", { title: "" })}`));
    await expect(portal.field("loginPassword")).toHaveValue("");
  },
  async application(portal) {
    await portal.isAt("/account");
    await portal.says(portal.words("account:policies.note"));
  },
  async newPassword(portal) {
    await portal.isAt("/roadblock/forgot-password");
    await portal.says(portal.words("roadblock:forgot-password.title.newPassword"));
  },
  async paused(portal) {
    await portal.isAt("/roadblock/forgot-password");
    await portal.says(portal.words("roadblock:forgot-password.next"));
  },
} as const satisfies Record<string, (portal: Portal) => Promise<void>>;

interface GatewayResponse {
  operation: string;
  code: string;
  act(portal: Portal): Promise<void>;
  seen: keyof typeof expectSeen;
}

const bad = "0x132120c8";
/** Responses of the built-in gateway in sequence in one browser, with the literal values of the protocol. */
const responses: Readonly<Record<string, GatewayResponse>> = {
  "a wrong password": {
    operation: "login",
    code: bad,
    act: (portal) => logIn(portal, { password: wrongPassword }),
    seen: "loginError",
  },
  "a lock until a reset": {
    operation: "acct_locked",
    code: "0x13212135",
    act: (portal) => logIn(portal, { email: accountEmailOf("lockedForGood", portal.browserProfile) }),
    seen: "newPassword",
  },
  "a right password": {
    operation: "login_success",
    code: "0x38cf05e7",
    act: (portal) => logIn(portal),
    seen: "application",
  },
  "a second login": { operation: "help", code: "0x13212079", act: (portal) => logIn(portal), seen: "application" },
  "a logout": {
    operation: "logout",
    code: "0x00000000",
    async act(portal) {
      await portal.page.goto("/account");
      await portal.follow("account:signOut");
    },
    seen: "signedOut",
  },
  "a page without a session": {
    operation: "login",
    code: "0x00000000",
    async act({ page }) {
      await page.goto("/account");
    },
    seen: "login",
  },
};

async function logIn(portal: Portal, name: { email?: string; password?: string } = {}): Promise<void> {
  await portal.open("/");
  await signIn(portal, {
    email: accountEmailOf("gatewayAccounts", portal.browserProfile),
    password: oldPassword,
    ...name,
  });
}

/** Performs an action and returns the response of the gateway, which is in the redirect URL. */
async function outcomeParameters({ page }: Portal, act: () => Promise<void>) {
  const isGatewayReturn = (request: Request | null) =>
    request !== null && new URL(request.url()).pathname === "/webseal.do";
  const [request, response] = await Promise.all([
    page.waitForRequest(isGatewayReturn),
    page.waitForResponse((response) => isGatewayReturn(response.request().redirectedFrom())),
    act(),
  ]);
  // The next step must not interrupt this navigation.
  await response.finished();
  await page.waitForLoadState();
  const query = new URL(request.url()).searchParams;
  return { operation: query.get("TAM_OP"), code: query.get("ERROR_CODE") };
}

story("each sign-in response of the gateway leads to the matching screen", { tag: "@plain" }, async ({ portal }) => {
  for (const [what, { act, seen, ...parameters }] of Object.entries(responses))
    await story.step(what, async () => {
      expect(await outcomeParameters(portal, () => act(portal))).toEqual(parameters);
      await expectSeen[seen](portal);
    });
  await story.step("a logout by a URL without a link on any page", async () => {
    await logIn(portal);
    await portal.isAt("/account");
    await portal.page.goto("/pkmslogout");
    await portal.says(portal.words("gateway:signOut.what"));
    await portal.hasNoBarrier();
    await portal.main.getByRole("button", { name: portal.words("account:signOut") }).click();
    await expectSeen.signedOut(portal);
  });
  await story.step("legacy URLs", async () => {
    await portal.page.goto("/clients/WAA/webseal.do?TAM_OP=acct_locked&ERROR_CODE=0x13212132&URL=%2Fpkmslogin.form");
    await expectSeen.paused(portal);
    await portal.page.goto("/WAA/forgot");
    await portal.isAt("/forgot");
  });
});

/** Matches the title of the roadblock with a time of day, in digits or as "noon". */
function untilSomeTime(portal: Portal): RegExp {
  const [before] = portal.words("roadblock:forgot-password.title.until", { until: "|" }).split("|");
  return new RegExp(`${before}.*(\\d|midi|minuit|noon|midnight)`);
}

async function isLockedUntil(portal: Portal): Promise<void> {
  await portal.isAt("/roadblock/forgot-password");
  await expect(portal.main.getByRole("heading", { level: 1 })).toHaveText(untilSomeTime(portal));
}

story(
  "repeated failures lock a login out until a shown time and offer a new password; the owner’s trusted browser still signs in",
  { tag: "@plain" },
  async ({ portal, browserProfile, browser }) => {
    const email = accountEmailOf("pausedName", browserProfile);
    const owner = new Portal(await (await browser.newContext()).newPage(), browserProfile);
    await logIn(owner, { email });
    await owner.isAt("/account");
    await owner.follow("account:signOut");
    await owner.isAt("/");

    const fail = () => outcomeParameters(portal, () => logIn(portal, { email, password: wrongPassword }));
    let tries = 1;
    while ((await fail()).code === bad) tries += 1;
    expect(tries).toBeLessThanOrEqual(6);
    await isLockedUntil(portal);
    await logIn(portal, { email });
    await isLockedUntil(portal);

    await logIn(owner, { email });
    await owner.isAt("/account");

    await portal.press("roadblock:exit.forgot");
    await portal.isAt("/forgot");
    await expect(portal.field("email")).toHaveValue(email);
  },
);
