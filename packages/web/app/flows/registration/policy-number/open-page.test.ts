import { type LegacyPage, legacyFlow, legacyPages } from "@vestibule/catalogue/legacy-flow.table.ts";
import { mayFollow } from "@vestibule/contract/flow.rule.ts";
import { describe, expect, it } from "vitest";
import type { LegacySlice, MailedLinkSlice } from "../session-slice.server.ts";
import { canOpenPage } from "./open-page.rule.ts";

const mailedLink: MailedLinkSlice = {
  answeredQuestion: { registrationId: "r", validationId: "v" },
  email: "maelle@courrier.example",
};

/** A registration at a page, with all data that another page needs. */
function standing(at: LegacyPage, needed: LegacyPage): LegacySlice {
  const { needs } = legacyFlow[needed];
  return {
    ...{
      id: "r",
      page: at,
      ubi: false,
      hasAccount: false,
      endsAt: "2026-11-21T18:00:00Z",
      stepAt: "2026-11-21T17:40:00Z",
    },
    methods: [{ id: "w", method: "EMAIL" }],
    ...((needs === "SMS" || needs === "EMAIL" || needs === "PIN") && {
      chosen: { id: "w", method: needs, to: "" },
    }),
    ...((needs === "ASKEMAIL" || needs === "ASKUSERNAME" || needs === "ASKPASSWORD") && {
      question: { id: "q", action: needs },
    }),
    verified: { identityFact: "cellPhone" },
    existingAccount: { email: "maelle@courrier.example", firstName: "Maëlle" },
  };
}

describe("a requested URL", () => {
  it.each(legacyPages)("from %s shows that page and its possible successors, no other", (at) => {
    for (const page of legacyPages) {
      const isOpen = canOpenPage(page, { legacy: standing(at, page), mailedLink });
      expect(isOpen, `${page} from ${at}`).toBe(page === at || mayFollow(legacyFlow[at], page));
    }
  });

  it.each(legacyPages.filter((page) => legacyFlow[page].needs !== "nothing"))(
    "does not show %s before it was reached",
    (page) => {
      const { id, ubi, hasAccount, endsAt, stepAt } = standing(page, page);
      expect(canOpenPage(page, { legacy: { id, ubi, hasAccount, endsAt, stepAt, page, methods: [] } })).toBe(false);
    },
  );
});

describe("the flow", () => {
  it("names existing pages only, and leads to each of them", () => {
    for (const page of legacyPages) {
      for (const { page: after } of legacyFlow[page].next) expect(legacyPages).toContain(after);
      expect(legacyPages.some((before) => mayFollow(legacyFlow[before], page))).toBe(true);
    }
  });

  it("leads back from the validation area to identification in smart registration, and from the first page to the login", () => {
    expect(legacyFlow.IDENTIFICATION.back.path).toBe("/");
    for (const page of legacyPages.filter((one) => one.startsWith("VALIDATION")))
      expect(legacyFlow[page].back).toEqual({ kind: "path", path: "/create-an-account/identification" });
  });
});
