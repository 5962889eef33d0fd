import { languages } from "@vestibule/catalogue/province.table.ts";
import { agentRowIds } from "@vestibule/catalogue/roadblock.table.ts";
import { describe, expect, test } from "vitest";
import { agentParts, agentRow } from "./agent-guide.rule.ts";
import { english, sentence } from "./tables.ts";

const longest = 18;
const sentencesOf = (text: string) => text.split(/[.?!:](?:\s|$)/).filter((one) => one.trim() !== "");
const wordsOf = (text: string) => text.split(/[\s\u00a0]+/).filter((word) => /\p{L}|\d/u.test(word));

describe.each(languages)("P-23 the agent's rows in %s", (language) => {
  const never = sentence("agentGuide:rule", language);

  test.each(agentRowIds)("%s is whole, and says never to ask for the caller's code", (id) => {
    const row = agentRow(id, language);
    for (const part of agentParts) expect(row[part]).toMatch(/\p{L}{3,}.*[.?]$/u);
    expect(row.never).toContain(never);
  });

  test("say one thing a sentence", () => {
    const long = agentRowIds
      .flatMap((id) => Object.values(agentRow(id, language)))
      .flatMap(sentencesOf)
      .filter((text) => wordsOf(text).length > longest);
    expect(long).toEqual([]);
  });
});

test("P-23 no row is left of a roadblock that is gone", () => {
  const rows = Object.keys(english.agentGuide).filter((key) => /^(?!nobody).*\.(?:ask|say|do|never)$/.test(key));
  const known = agentRowIds.flatMap((id) => agentParts.map((part) => `${id}.${part}`));
  expect(rows.sort()).toEqual(known.sort());
});
