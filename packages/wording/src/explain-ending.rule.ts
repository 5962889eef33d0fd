import { type ExplainEnding, explainEndings } from "@vestibule/catalogue/explain-ending.table.ts";
import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type RoadblockId, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { sentence } from "./tables.ts";
import { t } from "./wording.ts";

/** What a person can meet, with the path of its page and the code of its roadblock. */
export function endingText(ending: ExplainEnding, language: Language): string {
  const { page, roadblock }: { page?: Page; roadblock?: RoadblockId } = explainEndings[ending];
  const described = t(sentence(`explain:ending.${ending}`, language), language);
  if (page === undefined) return described;
  const { path } = flow[page];
  if (roadblock === undefined) return t(sentence("explain:page", language), language, { sentence: described, path });
  const code = roadblocks[roadblock].agentCode;
  return t(sentence("explain:roadblock", language), language, { sentence: described, path, code });
}

/** What a row meets, and the days without telephone hours of the coming week where it meets a roadblock. */
export function endingTexts(
  endings: readonly ExplainEnding[],
  closedDays: readonly string[],
  language: Language,
): string[] {
  const lines = endings.map((ending) => endingText(ending, language));
  const meetsRoadblock = endings.some((ending) => "roadblock" in explainEndings[ending]);
  return meetsRoadblock && closedDays.length > 0 ? [...lines, closedText(closedDays, language)] : lines;
}

function closedText(closedDays: readonly string[], language: Language): string {
  const weekday = new Intl.DateTimeFormat(`${language}-CA`, { weekday: "long", timeZone: "UTC" });
  const days = closedDays.map((date) => weekday.format(new Date(date)));
  const list = new Intl.ListFormat(`${language}-CA`, { type: "conjunction" }).format(days);
  return t(sentence("explain:closed", language), language, { days: list });
}
