import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { type DrawDeps, drawScreen } from "./draw-screen.ts";
import type { Screen } from "./fixture.rule.ts";
import { screenEntries } from "./screens.rule.ts";

/** Screens of people; those of agents and the team are of no brand. */
export const publicEntries = screenEntries.filter(({ area }) => area !== "agent" && area !== "team");

/** HTML of a screen of people without scripts; recorded responses alone take the place of the API. */
export async function drawPublicScreen(
  { web, now }: { web: DrawDeps["web"]; now: Date },
  screen: Screen,
  { brand, ...locale }: { brand: Brand; province: ProvinceId; language: Language },
  nonce = "",
): Promise<string> {
  const context = { brand, ...locale, now };
  const { html } = await drawScreen(
    { web, apiFetch: async () => new Response(null, { status: 503 }) },
    {
      fixture: screen(context),
      context,
      locale: Object.entries(locale),
      headers: new Headers(),
      facts: { nonce, origin: `https://${brand.id}.example`, clientIp: "192.0.2.1" },
      preview: { brand, withoutScripts: true },
    },
  );
  return html;
}
