import { screenIds } from "@vestibule/catalogue/screen.table.ts";
import type { DemoVisit } from "./demo-visit.rule.ts";
import { loneAreas, lonePageIds } from "./gallery/lone-page.rule.ts";
import { messageSamples, sampleTitle } from "./message-sample.rule.ts";
import { screenTitle } from "./screen-title.rule.ts";
import { areaOf, type ScreenArea } from "./wall/screen-area.rule.ts";

export interface ScreenEntry {
  id: string;
  /** `message`: a message, or a page without the portal's script. */
  kind: "ordinary" | "roadblock" | "message";
  area: ScreenArea;
  title: string;
  path: string;
}

/** Every screen, then every page without the portal's script, then every message. */
export function screenList(visit: DemoVisit): ScreenEntry[] {
  const drawn = screenIds.map((id): ScreenEntry => {
    const area = areaOf(id);
    const kind = area === "roadblock" ? area : "ordinary";
    return { id, kind, area, title: screenTitle(id, visit), path: `/demo/screens/${id}` };
  });
  const messages = messageSamples.map((sample): ScreenEntry => {
    const { id } = sample;
    const title = sampleTitle(sample, visit);
    return { id: `message-${id}`, kind: "message", area: "message", title, path: `/demo/messages/${id}` };
  });
  const alone = lonePageIds.map((id): ScreenEntry => {
    const title = visit.say(`page.${id}`);
    return { id: `page-${id}`, kind: "message", area: loneAreas[id], title, path: `/demo/pages/${id}` };
  });
  return [...drawn, ...alone, ...messages];
}
