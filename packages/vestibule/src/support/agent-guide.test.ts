import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { expect, test } from "vitest";
import { agentGuide } from "./agent-guide.rule.ts";

test.each(languages)("P-23 the agent's guide in %s is the one that the rows make", (language) => {
  const file = join(import.meta.dirname, `../../../../docs/agent-guide.${language}.md`);
  expect(readFileSync(file, "utf8")).toBe(agentGuide(language));
});

test.each(languages)("P-23 every roadblock stands in the guide in %s, by its code", (language) => {
  const guide = agentGuide(language);
  for (const id of roadblockIds) expect(guide).toContain(`## ${roadblocks[id].agentCode} · `);
});
