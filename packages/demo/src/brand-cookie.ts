import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { brandCookie } from "./demo-visit.rule.ts";

/** Sets the cookie that selects the brand for this browser on any host. */
export function chooseBrand(c: Context, brandId: string): void {
  setCookie(c, brandCookie, brandId, { path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure(c) });
}

export const isSecure = (c: Context) => c.req.url.startsWith("https:");
