import type { Request } from "@playwright/test";
import { type GatewayOutcome, gatewayCodes } from "@vestibule/catalogue/gateway.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { furtherRows, outcomeRows, type VisibleOutcome } from "./gateway-rows.ts";
import { accountAddressOf, oldPassword } from "./people.ts";
import { expect, Portal, story } from "./portal.ts";
import { signIn } from "./registering.ts";

const wrongPassword = "Marais-43-vert!";

const expectOutcome: Record<VisibleOutcome, (portal: Portal, code: string) => Promise<void>> = {
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
  async paused(portal) {
    await portal.isAt("/roadblock/forgot-password");
    await portal.says(portal.words("roadblock:forgot-password.next"));
  },
  async frozen(portal) {
    await portal.isAt("/roadblock/account-frozen");
    await portal.says(portal.words("roadblock:account-frozen.next"));
  },
  accountClosed: (portal, code) => isTechnical(portal, { title: "roadblock:technical.title.accountClosed", code }),
  technical: (portal, code) => isTechnical(portal, { title: "roadblock:technical.title", code }),
};

async function isTechnical(portal: Portal, { title, code }: { title: TextKey; code: string }): Promise<void> {
  await portal.isAt("/roadblock/technical");
  await portal.asks(title);
  await expect(portal.page.locator("body")).toContainText(code);
}

/** Actions that cause an outcome of the built-in gateway, in sequence in one browser. */
const acts: Partial<Record<GatewayOutcome, (portal: Portal) => Promise<void>>> = {
  bad: (portal) => logIn(portal, { password: wrongPassword }),
  lockedUntilReset: (portal) => logIn(portal, { email: accountAddressOf("lockedForGood", portal.browserProfile) }),
  success: (portal) => logIn(portal),
  alreadyLoggedIn: (portal) => logIn(portal),
  async loggedOut(portal) {
    await portal.page.goto("/account");
    await portal.main.getByRole("link", { name: portal.words("account:signOut") }).click();
  },
  async firstVisit({ page }) {
    await page.goto("/account");
  },
};

async function logIn(portal: Portal, name: { email?: string; password?: string } = {}): Promise<void> {
  await portal.open("/");
  await signIn(portal, {
    ...{ email: accountAddressOf("gatewayAnswers", portal.browserProfile), password: oldPassword },
    ...name,
  });
}

/** The gateway's response to an action, from the redirect URL. */
async function outcomeParameters({ page }: Portal, act: () => Promise<void>) {
  const isOutcome = (request: Request | null) => request !== null && new URL(request.url()).pathname === "/webseal.do";
  const [request, response] = await Promise.all([
    page.waitForRequest(isOutcome),
    page.waitForResponse((answer) => isOutcome(answer.request().redirectedFrom())),
    act(),
  ]);
  // The next step must not interrupt this navigation.
  await response.finished();
  await page.waitForLoadState();
  const query = new URL(request.url()).searchParams;
  return { operation: query.get("TAM_OP"), code: query.get("ERROR_CODE") };
}

story("each sign-in response of the gateway leads to the matching screen", async ({ portal }) => {
  for (const [outcome, act] of Object.entries(acts) as [GatewayOutcome, (portal: Portal) => Promise<void>][]) {
    const { seen, ...parameters } = outcomeRows[outcome];
    await story.step(outcome, async () => {
      expect(await outcomeParameters(portal, () => act(portal))).toEqual(parameters);
      await expectOutcome[seen](portal, parameters.code);
    });
  }
  await story.step("loggedOut, by a URL without a link on any page", async () => {
    await logIn(portal);
    await portal.isAt("/account");
    await portal.page.goto("/pkmslogout");
    await portal.says(portal.words("gateway:signOut.what"));
    await portal.hasNoBarrier();
    await portal.main.getByRole("button", { name: portal.words("account:signOut") }).click();
    await expectOutcome.signedOut(portal, outcomeRows.loggedOut.code);
  });
});

const allCodes = [...Object.values(outcomeRows), ...furtherRows].map(({ code }) => code.toLowerCase());
const prefixes = ["", "/WAA", "/clients/WAA"];

story(
  "gateway responses that no action causes here lead to their screens, under legacy URLs too",
  async ({ portal }) => {
    const others = (Object.keys(outcomeRows) as GatewayOutcome[]).filter((outcome) => acts[outcome] === undefined);
    const rows = [...others.map((outcome) => outcomeRows[outcome]), ...furtherRows];
    await portal.open("/");
    for (const [index, { operation, code, seen }] of rows.entries())
      await story.step(`${operation} ${code}`, async () => {
        const prefix = prefixes[index % prefixes.length];
        await portal.page.goto(`${prefix}/webseal.do?TAM_OP=${operation}&ERROR_CODE=${code}&URL=%2Fpkmslogin.form`);
        await expectOutcome[seen](portal, code);
      });
    expect(allCodes).toEqual(expect.arrayContaining(Object.keys(gatewayCodes)));

    for (const prefix of prefixes) {
      await portal.open(`${prefix}/forgot`);
      await portal.isAt("/forgot");
    }
  },
);

/** The roadblock's title with a time of day, in numbers or as "noon". */
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
  async ({ portal, browserProfile, browser }) => {
    const email = accountAddressOf("pausedName", browserProfile);
    const owner = new Portal(await (await browser.newContext()).newPage(), browserProfile);
    await logIn(owner, { email });
    await owner.isAt("/account");
    await owner.main.getByRole("link", { name: owner.words("account:signOut") }).click();
    await owner.isAt("/");

    const fail = () => outcomeParameters(portal, () => logIn(portal, { email, password: wrongPassword }));
    let tries = 1;
    while ((await fail()).code === outcomeRows.bad.code) tries += 1;
    expect(tries).toBeLessThanOrEqual(6);
    await isLockedUntil(portal);
    await logIn(portal, { email });
    await isLockedUntil(portal);

    await logIn(owner, { email });
    await owner.isAt("/account");

    await portal.press("roadblock:way.forgot");
    await portal.isAt("/forgot");
    await expect(portal.field("email")).toHaveValue(email);
  },
);
