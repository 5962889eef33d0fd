import type { GalleryDeps } from "@vestibule/vestibule/serve/demo-mode.ts";
import { placeOf } from "@vestibule/web/build-web.ts";
import { mailHeaders } from "../mail-answer.ts";
import { stagedPage } from "./gallery.route.ts";
import { type LonePageId, loneAreas, lonePage } from "./lone-page.rule.ts";

/**
 * GET /demo/pages/<id>: renders a page without the portal's script: a hand-off, an error page or a refusal. `brand`,
 * `province` and `language` of the query work as in the portal.
 */
export function lonePages(deps: GalleryDeps): GalleryDeps["web"] {
  return async (request, facts) => {
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    if (!isLonePage(id)) return deps.web(request, facts);
    const place = { ...placeOf({ brands: deps.brands, mode: "demo" }, request), now: deps.clock.now() };
    const page = lonePage(id, place);
    if (page.kind === "portal") return stagedPage(deps, { stage: page.stage, place, request, facts });
    const headers = { "content-type": "text/html; charset=utf-8", ...(page.kind === "bare" && mailHeaders) };
    return new Response(page.html, { headers });
  };
}

function isLonePage(id: string): id is LonePageId {
  return Object.hasOwn(loneAreas, id);
}
