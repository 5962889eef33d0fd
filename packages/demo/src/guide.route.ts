import { networkInterfaces } from "node:os";
import { hostReach } from "@vestibule/api/platform/host-reach.rule.ts";
import { visibleErrorCodePattern } from "@vestibule/catalogue/gateway.table.ts";
import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { checkReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { type Context, Hono } from "hono";
import { toString as generateCode } from "qrcode";
import { applicationRoutes } from "./application/application.route.ts";
import { demoAssetRoutes } from "./asset.route.ts";
import { chatPage } from "./chat.screen.ts";
import { readClock } from "./clock.store.ts";
import { keepLanguage, readTriedScenarios } from "./cookies.ts";
import { accountHolders } from "./demo-data.store.ts";
import type { DemoDeps } from "./demo-deps.ts";
import { readDemoPeople } from "./demo-people.adapter.ts";
import { findUseCases } from "./find-use-cases.rule.ts";
import { type GuideTelephone, guidePage } from "./guide.screen.ts";
import { guideActionRoutes } from "./guide-actions.route.ts";
import { messageSampleRoutes } from "./message-sample.route.ts";
import { outboxRoutes, renderOutbox } from "./outbox.route.ts";
import { sendRequestedLetters } from "./pin-letter.ts";
import { readDemoContext } from "./request-context.rule.ts";
import { screenGalleryRoutes } from "./screen-gallery/screen-gallery.route.ts";
import { screenList } from "./screen-list.rule.ts";

const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Routes under /demo: guide, outbox, clock. Mounted only in demo mode. */
export function demoRoutes(deps: DemoDeps): Hono {
  const { database, brands } = deps;
  // A fault gets the portal's own page.
  const routes = new Hono().onError((fault) => {
    throw fault;
  });
  const files = { brands, bookFile: deps.bookFile, accountsFile: deps.accountsFile };
  let reading: ReturnType<typeof readGuidePeople> | undefined;
  const people = () => {
    reading ??= readGuidePeople(files).catch((fault: unknown) => {
      reading = undefined;
      throw fault;
    });
    return reading;
  };
  /** A reset imports the files again, which may have changed. */
  const reset = async () => {
    await deps.reset();
    reading = undefined;
  };

  routes.use("/demo/*", async (c, next) => {
    await next();
    if (!c.res.headers.has("content-security-policy")) c.header("content-security-policy", pagePolicy);
    c.header("x-frame-options", "SAMEORIGIN");
  });
  for (const path of ["/demo", "/demo/outbox", "/demo/outbox/list", "/demo/outbox.json"])
    routes.use(path, async (c, next) => {
      const { origin } = new URL(c.req.url);
      if (c.req.method === "GET") await sendRequestedLetters(deps, { people: (await people()).people, origin });
      return next();
    });
  routes.route("/", demoAssetRoutes(brands));
  routes.route("/", outboxRoutes(deps));
  routes.route("/", messageSampleRoutes(deps));
  routes.route("/", screenGalleryRoutes(deps));
  routes.route("/", applicationRoutes(deps));
  routes.route("/", guideActionRoutes({ ...deps, reset, people: async () => (await people()).people }));

  routes.get("/demo", async (c) => {
    keepLanguage(c);
    const context = readDemoContext(c.req.raw, brands);
    const [{ found, shownRows, identities }, outbox, clock] = await Promise.all([
      people(),
      renderOutbox(c, deps),
      readClock(database),
    ]);
    const guide = {
      brands,
      found,
      shownRows,
      outbox,
      clock,
      staff: deps.staff ?? {},
      telephone: await phoneOf(context.origin, deps.host),
      tried: readTriedScenarios(c),
      isReset: c.req.query("reset") === "done",
      accountHolders: await accountHolders(database, identities),
    };
    return c.html(guidePage(guide, context));
  });
  routes.get("/demo/chat", (c) => chatResponse(c, brands));
  routes.get("/demo/screens.json", (c) => c.json(screenList(readDemoContext(c.req.raw, brands))));
  return routes;
}

function chatResponse(c: Context, brands: BrandBook) {
  const context = readDemoContext(c.req.raw, brands);
  const brand = brands.byId(c.req.query("brand") ?? "") ?? context.brand;
  const province = provinceIds.find((id) => id === c.req.query("province")) ?? context.province;
  const errorCode = c.req.query("errorCode")?.match(/^[0-9A-Za-z]{1,16}$/)?.[0];
  const shownCode = c.req.query("shownCode")?.match(visibleErrorCodePattern)?.[0];
  const typedReference = c.req.query("reference") ?? "";
  const reference = checkReference(typedReference) ? typedReference : undefined;
  return c.html(chatPage({ ...context, brand }, { province, errorCode, shownCode, reference }));
}

async function readGuidePeople(files: Parameters<typeof readDemoPeople>[0]) {
  const { people, shownRows } = await readDemoPeople(files);
  return { people, found: findUseCases(people), shownRows, identities: people.flatMap((person) => person.identities) };
}

/** How a phone reaches this server. `host`: IP or host name that the server listens on. */
async function phoneOf(origin: string, host: string | undefined): Promise<GuideTelephone> {
  const isLocal = hostReach(new URL(origin).hostname) === "ownMachine";
  if (isLocal && host !== undefined && hostReach(host) === "ownMachine") return "thisMachineOnly";
  const reachable = isLocal ? networkOrigin(origin) : origin;
  if (reachable === undefined) return undefined;
  const url = `${reachable}/demo`;
  return { url, code: await generateCode(url, { type: "svg", margin: 1 }) };
}

/** URL of this server at this machine's IP, with the port of the request; undefined without a network. */
function networkOrigin(origin: string): string | undefined {
  const { protocol, port } = new URL(origin);
  const ip = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  return ip === undefined ? undefined : `${protocol}//${ip}${port === "" ? "" : `:${port}`}`;
}
