import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { drawScreen } from "../../../test/draw-screen.tsx";
import { NumbersScreen } from "./numbers.screen.tsx";

const draw = (isCompared: boolean) =>
  drawScreen({
    screen: (
      <NumbersScreen
        page={{
          kind: "numbers",
          who: "team-edit",
          roles: ["edit"],
          limit: { warnsInSeconds: 1500, endsAt: "5 p.m.", isExtended: true },
          numbers: {
            ...{ days: "7", by: "day", isCompared, canChange: true, brand: undefined, brands: [], query: "days=7" },
            ...{ period: "Every brand", journeys: [], roadblocks: [], applications: [], waivers: [] },
          },
        }}
      />
    ),
    language: "en",
    texts: { around: pageTexts(["common", "frame", "agent"], "en"), own: pageTexts(["team"], "en") },
  });

test("a period without a journey says so, and offers nothing to press", () => {
  expect(draw(false)).toContain("Nobody started anything in this period.");
  expect(draw(true)).toContain("Nobody started anything in this period or in the one before.");
  expect(draw(true)).not.toContain("opens its screens");
});
