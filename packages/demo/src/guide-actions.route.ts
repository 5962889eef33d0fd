import { issueLinkFor } from "@vestibule/api/flows/email-link/issue-link.ts";
import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { LinkOrderBody } from "@vestibule/contract/v1/link.schema.ts";
import { type Context, Hono } from "hono";
import { deleteCookie } from "hono/cookie";
import { moveClock, readClock, resetClock } from "./clock.store.ts";
import { type ClockMove, clockMoves, secondsToMove } from "./clock-move.rule.ts";
import { chooseBrand, forgetTriedScenarios, isSecure, markScenarioTried } from "./cookies.ts";
import type { DemoDeps } from "./demo-deps.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";
import { sendPinLetter } from "./pin-letter.ts";
import { brandCookie, parseLanguage, readRequestContext } from "./request-context.rule.ts";

const startPaths = { registration: "/create-an-account/start", login: "/", forgot: recoveryFlow.FORGOT.path } as const;
/**
 * Cookies cleared when a scenario starts: the portal's session and the gateway's, with their names on plain and secure
 * hosts.
 */
const sessionCookies = ["portal", "__Host-portal", "PD-H-SESSION-ID", "PD-S-SESSION-ID"];

/** The guide's buttons: plain forms answered with a redirect. */
export function guideActionRoutes(deps: DemoDeps & { people(): Promise<readonly DemoPerson[]> }): Hono {
  const { database, brands, clock, notifier, people } = deps;
  const routes = new Hono();

  async function move(to: ClockMove, province: ProvinceId): Promise<void> {
    if (to === "back") await resetClock(database);
    else {
      const { now } = await readClock(database);
      await moveClock(database, secondsToMove(to, { now, province }));
    }
    await clock.refresh?.();
  }

  routes.use(async (c, next) => {
    if (c.req.method === "POST" && !isSameOrigin(c.req.raw)) return c.body(null, 403);
    return next();
  });

  routes.post("/demo/brand", async (c) => {
    const { brand = "" } = await readFields(c);
    const chosen = brands.byId(brand);
    if (chosen) chooseBrand(c, chosen.id);
    else deleteCookie(c, brandCookie, { path: "/" });
    return c.redirect("/demo#brand", 303);
  });

  routes.post("/demo/clock", async (c) => {
    const fields = await readFields(c);
    const to = clockMoves.find((one) => one === fields.move);
    if (to === undefined) return c.body(null, 400);
    await move(to, readRequestContext(c.req.raw, brands).province);
    return c.redirect("/demo#clock", 303);
  });

  let resetting: Promise<void> | undefined;
  routes.post("/demo/reset", async (c) => {
    resetting ??= deps.reset().finally(() => {
      resetting = undefined;
    });
    await resetting;
    await clock.refresh?.();
    forgetTriedScenarios(c);
    return c.redirect("/demo?reset=done#reset", 303);
  });

  routes.post("/demo/start", async (c) => {
    const fields = await readFields(c);
    const brand = brands.byId(fields.brand ?? "");
    const province = provinceIds.find((one) => one === fields.province);
    const language = parseLanguage(fields.language);
    if (!brand || !province || !language) return c.body(null, 400);
    const to = clockMoves.find((one) => one === fields.clock);
    if (to !== undefined) await move(to, province);
    resetPortalSession(c, brand.id);
    markScenarioTried(c, fields.scenario);
    const path = startPaths[isStartPage(fields.at) ? fields.at : "registration"];
    return c.redirect(`${path}?province=${province}&language=${language}`, 303);
  });

  routes.post("/demo/link", async (c) => {
    const fields = await readFields(c);
    const order = parseLinkOrder(fields, await people());
    if (!order) return c.body(null, 400);
    const ending = await issueLinkFor(
      { ...deps.links, originOf: () => new URL(c.req.url).origin },
      { ...order, actor: "operator:demo", message: "sent" },
    );
    resetPortalSession(c, order.brand);
    markScenarioTried(c, fields.scenario);
    // No link is issued when the scenario was already played, since its person now has an account.
    return c.redirect(ending.kind === "issued" ? "/demo/outbox" : "/demo#people", 303);
  });

  routes.post("/demo/letter", async (c) => {
    const fields = await readFields(c);
    const found = (await people())
      .filter(({ brand }) => brand.id === fields.brand)
      .flatMap(({ brand, rows }) => rows.map((row) => ({ brand, row })))
      .find(({ row }) => row.pin && row.pin === fields.pin && row.policyNumber === fields.policyNumber);
    if (!found?.row.pin) return c.body(null, 400);
    await database
      .transaction()
      .execute((transaction) => sendPinLetter(notifier, transaction, { ...found, origin: new URL(c.req.url).origin }));
    return c.redirect("/demo#outbox", 303);
  });

  return routes;
}

/** Selects the brand and clears the sessions of the previous scenario. */
function resetPortalSession(c: Context, brandId: string): void {
  chooseBrand(c, brandId);
  for (const name of sessionCookies)
    deleteCookie(c, name, { path: "/", secure: name.startsWith("__Host-") || isSecure(c) });
}

const isStartPage = (at: string | undefined): at is keyof typeof startPaths => Object.hasOwn(startPaths, at ?? "");

/** Prevents CSRF: a form of another site may not move the clock or change the brand. */
function isSameOrigin(request: Request): boolean {
  const stated = request.headers.get("origin");
  if (stated !== null) return stated === new URL(request.url).origin;
  return ["same-origin", "none", null].includes(request.headers.get("sec-fetch-site"));
}

async function readFields(c: Context): Promise<Partial<Record<string, string>>> {
  const form = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

type LinkFields = Partial<Record<string, string>>;

/** The link that a form of the guide requests, or undefined where it names no person of the book. */
export function parseLinkOrder(
  fields: LinkFields,
  people: readonly DemoPerson[],
): (LinkOrderBody & { brand: string }) | undefined {
  const action = issuedLinkActions.find((one) => one === fields.action);
  const src = linkSources.find((one) => one === fields.source);
  const person = people.find(({ brand, personKey }) => brand.id === fields.brand && personKey === fields.person);
  const row = person?.rows.find(
    ({ policyNumber, role }) => policyNumber === fields.policyNumber && String(role) === fields.role,
  );
  if (!action || !src || !person || !row) return undefined;
  const { company, policyNumber, role, emailAsTyped } = row;
  // A reset is sent to the account's e-mail; for other actions the e-mail on file tells apart drivers of one policy.
  const email = action === "RESETPWD_LOGIN" ? undefined : emailAsTyped;
  return { ...{ company, policyNumber, role, action, src, brand: person.brand.id }, ...(email && { email }) };
}
