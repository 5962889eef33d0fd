import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  gatewayCodes,
  gatewayResults,
  visibleErrorCodePattern,
  visibleErrorCodes,
} from "@vestibule/catalogue/gateway.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { type ErrorHandling, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { responses } from "@vestibule/catalogue/response.table.ts";
import { agentRowIds, agentRows } from "@vestibule/catalogue/roadblock.table.ts";
import { codeMeaning } from "@vestibule/wording/agent-guide.rule.ts";
import { expect, test } from "vitest";
import { agentGuide } from "./agent-guide.rule.ts";

test.each(languages)("the agent's guide in %s matches the generated one", (language) => {
  const file = join(import.meta.dirname, `../../../../docs/agent-guide.${language}.md`);
  expect(readFileSync(file, "utf8")).toBe(agentGuide(language));
});

test.each(languages)("the guide in %s explains every visible error code", (language) => {
  const handlings = Object.values(registrationErrors).map(({ handling }): ErrorHandling => handling);
  const shown = [
    ...responses.flatMap(({ handling }) => ("shownCode" in handling ? [handling.shownCode] : [])),
    ...handlings.flatMap((handling) => (handling.kind === "dialog" ? [handling.agentCode] : [])),
    ...Object.values(gatewayResults).flatMap(({ code }) => (Object.hasOwn(gatewayCodes, code) ? [] : [code])),
  ];
  expect(new Set(shown)).toEqual(new Set(visibleErrorCodes));
  const guide = agentGuide(language);
  for (const code of visibleErrorCodes) {
    expect(code).toMatch(visibleErrorCodePattern);
    expect(guide).toContain(`| \`${code}\` | ${codeMeaning(code.toUpperCase(), language)} |`);
    expect(codeMeaning(code, language)).not.toBe(codeMeaning("0x00000001", language));
  }
});

test.each(languages)("the guide in %s lists every roadblock by its code", (language) => {
  const guide = agentGuide(language);
  for (const id of agentRowIds) expect(guide).toContain(`## ${agentRows[id].agentCode} · `);
});
