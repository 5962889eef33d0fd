import { describe, expect, test } from "vitest";
import { flow, pages } from "../packages/catalogue/src/flow.table.ts";
import { gatewayCodes } from "../packages/catalogue/src/gateway.table.ts";
import { linkActions } from "../packages/catalogue/src/link.table.ts";
import { policyNumberFlow } from "../packages/catalogue/src/policy-number-flow.table.ts";
import { recoveryFlow, recoveryPages } from "../packages/catalogue/src/recovery-flow.table.ts";
import { responses } from "../packages/catalogue/src/response.table.ts";
import { flowChart, inWords } from "../scripts/journey-map/chart.ts";
import { journeyMapPage } from "../scripts/journey-map/page.ts";

const page = journeyMapPage();
const drawings = [...page.matchAll(/```mermaid\n(.+?)\n```/gs)].map(([, drawing = ""]) => drawing.split("\n"));

/** Formats of the Mermaid lines in the drawings. */
const box = /^ {2}([A-Z_]+)(?:\["([^"]+)"\]|\(\["([^"]+)"\]\)):::(\w+)$/;
const arrow = /^ {2}([A-Z_]+) -->(?:\|"([^"|]+)"\|)? ([A-Z_]+)$/;
const look = /^ {2}classDef (\w+) [\w:#,.\- ]+$/;

test.each(drawings.map((lines, index) => ({ index, lines })))(
  "drawing $index uses only boxes, arrows between them and styles",
  ({ lines: [head, ...lines] }) => {
    expect(head).toMatch(/^flowchart (TB|LR)$/);
    expect(lines.filter((line) => !box.test(line) && !arrow.test(line) && !look.test(line))).toEqual([]);
    const ids = lines.flatMap((line) => box.exec(line)?.[1] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const results = lines.flatMap((line) => arrow.exec(line)?.filter((_part, at) => at === 1 || at === 3) ?? []);
    expect(results.filter((result) => !ids.includes(result))).toEqual([]);
    const looks = lines.flatMap((line) => look.exec(line)?.[1] ?? []);
    expect(lines.flatMap((line) => box.exec(line)?.[4] ?? []).filter((name) => !looks.includes(name))).toEqual([]);
  },
);

describe("the map covers the tables:", () => {
  const drawn = drawings.flat().join("\n");

  test.each([...pages, ...Object.keys(policyNumberFlow), ...recoveryPages])("the page %s has a box", (id) => {
    expect(drawn).toContain(`<b>${inWords(id)}</b>`);
  });

  test.each(recoveryPages.flatMap((id) => recoveryFlow[id].next.map(({ event }) => [id, event] as const)))(
    "the recovery page %s shows its event %s",
    (_id, event) => {
      expect(drawn).toContain(inWords(event));
    },
  );

  test.each(pages.flatMap((id) => flow[id].next.map(({ event }) => [id, event] as const)))(
    "the registration page %s shows its event %s",
    (_id, event) => {
      expect(drawn).toContain(inWords(event));
    },
  );
});

test.each(Object.keys(gatewayCodes))("the gateway's code %s is on an arrow", (code) => {
  expect(drawings.flat().find((line) => line.includes(" GATEWAY -->") && line.includes(code))).toBeDefined();
});

test.each(Object.keys(linkActions))("a link for %s has an arrow", (action) => {
  expect(drawings.flat().find((line) => line.includes(" LINK -->") && line.includes(`"${action}"`))).toBeDefined();
});

test("every row of the responses of API v1 is a line of the page", () => {
  const lines = page.split("\n").filter((line) => /^\| \d{3} \|/.test(line));
  expect(lines.map((line) => line.split(" | ").slice(0, 2).join(" "))).toEqual(
    responses.map(({ status, errorCode }) => `| ${status} ${errorCode ?? "–"}`),
  );
});

test("reasons for one arrow share one label", () => {
  const nodes = [
    { id: "A", lines: ["a"], kind: "begin" },
    { id: "B", lines: ["b"], kind: "arrive" },
  ] as const;
  const edges = ["x", "y", "x"].map((label) => ({ from: "A", to: "B", label }));
  expect(flowChart({ nodes, edges }, "LR")).toContain('  A -->|"x<br>y"| B\n');
});
