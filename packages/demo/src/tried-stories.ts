import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { isSecure } from "./brand-cookie.ts";
import { storyIds } from "./story.table.ts";

const cookieName = "demo-stories";
const path = "/demo";

/** Scenarios that this browser has started. */
export function readTriedStories(c: Context): Set<string> {
  const named = new Set(getCookie(c, cookieName)?.split("."));
  return new Set(storyIds.filter((id) => named.has(id)));
}

/** Marks a scenario as tried; an unknown id changes nothing. */
export function markStoryTried(c: Context, story: string | undefined): void {
  const id = storyIds.find((one) => one === story);
  if (id === undefined) return;
  const tried = [...readTriedStories(c).add(id)].join(".");
  setCookie(c, cookieName, tried, { path, httpOnly: true, sameSite: "Lax", secure: isSecure(c) });
}

export function forgetTriedStories(c: Context): void {
  deleteCookie(c, cookieName, { path });
}
