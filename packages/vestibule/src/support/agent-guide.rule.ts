import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type AgentRowId, agentCodeOf, agentRowIds } from "@vestibule/catalogue/roadblock.table.ts";
import { shownCodes } from "@vestibule/catalogue/shown-code.table.ts";
import { agentParts, agentRow, agentRowFor, agentRowTitle, codeMeaning } from "@vestibule/wording/agent-guide.rule.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";

/** docs/agent-guide.en.md or .fr.md, drawn from the roadblocks and their rows for the agent. */
export function agentGuide(language: Language): string {
  const tell = (key: TextKey, facts: Record<string, string> = {}) => say(sentence(key, language), language, facts);
  const section = (id: AgentRowId) => {
    const row = agentRow(id, language);
    const nobodys = agentRowFor({ roadblock: id, account: "none" }, language);
    return [
      "",
      `## ${agentCodeOf(id)} · ${tell(agentRowTitle(id))}`,
      "",
      ...agentParts.map((part) => `- **${tell(`agentGuide:${part}`)}** – ${row[part]}`),
      ...(nobodys.do === row.do ? [] : [`- **${tell("agentGuide:nobody")}** – ${nobodys.do}`]),
    ];
  };
  return [
    `# ${tell("agentGuide:title")}`,
    "",
    tell("agentGuide:lead", { path: "`/agent`" }),
    "",
    `**${tell("agentGuide:rule")}** ${tell("agentGuide:rule.why")}`,
    "",
    tell("agentGuide:rows"),
    tell("agentGuide:rows.codes"),
    ...agentRowIds.flatMap(section),
    "",
    `## ${tell("agentGuide:codes.title")}`,
    "",
    `| ${tell("agentGuide:codes.code")} | ${tell("agentGuide:codes.means")} |`,
    "|---|---|",
    ...shownCodes.map((code) => `| \`${code}\` | ${codeMeaning(code, language)} |`),
    `| ${tell("agentGuide:codes.other")} | ${codeMeaning("", language)} |`,
    "",
  ].join("\n");
}
