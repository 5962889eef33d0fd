import { provinces } from "@vestibule/catalogue/province.table.ts";
import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { codeMeaning } from "@vestibule/wording/agent-guide.rule.ts";
import { beforeMidnight, minuteOfEnd } from "@vestibule/wording/format.ts";
import { pageTexts, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { momentWithZone, translate as textOf, timeOfDayWithoutZone } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { type ShownTitle, shownTitle } from "../roadblock/roadblock-words.server.ts";
import { pageNames } from "./page-name.table.ts";

export type Words = ReturnType<typeof caseWords>;

/** Texts and times of a support case in the language and time zone of a request. */
export function caseWords(about: PortalRequestContext) {
  const { language, brand } = about;
  const texts = pageTexts(
    ["agent", "common", "registrationError", "roadblock", "security:did"],
    language,
    brand.overrides[language],
  );
  const translate = (key: TextKey, facts: Record<string, string> = {}) => t(texts[key] ?? key, language, facts);
  return {
    t: translate,
    /** Translation of a key, or the key itself where the API is newer than the texts. */
    translateOr: (key: string, word: string) => (texts[key] === undefined ? word : t(texts[key], language)),
    meaningOf: (shownCode: string) => codeMeaning(shownCode, language),
    pageName: (path: string) => {
      const key = Object.hasOwn(pageNames, path) ? pageNames[path] : undefined;
      return key === undefined ? path : textOf(about, key);
    },
    shownTitle: (id: RoadblockId, visible: Omit<ShownTitle, "id" | "texts">) =>
      shownTitle(about, { texts, id, ...visible }),
    moment: (at: string) => momentWithZone(about, at),
    timeOfDayWithoutZone: (at: string) => timeOfDayWithoutZone(about, new Date(at)),
    /** Rounded as on the person's own page, so that both read the same end. */
    end: (at: string) => momentWithZone(about, minuteOfEnd(new Date(at))),
    /** As in the message about the request, and on the page that stops it. */
    deadline: (at: string) => momentWithZone(about, beforeMidnight(new Date(at), provinces[about.province].timeZone)),
  };
}
