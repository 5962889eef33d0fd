import { type GatewayResult, gatewayCodes, gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { type RaisedRoadblockId, type RoadblockRow, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { describe, expect, test } from "vitest";
import { openPortal, PortalBrowser, words } from "../../../test/portal-browser.ts";

const { portal } = await openPortal();

/** A browser that keeps cookies, as after the login form. */
function createVisitor(): PortalBrowser {
  const browser = new PortalBrowser(portal);
  browser.cookies.set("language", "en");
  return browser;
}

/** Opens a gateway's return URL: the redirect, and the page at its target. */
async function shown(query: string) {
  const browser = createVisitor();
  const sent = await browser.open(`/webseal.do?${query}`);
  return { sent, page: await browser.open(sent.location ?? "/nowhere"), browser };
}

type ExpectedScreen = "login" | "login error" | "application" | "closed account" | RaisedRoadblockId;
const rows: [code: string, screen: ExpectedScreen][] = [
  ["0x00000000", "login"],
  ["0x38cf05e7", "application"],
  ["0x13212079", "application"],
  ["0x132120c8", "login error"],
  ["0x132120c9", "login error"],
  ["0x132120ca", "login error"],
  ["HPDIA0300W", "login error"],
  ["0x1321212c", "login error"],
  ["0x13212132", "forgot-password"],
  ["0x13212135", "forgot-password"],
  ["0x132120cc", "forgot-password"],
  ["0x132120cb", "forgot-password"],
  ["0x132120e9", "forgot-password"],
  ["0x132120ea", "forgot-password"],
  ["0x1321213c", "forgot-password"],
  ["0x13212136", "account-frozen"],
  ["0x132120d0", "closed account"],
  ["0x13212077", "technical"],
  ["0x38cf04d7", "technical"],
  ["0x13212064", "technical"],
  ["0x132120ff", "technical"],
];

async function expectScreen(
  { sent, page }: Awaited<ReturnType<typeof shown>>,
  screen: ExpectedScreen,
  form: "" | ".newPassword" = "",
): Promise<void> {
  expect(sent.status).toBe(303);
  if (screen === "application") return expect(sent.location).toBe("/account");
  if (screen === "login" || screen === "login error") {
    expect([sent.location, page.status]).toEqual(["/", 200]);
    expect(page.main.includes(words("login:submit"))).toBe(true);
    expect(page.main.includes(words("forms:login.error"))).toBe(screen === "login error");
    // One way to a new password and one to an account, in the notice or in the form.
    expect(page.main.match(/href="\/forgot"/g)).toHaveLength(1);
    expect(page.main.match(/action="\/create-an-account\/start"/g)).toHaveLength(1);
    expect(page.main).not.toContain('href="/create-an-account/start"');
    return;
  }
  if (screen === "closed account") {
    expect([sent.location, page.status]).toEqual([roadblocks.technical.path, 403]);
    return expect(page.main.includes(words("roadblock:technical.title.accountClosed"))).toBe(true);
  }
  const row: RoadblockRow = roadblocks[screen];
  expect([sent.location, page.status]).toEqual([row.path, row.status ?? 200]);
  expect(page.main.includes(words(`roadblock:${screen}.title${form}` as TextKey))).toBe(true);
}

/** An account that waits for a new password is not paused: a passkey is refused too. */
const formOf = (code: string) => (code === gatewayResults.lockedUntilReset.code ? ".newPassword" : "");

describe("the portal", () => {
  test.each(rows)("answers the code %s with the screen %s, in upper and lower case", async (code, screen) => {
    for (const written of [code, code.toLowerCase(), code.toUpperCase()])
      await expectScreen(await shown(`TAM_OP=login&ERROR_CODE=${written}&URL=%2Fpkmslogin.form`), screen, formOf(code));
  });

  test("is tested with every code that it knows, and with every outcome of the built-in gateway", () => {
    const codes = rows.map(([code]) => code);
    expect(codes.map((code) => code.toLowerCase())).toEqual(expect.arrayContaining(Object.keys(gatewayCodes)));
    for (const result of Object.keys(gatewayResults) as GatewayResult[])
      expect(codes).toContain(gatewayResults[result].code);
  });

  test.each(["nobody-knows", "", "login_success", "__proto__"])(
    "ignores TAM_OP, such as %j, where there is a code",
    async (op) => {
      await expectScreen(await shown(`TAM_OP=${op}&ERROR_CODE=0x132120c8`), "login error");
      await expectScreen(await shown(`ERROR_CODE=0x13212135&TAM_OP=${op}`), "forgot-password", ".newPassword");
    },
  );

  test("shows the login page without a code, and a sign-out notice once", async () => {
    await expectScreen(await shown(""), "login");
    const { page, browser } = await shown("TAM_OP=logout&ERROR_CODE=0x00000000");
    expect(page.main.includes(words("login:notice.signedOut.title"))).toBe(true);
    expect((await browser.open("/")).main.includes(words("login:notice.signedOut.title"))).toBe(false);
  });

  test("shows the code of a technical error in the page footer, to read to an agent", async () => {
    const { page } = await shown("TAM_OP=error&ERROR_CODE=0x13212077");
    expect(page.html.includes("0x13212077")).toBe(true);
    const { page: other } = await shown("TAM_OP=error&ERROR_CODE=%3Cscript%3E1");
    expect(other.html.includes("<script>1")).toBe(false);
    expect(other.html.includes(roadblocks.technical.agentCode)).toBe(true);
  });
});

describe("A-140 the portal does not redirect to the URL of a gateway's answer,", () => {
  test.each([
    "/pkmslogin.form",
    "/account?tab=1",
    "https://evil.example/",
    "//evil.example",
    "http://belair.localhost:3000/anything?tab=2",
    "javascript:alert(1)",
    "%2F%2Fevil.example",
  ])("%s", async (url) => {
    for (const [code, location] of [
      ["0x00000000", "/"],
      ["0x38cf05e7", "/account"],
      ["0x132120c8", "/"],
    ] as const)
      expect((await shown(`ERROR_CODE=${code}&URL=${encodeURIComponent(url)}`)).sent.location).toBe(location);
  });

  test.each(["/start?language=fr&province=qc", "https://portal.example/start?language=fr&province=qc"])(
    "but applies its language and province, relative or absolute: %s",
    async (url) => {
      const { page } = await shown(`TAM_OP=login&ERROR_CODE=0x00000000&URL=${encodeURIComponent(url)}`);
      expect(page.html.includes('<html lang="fr-CA"')).toBe(true);
    },
  );
});
