import { type ExplainEnding, explainEndings } from "@vestibule/catalogue/explain-ending.table.ts";
import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type RoadblockId, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { WeekPart } from "@vestibule/catalogue/team.table.ts";
import { sentence } from "./tables.ts";
import { t } from "./wording.ts";

/**
 * What a person can meet, with the path of its page, the code of its roadblock, and the days of the week on which the
 * telephone of a roadblock is closed.
 */
export function endingText(ending: ExplainEnding, language: Language, closedDays: readonly WeekPart[] = []): string {
  const { page, roadblock }: { page?: Page; roadblock?: RoadblockId } = explainEndings[ending];
  const described = t(sentence(`explain:ending.${ending}`, language), language);
  if (page === undefined) return described;
  const { path } = flow[page];
  if (roadblock === undefined) return t(sentence("explain:page", language), language, { sentence: described, path });
  const code = roadblocks[roadblock].agentCode;
  const text = t(sentence("explain:roadblock", language), language, { sentence: described, path, code });
  return closedDays.length === 0 ? text : `${text} ${closedText(closedDays, language)}`;
}

function closedText(closedDays: readonly WeekPart[], language: Language): string {
  const days = closedDays.map((day) => t(sentence(`explain:days.${day}`, language), language));
  const list = new Intl.ListFormat(`${language}-CA`, { type: "conjunction" }).format(days);
  return t(sentence("explain:closed", language), language, { days: list });
}
