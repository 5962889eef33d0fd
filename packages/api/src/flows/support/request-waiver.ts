import { waiverRequest } from "@vestibule/catalogue/support.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { securityContacts } from "../../accounts/notify-account.ts";
import { emailsToNotify, mobilesToNotify } from "../../accounts/settling.rule.ts";
import { findSettled } from "../../accounts/settling.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import { type RequestApprovalResult, requestApproval } from "../../link-requests/request-approval.ts";
import { fingerprintAccount, homeProvince } from "../../links/link-owner.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { asksForSecondFactor } from "../../second-factor/second-factor-reasons.rule.ts";
import { canReceiveSms } from "../../verification/channel.rule.ts";
import { limitSubjectOf } from "../../verification/lockout.rule.ts";
import { type AgentCall, loadSupportCase, type SupportCaseFile, type SupportCaseResult } from "./load-support-case.ts";

type WaiverDeps = LimitedDeps<
  "database" | "brands" | "directory" | "keys" | "random" | "notifier" | "auditor" | "originOf" | "canSendSms"
>;

/** Whether the second proof of the person may be waived: they have an open account, and their brand asks for one. */
export function mayWaive({ account, policies }: SupportCaseFile, brand: Brand | undefined): boolean {
  return (
    brand !== undefined &&
    asksForSecondFactor(brand) &&
    account !== undefined &&
    loginEligibility(account) === "ok" &&
    account.secondFactorWaivedUntil === null &&
    policies.length > 0
  );
}

/**
 * Asks that the second proof of a person be waived once. Every e-mail and mobile number on file is notified; another
 * agent approves, and it is given 24 hours later.
 */
export async function requestWaiver(
  deps: WaiverDeps,
  call: AgentCall,
): Promise<RequestApprovalResult | { kind: "notForThem" } | Exclude<SupportCaseResult, { kind: "found" }>> {
  const opened = await loadSupportCase(deps, call);
  if (opened.kind !== "found") return opened;
  const { reference, journeys, account, policies: rows } = opened.file;
  const { brandId } = reference;
  const brand = deps.brands.byId(brandId);
  const origin = brand && deps.originOf(brand);
  const [policy] = rows;
  if (account === undefined || policy === undefined || origin === undefined || !mayWaive(opened.file, brand))
    return { kind: "notForThem" };
  return transact(deps.database, async (transaction) => {
    const settled = await findSettled(transaction, account.id);
    const proven = settled?.contacts ?? [];
    const isEmail = (contact: string) => contact.includes("@");
    const emails = [...emailsToNotify(rows, settled), ...proven.filter(isEmail)];
    const numbers = [...mobilesToNotify(rows, settled), ...proven.filter((contact) => !isEmail(contact))];
    const accountEmails = await securityContacts(transaction, account);
    return requestApproval(deps, transaction, {
      subject: limitSubjectOf({ brandId, identity: account.identity }),
      origin,
      contacts: {
        EMAIL: distinct([...accountEmails, ...emails]),
        SMS: deps.canSendSms ? distinct(numbers).filter(canReceiveSms) : [],
      },
      facts: {
        brandId,
        reference: reference.code,
        journeyId: journeys[0]?.id,
        action: waiverRequest,
        personKey: policy.personKey,
        policy: { company: policy.company, policyNumber: policy.policyNumber, role: policy.role },
        accountId: account.id,
        email: account.email,
        emailAsTyped: account.emailAsTyped,
        language: account.language,
        province: homeProvince({ account, rows }, account),
        accountFingerprint: fingerprintAccount(deps.keys.lookupHash, { account, rows }),
        requestedBy: call.actor,
      },
    });
  });
}

const distinct = (contacts: readonly string[]) => [...new Set(contacts)];
