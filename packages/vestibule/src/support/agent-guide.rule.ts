import { visibleErrorCodes } from "@vestibule/catalogue/gateway.table.ts";
import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { agentRows } from "@vestibule/catalogue/roadblock.table.ts";
import {
  type AgentPart,
  type AgentRow,
  agentParts,
  agentRow,
  agentRowTitle,
  codeMeaning,
  type GuideRowId,
  guideForms,
  guideRowIds,
  partsInForm,
} from "@vestibule/wording/agent-guide.rule.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";

const colon = { en: ":", fr: "\u00a0:" } as const;

/** Generates docs/agent-guide.en.md or .fr.md from the roadblocks and their agent rows. */
export function agentGuide(language: Language): string {
  const text = (key: TextKey, facts: Record<string, string> = {}) => t(sentence(key, language), language, facts);
  const lines = (row: AgentRow, parts: readonly AgentPart[]) =>
    parts.map((part) => `- **${text(`agentGuide:${part}`)}** – ${row[part]}`);
  const section = (id: GuideRowId) => [
    "",
    `## ${isIdOf(agentRows, id) ? `${agentRows[id].agentCode} · ` : ""}${text(agentRowTitle(id))}`,
    "",
    ...lines(agentRow(id, language), agentParts),
    ...guideForms.flatMap((form) => {
      const parts = partsInForm(id, form);
      if (parts.length === 0) return [];
      return [
        "",
        `${text(`agentGuide:form.${form}`)}${colon[language]}`,
        "",
        ...lines(agentRow(id, language, [form]), parts),
      ];
    }),
  ];
  return [
    `# ${text("agentGuide:title")}`,
    "",
    text("agentGuide:lead", { path: "`/agent`" }),
    "",
    `**${text("agentGuide:rule")}** ${text("agentGuide:rule.why")}`,
    "",
    text("agentGuide:rows"),
    text("agentGuide:rows.codes"),
    "",
    text("agentGuide:policies"),
    "",
    text("agentGuide:mobile"),
    "",
    text("agentGuide:settling"),
    ...guideRowIds.flatMap(section),
    "",
    `## ${text("agentGuide:codes.title")}`,
    "",
    `| ${text("agentGuide:codes.code")} | ${text("agentGuide:codes.means")} |`,
    "|---|---|",
    ...visibleErrorCodes.map((code) => `| \`${code}\` | ${codeMeaning(code, language)} |`),
    `| ${text("agentGuide:codes.other")} | ${codeMeaning("", language)} |`,
    "",
  ].join("\n");
}
