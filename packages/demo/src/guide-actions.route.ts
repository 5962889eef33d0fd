import { issueLinkFor } from "@vestibule/api/flows/email-link/issue-link.ts";
import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { trustedDeviceName } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { isOwnPost } from "@vestibule/contract/own-post.rule.ts";
import type { LinkOrderBody } from "@vestibule/contract/v1/link.schema.ts";
import { type Context, Hono } from "hono";
import { deleteCookie } from "hono/cookie";
import { applicationCookies } from "./application/application.route.ts";
import { applicationPath } from "./application/application-client.rule.ts";
import { moveClock, readClock, resetClock } from "./clock.store.ts";
import { type ClockMove, clockMoves, secondsToMove } from "./clock-move.rule.ts";
import { chooseBrand, forgetTriedScenarios, isSecureRequest, markScenarioTried } from "./cookies.ts";
import type { DemoDeps } from "./demo-deps.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";
import { sendPinLetter } from "./pin-letter.ts";
import { brandCookie, parseLanguage, readDemoContext } from "./request-context.rule.ts";

const startPaths = {
  registration: "/create-an-account/start",
  login: "/",
  forgot: recoveryFlow.FORGOT.path,
  application: applicationPath,
} as const;
/**
 * Cookies cleared when a scenario starts, so that it begins in a new browser without a session: the portal's, the
 * gateway's and the one by which accounts know the browser, with their names on plain and secure hosts.
 */
const browserCookies = [
  "portal",
  "__Host-portal",
  "PD-H-SESSION-ID",
  "PD-S-SESSION-ID",
  "__Host-session-binding",
  trustedDeviceName,
  `__Host-${trustedDeviceName}`,
];

type ActionDeps = DemoDeps & { people(): Promise<readonly DemoPerson[]> };
type Action = (c: Context, deps: ActionDeps, fields: FormFields) => Response | Promise<Response>;

/** The guide's buttons: plain forms answered with a redirect. */
export function guideActionRoutes(deps: ActionDeps): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    // A form of another site may not move the clock or change the brand.
    if (c.req.method === "POST" && !isOwnPost(c.req.raw.headers, [new URL(c.req.url).origin])) return c.body(null, 403);
    return next();
  });
  const actions: Record<string, Action> = { brand, clock, reset: resetAction(), start, link, letter };
  for (const [name, action] of Object.entries(actions))
    routes.post(`/demo/${name}`, async (c) => action(c, deps, await readFields(c)));
  return routes;
}

const brand: Action = (c, { brands }, fields) => {
  const chosen = brands.byId(fields.brand ?? "");
  if (chosen) chooseBrand(c, chosen.id);
  else deleteCookie(c, brandCookie, { path: "/" });
  return c.redirect("/demo#brand", 303);
};

const clock: Action = async (c, deps, fields) => {
  const move = clockMoves.find((one) => one === fields.move);
  if (move === undefined) return c.body(null, 400);
  await applyClockMove(deps, move, readDemoContext(c.req.raw, deps.brands).province);
  return c.redirect("/demo#clock", 303);
};

/** Resets at most once at a time. */
function resetAction(): Action {
  let resetting: Promise<void> | undefined;
  return async (c, deps) => {
    resetting ??= deps.reset().finally(() => {
      resetting = undefined;
    });
    await resetting;
    await deps.clock.refresh?.();
    forgetTriedScenarios(c);
    return c.redirect("/demo?reset=done#reset", 303);
  };
}

const start: Action = async (c, deps, fields) => {
  const chosen = deps.brands.byId(fields.brand ?? "");
  const province = provinceIds.find((one) => one === fields.province);
  const language = parseLanguage(fields.language);
  if (!chosen || !province || !language) return c.body(null, 400);
  const move = clockMoves.find((one) => one === fields.clock);
  if (move !== undefined) await applyClockMove(deps, move, province);
  prepareBrowser(c, chosen.id);
  markScenarioTried(c, fields.scenario);
  const path = startPaths[isStartPage(fields.at) ? fields.at : "registration"];
  return c.redirect(`${path}?province=${province}&language=${language}`, 303);
};

const link: Action = async (c, deps, fields) => {
  const order = parseLinkOrder(fields, await deps.people());
  if (!order) return c.body(null, 400);
  const result = await issueLinkFor(
    { ...deps.links, originOf: () => new URL(c.req.url).origin },
    { ...order, actor: "operator:demo", message: "sent" },
  );
  prepareBrowser(c, order.brand);
  markScenarioTried(c, fields.scenario);
  // No link is issued when the scenario was already played, since its person now has an account.
  return c.redirect(result.kind === "issued" ? "/demo/outbox" : "/demo#people", 303);
};

const letter: Action = async (c, { database, notifier, people }, fields) => {
  const found = (await people())
    .filter((person) => person.brand.id === fields.brand)
    .flatMap((person) => person.rows.map((row) => ({ brand: person.brand, row })))
    .find(({ row }) => row.pin && row.pin === fields.pin && row.policyNumber === fields.policyNumber);
  if (!found?.row.pin) return c.body(null, 400);
  await database
    .transaction()
    .execute((transaction) => sendPinLetter(notifier, transaction, { ...found, origin: new URL(c.req.url).origin }));
  return c.redirect("/demo#outbox", 303);
};

async function applyClockMove(
  { database, clock: current }: ActionDeps,
  move: ClockMove,
  province: ProvinceId,
): Promise<void> {
  if (move === "back") await resetClock(database);
  else {
    const { now } = await readClock(database);
    await moveClock(database, secondsToMove(move, { now, province }));
  }
  await current.refresh?.();
}

/** Selects the brand and clears what the previous scenario left in the browser. */
function prepareBrowser(c: Context, brandId: string): void {
  chooseBrand(c, brandId);
  for (const name of browserCookies)
    deleteCookie(c, name, { path: "/", secure: name.startsWith("__Host-") || isSecureRequest(c) });
  for (const name of applicationCookies) deleteCookie(c, name, { path: applicationPath });
}

const isStartPage = (at: string | undefined): at is keyof typeof startPaths => Object.hasOwn(startPaths, at ?? "");

type FormFields = Partial<Record<string, string>>;

async function readFields(c: Context): Promise<FormFields> {
  // A body that cannot be parsed has no fields.
  const form = await c.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The link that a form of the guide requests, or undefined where it names no person of the book. */
export function parseLinkOrder(
  fields: FormFields,
  people: readonly DemoPerson[],
): (LinkOrderBody & { brand: string }) | undefined {
  const action = issuedLinkActions.find((one) => one === fields.action);
  const src = linkSources.find((one) => one === fields.source);
  const named = people.filter(({ brand, personKey }) => brand.id === fields.brand && personKey === fields.person);
  const row = named
    .flatMap(({ rows }) => rows)
    .find(({ policyNumber, role }) => policyNumber === fields.policyNumber && String(role) === fields.role);
  const [person] = named;
  if (!action || !src || !person || !row) return undefined;
  const { company, policyNumber, role, emailAsTyped } = row;
  // A reset is sent to the account's e-mail; for other actions the e-mail on file tells apart drivers of one policy.
  const email = action === "RESETPWD_LOGIN" ? undefined : emailAsTyped;
  return { company, policyNumber, role, action, src, brand: person.brand.id, ...(email && { email }) };
}
