import { hoursNow } from "@vestibule/api/opening-hours/hours.adapter.ts";
import { type ScreenId, screens } from "@vestibule/catalogue/screen.table.ts";
import type { GalleryDeps } from "@vestibule/vestibule/serve/demo-mode.ts";
import { placeOf, type RequestFacts } from "@vestibule/web/build-web.ts";
import { nobody } from "./nobody.table.ts";
import { recordedApi } from "./recorded-api.adapter.ts";
import { stageOf } from "./stage.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

const foldedHelp = '<details class="help"';
const looks = ["brand", "province", "language"] as const;

/**
 * GET /demo/screens/<id>: renders any screen in its state with the portal itself over recorded API responses. `brand`,
 * `province` and `language` of the query work as in the portal. Always 200 for a known id; an unknown id is the
 * portal's not-found page.
 */
export function screenGallery(deps: GalleryDeps): GalleryDeps["web"] {
  const { web, brands, clock } = deps;
  return async (request, facts) => {
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    if (!isScreen(id)) return web(request, facts);
    const place = { ...placeOf({ brands, mode: "demo" }, request), now: clock.now() };
    return stagedPage(deps, { stage: stageOf(screens[id], place), place, request, facts });
  };
}

interface StagedOrder {
  stage: Stage;
  place: StagePlace;
  request: Request;
  facts: RequestFacts;
}

/** Renders the page of a fixture with the portal. */
export async function stagedPage(
  { web, apiFetch }: Pick<GalleryDeps, "web" | "apiFetch">,
  { stage, place, request, facts }: StagedOrder,
): Promise<Response> {
  const { now: another } = stage.visit;
  const address = stagedAddress(stage, request);
  const answer = await web(stagedRequest(stage, { address, origin: facts.origin, headers: request.headers }), {
    ...facts,
    // Rendering a page consumes its flash message, so the session is cloned.
    staged: {
      ...stage.visit,
      session: structuredClone(stage.visit.session),
      fetch: recordedApi({
        ...{ state: stage.recorded, account: stage.answer, agentSession: stage.agentSession, now: place.now, apiFetch },
        reference: stage.withoutReference ? undefined : nobody.reference,
        hours: another && hoursNow({ ...place, now: another }),
      }),
    },
  });
  if (!answer.headers.get("content-type")?.startsWith("text/html")) throw new Error(`${stage.path} is not drawn`);
  const html = await answer.text();
  const unfolded = stage.isHelpUnfolded ? html.replace(foldedHelp, `${foldedHelp} open`) : html;
  return new Response(atItsAddress(unfolded, { address, nonce: facts.nonce }), { headers: answer.headers });
}

function isScreen(id: string): id is ScreenId {
  return Object.hasOwn(screens, id);
}

/** The screen's own path with the fixture's query, and brand, province and language of the request. */
function stagedAddress({ path, query = {} }: Stage, request: Request): string {
  const asked = new URL(request.url).searchParams;
  const kept = looks.flatMap((name) => asked.getAll(name).map((value) => [name, value]));
  const whole = [...Object.entries(query), ...kept];
  return whole.length === 0 ? path : `${path}?${new URLSearchParams(whole)}`;
}

function stagedRequest(stage: Stage, from: { address: string; origin: string; headers: Headers }): Request {
  const headers = new Headers(stage.headers);
  for (const name of ["cookie", "accept-language"]) {
    const value = from.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const url = new URL(from.address, from.origin);
  if (stage.form === undefined) return new Request(url, { headers });
  headers.set("origin", from.origin);
  return new Request(url, { method: "POST", headers, body: new URLSearchParams(stage.form) });
}

/**
 * React Router hydrates only at the URL that the page was rendered for; the inserted script sets that URL and removes
 * itself.
 */
function atItsAddress(html: string, { address, nonce }: { address: string; nonce: string }): string {
  const literal = JSON.stringify(address).replaceAll("<", "\\u003c");
  const script = `history.replaceState(null,"",${literal});document.currentScript.remove()`;
  return html.replace("<head>", () => `<head><script nonce="${nonce}">${script}</script>`);
}
