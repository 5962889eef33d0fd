import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { brandCookie, languageCookie, parseLanguage } from "./request-context.rule.ts";
import { type ScenarioId, scenarioIds } from "./scenario.table.ts";

const cookieName = "demo-stories";
const path = "/demo";

/** Scenarios that this browser has started, the newest last. */
export function readTriedScenarios(c: Context): ScenarioId[] {
  const named = new Set(getCookie(c, cookieName)?.split("."));
  return [...named].flatMap((name) => scenarioIds.find((id) => id === name) ?? []);
}

/** Marks a scenario as tried; an unknown id changes nothing. */
export function markScenarioTried(c: Context, scenario: string | undefined): void {
  const id = scenarioIds.find((one) => one === scenario);
  if (id === undefined) return;
  const tried = [...readTriedScenarios(c).filter((one) => one !== id), id].join(".");
  setCookie(c, cookieName, tried, { path, httpOnly: true, sameSite: "Lax", secure: isSecureRequest(c) });
}

export function forgetTriedScenarios(c: Context): void {
  deleteCookie(c, cookieName, { path });
}

/** Sets the cookie that selects the brand for this browser on any host. */
export function chooseBrand(c: Context, brandId: string): void {
  setCookie(c, brandCookie, brandId, { path: "/", httpOnly: true, sameSite: "Lax", secure: isSecureRequest(c) });
}

/** Keeps the language that a page of the guide was opened in. */
export function keepLanguage(c: Context): void {
  const language = parseLanguage(c.req.query("language"));
  if (language) setCookie(c, languageCookie, language, { path, sameSite: "Lax", httpOnly: true });
}

export const isSecureRequest = (c: Context) => c.req.url.startsWith("https:");
