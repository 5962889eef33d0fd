import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { expect, test } from "vitest";
import { logLibraryOutput } from "./library-output.adapter.ts";

test("logs as JSON where a library wrote to the console, without its words", () => {
  const lines: string[] = [];
  const target = { ...console };
  logLibraryOutput(jsonLog({ level: "warn", sink: { write: (line: string) => void lines.push(line) } }), target);
  target.warn('The URL path "/jean@courrier.example%" could not be decoded');
  target.error(new TypeError("jean@courrier.example"));
  expect(lines.join("")).not.toContain("courrier");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: "warn",
      event: "library.output",
      kind: "warn",
      fault: {
        at: [
          expect.any(String),
          expect.stringContaining("library-output.test.ts"),
          ...Array(4).fill(expect.anything()),
        ],
      },
    },
    { level: "warn", event: "library.output", kind: "error", fault: { kind: "TypeError" } },
  ]);
});
