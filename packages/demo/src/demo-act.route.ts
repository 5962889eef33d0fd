import { issueLinkFor } from "@vestibule/api/flows/email-link/issue-link.ts";
import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { type Context, Hono } from "hono";
import { deleteCookie } from "hono/cookie";
import { chooseBrand, isSecure } from "./brand-cookie.ts";
import { moveClock, readClock, resetClock } from "./clock.store.ts";
import { type ClockMove, clockMoves, secondsToMove } from "./clock-move.rule.ts";
import { linkOrderOf } from "./demo-link.rule.ts";
import type { DemoDeps } from "./demo-parts.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";
import { brandCookie, demoVisit, languageOf } from "./demo-visit.rule.ts";
import { mailPin } from "./mail-pin.ts";
import { forgetTriedStories, markStoryTried } from "./tried-stories.ts";

const startPaths = { registration: "/create-an-account/start", login: "/", forgot: recoveryFlow.FORGOT.path } as const;
/**
 * Cookies cleared when a scenario starts: the portal's session and the gateway's, with their names on plain and secure
 * hosts.
 */
const sessionCookies = ["portal", "__Host-portal", "PD-H-SESSION-ID", "PD-S-SESSION-ID"];

/** The guide's buttons: plain forms answered with a redirect. */
export function demoActRoutes(deps: DemoDeps & { people(): Promise<readonly DemoPerson[]> }): Hono {
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
    if (c.req.method === "POST" && !fromOwnPage(c.req.raw)) return c.body(null, 403);
    return next();
  });

  routes.post("/demo/brand", async (c) => {
    const { brand = "" } = await fieldsOf(c);
    const chosen = brands.byId(brand);
    if (chosen) chooseBrand(c, chosen.id);
    else deleteCookie(c, brandCookie, { path: "/" });
    return c.redirect("/demo#brand", 303);
  });

  routes.post("/demo/clock", async (c) => {
    const fields = await fieldsOf(c);
    const to = clockMoves.find((one) => one === fields.move);
    if (to === undefined) return c.body(null, 400);
    await move(to, demoVisit(c.req.raw, brands).province);
    return c.redirect("/demo#clock", 303);
  });

  let resetting: Promise<void> | undefined;
  routes.post("/demo/reset", async (c) => {
    resetting ??= deps.reset().finally(() => {
      resetting = undefined;
    });
    await resetting;
    await clock.refresh?.();
    forgetTriedStories(c);
    return c.redirect("/demo?reset=done#reset", 303);
  });

  routes.post("/demo/start", async (c) => {
    const fields = await fieldsOf(c);
    const brand = brands.byId(fields.brand ?? "");
    const province = provinceIds.find((one) => one === fields.province);
    const language = languageOf(fields.language);
    if (!brand || !province || !language) return c.body(null, 400);
    const to = clockMoves.find((one) => one === fields.clock);
    if (to !== undefined) await move(to, province);
    beginAfresh(c, brand.id);
    markStoryTried(c, fields.story);
    const path = startPaths[isStartPage(fields.at) ? fields.at : "registration"];
    return c.redirect(`${path}?province=${province}&language=${language}`, 303);
  });

  routes.post("/demo/link", async (c) => {
    const fields = await fieldsOf(c);
    const order = linkOrderOf(fields, await people());
    if (!order) return c.body(null, 400);
    const ending = await issueLinkFor(
      { ...deps.links, originOf: () => new URL(c.req.url).origin },
      { ...order, actor: "operator:demo", message: "sent" },
    );
    beginAfresh(c, order.brand);
    markStoryTried(c, fields.story);
    // No link is issued when the scenario was already played, since its person now has an account.
    return c.redirect(ending.kind === "issued" ? "/demo/outbox" : "/demo#people", 303);
  });

  routes.post("/demo/letter", async (c) => {
    const fields = await fieldsOf(c);
    const found = (await people())
      .filter(({ brand }) => brand.id === fields.brand)
      .flatMap(({ brand, rows }) => rows.map((row) => ({ brand, row })))
      .find(({ row }) => row.pin && row.pin === fields.pin && row.policyNumber === fields.policyNumber);
    if (!found?.row.pin) return c.body(null, 400);
    await database
      .transaction()
      .execute((transaction) => mailPin(notifier, transaction, { ...found, origin: new URL(c.req.url).origin }));
    return c.redirect("/demo#outbox", 303);
  });

  return routes;
}

/** Selects the brand and clears the sessions of the previous scenario. */
function beginAfresh(c: Context, brandId: string): void {
  chooseBrand(c, brandId);
  for (const name of sessionCookies)
    deleteCookie(c, name, { path: "/", secure: name.startsWith("__Host-") || isSecure(c) });
}

const isStartPage = (at: string | undefined): at is keyof typeof startPaths => Object.hasOwn(startPaths, at ?? "");

/** Prevents CSRF: a form of another site may not move the clock or change the brand. */
function fromOwnPage(request: Request): boolean {
  const stated = request.headers.get("origin");
  if (stated !== null) return stated === new URL(request.url).origin;
  return ["same-origin", "none", null].includes(request.headers.get("sec-fetch-site"));
}

async function fieldsOf(c: Context): Promise<Partial<Record<string, string>>> {
  const form = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
