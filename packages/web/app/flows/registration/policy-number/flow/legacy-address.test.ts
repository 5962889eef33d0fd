import { type LegacyPage, legacyFlow, legacyPages, mayFollow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { describe, expect, it } from "vitest";
import type { LegacyMemory, MailedLink } from "../../../../visit/request-context.ts";
import { canOpenPage } from "./legacy-address.rule.ts";

const mailedLink: MailedLink = { place: { registrationId: "r", validationId: "v" }, email: "maelle@courrier.example" };

/** A registration at a page, with all data that another page needs. */
function standing(at: LegacyPage, needed: LegacyPage): LegacyMemory {
  const { ground } = legacyFlow[needed];
  return {
    ...{
      id: "r",
      page: at,
      ubi: false,
      hasAccount: false,
      endsAt: "2026-11-21T18:00:00Z",
      stepAt: "2026-11-21T17:40:00Z",
    },
    ways: [{ id: "w", method: "EMAIL" }],
    ...((ground === "SMS" || ground === "EMAIL" || ground === "PIN") && {
      chosen: { id: "w", method: ground, to: "" },
    }),
    ...((ground === "ASKEMAIL" || ground === "ASKUSERNAME" || ground === "ASKPASSWORD") && {
      question: { id: "q", action: ground },
    }),
    proven: { identityFact: "cellPhone" },
    welcomed: { email: "maelle@courrier.example", firstName: "Maëlle" },
  };
}

describe("a requested URL", () => {
  it.each(legacyPages)("from %s shows that page and its possible successors, no other", (at) => {
    for (const page of legacyPages) {
      const isOpen = canOpenPage(page, { legacy: standing(at, page), mailedLink });
      expect(isOpen, `${page} from ${at}`).toBe(page === at || mayFollow(page, at));
    }
  });

  it.each(legacyPages.filter((page) => legacyFlow[page].ground !== "nothing"))(
    "does not show %s before it was reached",
    (page) => {
      const { id, ubi, hasAccount, endsAt, stepAt } = standing(page, page);
      expect(canOpenPage(page, { legacy: { id, ubi, hasAccount, endsAt, stepAt, page, ways: [] } })).toBe(false);
    },
  );
});

describe("the flow", () => {
  it("names existing pages only, and leads to each of them", () => {
    for (const page of legacyPages) {
      const { predecessors } = legacyFlow[page];
      for (const before of predecessors) expect(legacyPages).toContain(before);
      expect(predecessors.length).toBeGreaterThan(0);
    }
  });

  it("leads back from the validation area to identification in smart registration, and from the first page to the login", () => {
    expect(legacyFlow.IDENTIFICATION.back.path).toBe("/");
    for (const page of legacyPages.filter((one) => one.startsWith("VALIDATION")))
      expect(legacyFlow[page].back).toEqual({ kind: "path", path: "/create-an-account/identification" });
  });
});
