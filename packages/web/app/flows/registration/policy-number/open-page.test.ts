import {
  type PolicyNumberPage,
  policyNumberFlow,
  policyNumberPages,
} from "@vestibule/catalogue/policy-number-flow.table.ts";
import { canTransitionTo } from "@vestibule/contract/flow.rule.ts";
import { describe, expect, it } from "vitest";
import type {
  SessionMailedLink,
  SessionPolicyNumberRegistration,
} from "../../../shared-slices/registration-slices.server.ts";
import { canOpenPage } from "./open-page.rule.ts";

const mailedLink: SessionMailedLink = {
  answeredQuestion: { registrationId: "r", validationId: "v" },
  email: "maelle@courrier.example",
};

/** A registration at the page `at`, with all data that the page `needed` needs. */
function attemptAt(at: PolicyNumberPage, needed: PolicyNumberPage): SessionPolicyNumberRegistration {
  const { needs } = policyNumberFlow[needed];
  return {
    id: "r",
    page: at,
    ubi: false,
    hasAccount: false,
    endsAt: "2026-11-21T18:00:00Z",
    stepAt: "2026-11-21T17:40:00Z",
    methods: [{ id: "w", method: "EMAIL" }],
    ...((needs === "SMS" || needs === "EMAIL" || needs === "PIN") && {
      chosen: { id: "w", method: needs, to: "" },
    }),
    ...((needs === "ASKEMAIL" || needs === "ASKUSERNAME" || needs === "ASKPASSWORD") && {
      question: { id: "q", action: needs },
    }),
    ...(needs === "canAskPolicyholder" && {
      question: { id: "q", action: "ASKPASSWORD", canAskPolicyholder: true },
    }),
    ...(needs === "askedPolicyholder" && {
      policyholderAsked: { email: "maelle@courrier.example", dueAt: "2026-11-24T17:40:00Z" },
    }),
    verified: { identityFact: "cellPhone" },
    existingAccount: { email: "maelle@courrier.example", firstName: "Maëlle" },
  };
}

describe("a requested URL", () => {
  it.each(policyNumberPages)("shows the current page %s or one that may follow it, and no other", (at) => {
    for (const page of policyNumberPages) {
      const isOpen = canOpenPage(page, { attempt: attemptAt(at, page), mailedLink });
      expect(isOpen, `${page} from ${at}`).toBe(page === at || canTransitionTo(policyNumberFlow[at], page));
    }
  });

  it.each(policyNumberPages.filter((page) => policyNumberFlow[page].needs !== "nothing"))(
    "does not show %s without the data that it needs",
    (page) => {
      const { id, ubi, hasAccount, endsAt, stepAt } = attemptAt(page, page);
      expect(canOpenPage(page, { attempt: { id, ubi, hasAccount, endsAt, stepAt, page, methods: [] } })).toBe(false);
    },
  );
});

describe("the flow", () => {
  it("has only known pages, and leads to each of them", () => {
    for (const page of policyNumberPages) {
      for (const { page: after } of policyNumberFlow[page].next) expect(policyNumberPages).toContain(after);
      expect(policyNumberPages.some((before) => canTransitionTo(policyNumberFlow[before], page))).toBe(true);
    }
  });

  it("leads Back from the validation pages to identification, and from the first page to the login page", () => {
    expect(policyNumberFlow.IDENTIFICATION.back.path).toBe("/");
    for (const page of policyNumberPages.filter((one) => one.startsWith("VALIDATION")))
      expect(policyNumberFlow[page].back).toEqual({ kind: "path", path: "/create-an-account/identification" });
  });
});
