import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { drawScreen } from "../../../test/draw-screen.tsx";
import { CaseActs } from "./case-acts.tsx";
import type { CaseView } from "./case-view.server.ts";

const frozen = {
  code: "482913704",
  changes: [],
  limits: [],
  limitsNote: "The account is frozen.",
  isShut: true,
  canUnlock: false,
  canUnfreeze: true,
  canWaive: false,
  links: [],
} as unknown as CaseView;

const agent = { role: "act" } as const;

test("a frozen case has the act that lifts the freeze under what the agent can do", () => {
  const html = drawScreen({
    screen: <CaseActs supportCase={frozen} {...agent} />,
    language: "en",
    texts: { around: pageTexts(["common", "frame"], "en"), own: pageTexts(["agent"], "en") },
  });
  const [, acts = ""] = html.split("What you can do</h2>");
  expect(acts).toContain('name="act" value="unfreeze"');
});
