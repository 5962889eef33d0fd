import { expect, test } from "vitest";
import { newHolder } from "../../../../test/recovery.ts";
import { openPortal, type Page, PortalBrowser } from "../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();

// Times on a full hour are shown without minutes, so the two people's pages would differ around one.
const minutesUntilFivePast = (65 - new Date().getUTCMinutes()) % 60;
await testApi.moveClock(minutesUntilFivePast * 60);

interface Journey {
  /** Path of the last redirect. */
  leadsTo?: string;
  pages: (browser: PortalBrowser, email: string) => Promise<Page[]>;
}

const password = "Not-The-One-1";
const wrongPassword = "/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8&URL=%2Fpkmslogin.form";
const forgot = (browser: PortalBrowser, email: string) => browser.post("/forgot", { email });

async function inTurn(...steps: (() => Promise<Page>)[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const step of steps) pages.push(await step());
  return pages;
}

const journeys: Readonly<Record<string, Journey>> = {
  "a login that the gateway refuses, and the page after it": {
    leadsTo: "/",
    pages: (browser, email) =>
      inTurn(
        () => browser.post("/", { email, loginPassword: password, rememberMe: "yes" }),
        () => browser.open(wrongPassword),
        () => browser.open("/"),
        () => browser.open("/forgot"),
      ),
  },
  "a login whose password the script keeps": {
    pages: (browser, email) => inTurn(() => browser.post("/", { email, handOff: "script" })),
  },
  "a forgotten password, its page and another message": {
    leadsTo: "/verify",
    pages: (browser, email) =>
      inTurn(
        () => forgot(browser, email),
        () => browser.open("/verify"),
        () => browser.post("/verify/send-again", {}),
        () => browser.open("/verify"),
      ),
  },
  "wrong codes until the roadblock": {
    leadsTo: "/roadblock/login-difficulties",
    pages: (browser, email) => {
      const submitWrongCode = () => browser.post("/verify", { securityCode: "000000" });
      return inTurn(
        () => forgot(browser, email),
        submitWrongCode,
        submitWrongCode,
        submitWrongCode,
        () => browser.open("/roadblock/login-difficulties"),
      );
    },
  },
  "more messages than are sent": {
    leadsTo: "/roadblock/resend-reset-password",
    pages: async (browser, email) => {
      const pages = await inTurn(() => forgot(browser, email));
      for (let turn = 0; turn < 5; turn++) {
        await testApi.moveClock(31);
        pages.push(await browser.post("/verify/send-again", {}));
      }
      return pages;
    },
  },
  "the e-mail of a registration": {
    leadsTo: "/create-an-account/identification",
    pages: (browser, email) =>
      inTurn(
        () => browser.open("/create-an-account/identification/account-type"),
        () => browser.post("/create-an-account/identification/account-type", { accountType: "policyHolder" }),
        () => browser.post("/create-an-account/identification", { email }),
        () => browser.open("/create-an-account/identification"),
      ),
  },
};

/** What a client can compare of two pages. Ids and encrypted values are replaced by their length, digits by a sign. */
function shapeOf({ status, location, html, headers }: Page, email: string) {
  const mask = (text: string) =>
    text
      .replaceAll(email, "…")
      .replaceAll(encodeURIComponent(email), "…")
      .replace(/[\w.~-]{40,}/g, (id) => `#${id.length}`)
      .replace(/\d+/g, "#");
  return {
    status,
    location,
    headers: [...headers].map(([name, value]) => `${name}: ${mask(value)}`),
    html: mask(html),
  };
}

test.each(Object.entries(journeys))(
  "A-073 A-130 the pages of %s are the same with and without an account",
  async (_name, { pages, leadsTo }) => {
    const { accountEmail } = await newHolder(testApi);
    const unknown = accountEmail.replace("account-", "unknown-");
    const shapesOf = async (email: string) =>
      (await pages(new PortalBrowser(portal), email)).map((page) => shapeOf(page, email));
    const known = await shapesOf(accountEmail);
    expect(await shapesOf(unknown)).toEqual(known);
    expect(known.every(({ status }) => status < 500)).toBe(true);
    expect(known.findLast(({ location }) => location !== null)?.location).toBe(leadsTo);
  },
);
