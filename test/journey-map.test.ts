import { describe, expect, test } from "vitest";
import { flow, pages } from "../packages/catalogue/src/flow.table.ts";
import { legacyFlow } from "../packages/catalogue/src/legacy-flow.table.ts";
import { flowChart, inWords } from "../scripts/journey-map/chart.ts";
import { journeyMapPage } from "../scripts/journey-map/page.ts";

const page = journeyMapPage();
const drawings = [...page.matchAll(/```mermaid\n(.+?)\n```/gs)].map(([, drawing = ""]) => drawing.split("\n"));

/** The few shapes of lines that the drawings are made of, as Mermaid reads them. */
const box = /^ {2}([A-Z_]+)(?:\["([^"]+)"\]|\(\["([^"]+)"\]\)):::(\w+)$/;
const arrow = /^ {2}([A-Z_]+) -->(?:\|"([^"|]+)"\|)? ([A-Z_]+)$/;
const look = /^ {2}classDef (\w+) [\w:#,.\- ]+$/;

test.each(drawings.map((lines, index) => ({ index, lines })))(
  "drawing $index is made of boxes, arrows between them and their looks alone",
  ({ lines: [head, ...lines] }) => {
    expect(head).toMatch(/^flowchart (TB|LR)$/);
    expect(lines.filter((line) => !box.test(line) && !arrow.test(line) && !look.test(line))).toEqual([]);
    const ids = lines.flatMap((line) => box.exec(line)?.[1] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const ends = lines.flatMap((line) => arrow.exec(line)?.filter((_part, at) => at === 1 || at === 3) ?? []);
    expect(ends.filter((end) => !ids.includes(end))).toEqual([]);
    const looks = lines.flatMap((line) => look.exec(line)?.[1] ?? []);
    expect(lines.flatMap((line) => box.exec(line)?.[4] ?? []).filter((name) => !looks.includes(name))).toEqual([]);
  },
);

describe("nothing of the tables is left out", () => {
  const drawn = drawings.flat().join("\n");

  test.each([...pages, ...Object.keys(legacyFlow)])("the page %s has a box", (id) => {
    expect(drawn).toContain(`<b>${inWords(id)}</b>`);
  });

  test.each(pages.flatMap((id) => flow[id].next.map(({ event }) => [id, event] as const)))(
    "of %s the way called %s has its words",
    (_id, event) => {
      expect(drawn).toContain(inWords(event));
    },
  );
});

test("reasons for one arrow stand on one label", () => {
  const nodes = [
    { id: "A", lines: ["a"], kind: "begin" },
    { id: "B", lines: ["b"], kind: "arrive" },
  ] as const;
  const edges = ["x", "y", "x"].map((label) => ({ from: "A", to: "B", label }));
  expect(flowChart({ nodes, edges }, "LR")).toContain('  A -->|"x<br>y"| B\n');
});
