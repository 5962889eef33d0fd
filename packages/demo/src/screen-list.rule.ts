import type { ScreenArea } from "@vestibule/vestibule/screens/screen-area.rule.ts";
import { titleOf } from "@vestibule/vestibule/screens/screen-title.rule.ts";
import { screenEntries } from "@vestibule/vestibule/screens/screens.rule.ts";
import { messageSamples, sampleTitle } from "./message-sample.rule.ts";
import type { DemoRequestContext } from "./request-context.rule.ts";
import { standalonePageIds, standalonePages } from "./standalone-page.rule.ts";

export interface ScreenEntry {
  id: string;
  /** `message`: a message, or a page without the portal's script. */
  kind: "ordinary" | "roadblock" | "message";
  area: ScreenArea;
  title: string;
  path: string;
}

/** Every screen, then every page without the portal's script, then every message. */
export function screenList(context: DemoRequestContext): ScreenEntry[] {
  const drawn = screenEntries.map(({ id, area }): ScreenEntry => {
    const kind = area === "roadblock" ? area : "ordinary";
    return { id, kind, area, title: titleOf(id, context.language), path: `/demo/screens/${id}` };
  });
  const messages = messageSamples.map((sample): ScreenEntry => {
    const { id } = sample;
    const title = sampleTitle(sample, context);
    return { id: `message-${id}`, kind: "message", area: "message", title, path: `/demo/messages/${id}` };
  });
  const alone = standalonePageIds.map((id): ScreenEntry => {
    const title = context.t(`page.${id}`);
    return { id: `page-${id}`, kind: "message", area: standalonePages[id].area, title, path: `/demo/pages/${id}` };
  });
  return [...drawn, ...alone, ...messages];
}
