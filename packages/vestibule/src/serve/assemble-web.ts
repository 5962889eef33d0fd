import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Clock, systemClock } from "@vestibule/api/platform/clock.adapter.ts";
import { deriveKeyRing } from "@vestibule/api/platform/keys.adapter.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { ApiFetch } from "@vestibule/contract/api.client.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type BrandScreens, buildWeb, type WebDeps } from "@vestibule/web/build-web.ts";
import type { BrandScreensDeps } from "../screens/brand-screens.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { brandSources } from "./open-brands.ts";
import { StartupError } from "./startup-error.ts";

const buildFolder = resolve(import.meta.dirname, "../../../web/build");
/** Which sentences each screen shows; the build writes it. */
export const screenSentencesFile = join(buildFolder, "screen-sentences.json");
export const clientFolder = join(buildFolder, "client");

export interface WebSources {
  settings: Settings;
  brands: BrandBook;
  log: Log;
  clock?: Clock;
  build: WebDeps["build"];
  apiFetch: ApiFetch;
  withoutAgents?: boolean;
}

export type WebHandler = ReturnType<typeof buildWeb>;

export function assembleWeb(sources: WebSources) {
  const { settings, brands, log, clock = systemClock, build, apiFetch, withoutAgents = false } = sources;
  const [serviceCredential] = settings.serviceCredentials;
  const screens = brandScreensWhenUsed(() => ({ web: handler, clock, sources: brandSources(settings) }));
  const handler = buildWeb({
    build,
    brands,
    cookieKeys: deriveKeyRing(settings.secrets.cookie, "cookie"),
    mode: settings.mode,
    clock,
    api: { fetch: apiFetch, serviceCredential: withoutAgents ? undefined : serviceCredential },
    screens,
    countLinkSource: (counted) => log.info("link.source", counted),
    reportFault: (fault) => log.error("page.fault", { fault }),
  });
  return handler;
}

/** Loads the fixtures of the screens when the digital team first looks at one. */
function brandScreensWhenUsed(deps: () => Omit<BrandScreensDeps, "sentences">): BrandScreens {
  let loading: Promise<BrandScreens> | undefined;
  const load = () => {
    loading ??= loadBrandScreens(deps());
    return loading;
  };
  return {
    check: async (brandId, files) => (await load()).check(brandId, files),
    find: async (places) => (await load()).find(places),
    findOfJourneys: async (places) => (await load()).findOfJourneys(places),
    isOfJourney: async (screen) => (await load()).isOfJourney(screen),
    titles: async (language) => (await load()).titles(language),
    sentencesOf: async (screen) => (await load()).sentencesOf(screen),
    title: async (screen, language) => (await load()).title(screen, language),
    draw: async (picture) => (await load()).draw(picture),
  };
}

async function loadBrandScreens(deps: Omit<BrandScreensDeps, "sentences">): Promise<BrandScreens> {
  const { brandScreens } = await import("../screens/brand-screens.ts");
  const { readScreenSentences } = await import("../screens/screen-sentences.ts");
  return brandScreens({ ...deps, sentences: await readScreenSentences(screenSentencesFile) });
}

/** Path patterns of the portal's pages. In development they change with each save and are not read. */
export function pagePaths(build: WebDeps["build"]): string[] {
  if (typeof build === "function") return [];
  return Object.values(build.routes).flatMap((route) =>
    route?.path === undefined || route.path === "*" ? [] : [`/${route.path.replace(/^\//, "")}`],
  );
}

export async function builtPortal(): Promise<WebDeps["build"]> {
  const file = join(buildFolder, "server", "index.js");
  if (!existsSync(file)) throw new StartupError(["the portal is not built: run npm run build"]);
  return import(pathToFileURL(file).href);
}
