import type { ApiFetch } from "@vestibule/contract/api.client.ts";
import type { buildWeb, PageRequestFacts, PreviewRequest } from "@vestibule/web/build-web.ts";
import type { FixtureContext, ScreenFixture } from "./fixture.rule.ts";
import { recordedApi } from "./recorded-api.adapter.ts";

const closedHelp = '<details class="help"';

export interface DrawDeps {
  web: ReturnType<typeof buildWeb>;
  /** The API that answers what the fixture does not. */
  apiFetch: ApiFetch;
}

interface ScreenToDraw {
  fixture: ScreenFixture;
  context: FixtureContext;
  /** Query that chooses brand, province and language. */
  locale: readonly (readonly [name: string, value: string])[];
  headers: Headers;
  facts: PageRequestFacts;
  /** Replaces parts of the preview of the fixture. */
  preview?: Partial<PreviewRequest>;
}

/** Renders a screen in its state with the portal itself over recorded API responses. */
export async function drawScreen(
  { web, apiFetch }: DrawDeps,
  { fixture, context, locale, headers, facts, preview }: ScreenToDraw,
): Promise<{ url: string; html: string; response: Response }> {
  const url = fixtureUrl(fixture, locale);
  const response = await web(fixtureRequest(fixture, { url, origin: facts.origin, headers }), {
    ...facts,
    preview: {
      ...fixture.preview,
      // Rendering a page consumes its flash message, so the session is cloned.
      session: structuredClone(fixture.preview.session),
      fetch: recordedApi(fixture, context, apiFetch),
      ...preview,
    },
  });
  if (!response.headers.get("content-type")?.startsWith("text/html")) throw new Error(`${fixture.path} is not drawn`);
  const html = await response.text();
  return { url, html: fixture.isHelpOpen ? html.replace(closedHelp, `${closedHelp} open`) : html, response };
}

/** The screen's own path with the fixture's query and the locale. */
function fixtureUrl({ path, query = {} }: ScreenFixture, locale: ScreenToDraw["locale"]): string {
  const whole = [...Object.entries(query), ...locale.map(([name, value]) => [name, value])];
  return whole.length === 0 ? path : `${path}?${new URLSearchParams(whole)}`;
}

function fixtureRequest(fixture: ScreenFixture, from: { url: string; origin: string; headers: Headers }): Request {
  const headers = new Headers(fixture.headers);
  for (const name of ["cookie", "accept-language"]) {
    const value = from.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const url = new URL(from.url, from.origin);
  if (fixture.form === undefined) return new Request(url, { headers });
  headers.set("origin", from.origin);
  return new Request(url, { method: "POST", headers, body: new URLSearchParams(fixture.form) });
}
