import { checkEmail, readEmail } from "@vestibule/contract/fields/email.rule.ts";
import { findAccountById, findEmailHolder } from "../../../accounts/account.store.ts";
import { notifyAccount } from "../../../accounts/notify-account.ts";
import { findOpenRequest, insertHouseholdRequest } from "../../../household-requests/household-request.store.ts";
import { identityOf } from "../../../identity/person.rule.ts";
import { retryLater } from "../../../limits/retry-later.rule.ts";
import { linkUrl } from "../../../links/link-url.rule.ts";
import { limitSubjectOf } from "../../../verification/lockout.rule.ts";
import type { InputHandler, Transition } from "../registration-call.port.ts";
import { refuseFields, requirePerson, throttle } from "../transition.rule.ts";
import { countEmailTaken, refuseTakenEmail } from "./choose-email.ts";

/**
 * Asks the policyholder whether a verified driver may have a login, in place of giving the password of the
 * policyholder's account. The result goes to the e-mail that the driver gives. The registration stays open, since the
 * password still joins. An open request is returned again, and notifies once.
 */
export const askPolicyholder: InputHandler<string> = async (context, typed) => {
  const call = requirePerson(context);
  const { deps, requestContext, attempt, person } = call;
  const { question } = attempt.state;
  const accountId = question?.asksPolicyholder ? question.accountId : undefined;
  if (accountId === undefined) return { result: { kind: "notFound" } };
  const recipient = readEmail(typed);
  if (recipient === undefined) return refuseFields({ email: checkEmail(typed)?.key ?? "format" });
  return async (transaction): Promise<Transition> => {
    const account = await findAccountById(transaction, accountId);
    if (account === undefined) return { result: { kind: "notFound" } };
    const { company, policyNumber, role, personKey, firstName, province } = person;
    const policy = { company, policyNumber, role };
    const open = await findOpenRequest(transaction, { accountId, policy, personKey });
    if (open) return { result: { kind: "policyholderAsked", request: open } };
    const { brand } = requestContext;
    const owner = await findEmailHolder(transaction, { brandId: brand.id, email: recipient.email });
    // The policyholder needs no warning that a driver of the household typed their e-mail.
    if (owner?.id === accountId) return countEmailTaken(attempt.state);
    if (owner) return refuseTakenEmail(call, transaction, { owner, email: recipient.email });
    const subject = limitSubjectOf({ brandId: brand.id, identity: identityOf(person) });
    const counted = await deps.limits.consume(transaction, { limit: "householdRequestIdentity", subject });
    if (counted.kind === "exceeded") return throttle(retryLater(counted));
    const token = deps.random.token(32);
    const { origin } = requestContext;
    const request = await insertHouseholdRequest(deps.keys, transaction, {
      brandId: brand.id,
      accountId,
      journeyId: attempt.id,
      policy,
      personKey,
      firstName,
      recipient,
      language: person.language ?? requestContext.language,
      province: Object.hasOwn(brand.provinces, province) ? province : requestContext.province,
      origin,
      token,
    });
    // A concurrent registration has just inserted one, or one that is due is about to expire.
    if (request === undefined) return throttle({ retryAfterSeconds: 1 });
    await notifyAccount(deps, transaction, {
      notification: "householdRequested",
      account,
      origin,
      facts: {
        firstName,
        dueAt: request.dueAt.toISOString(),
        link: linkUrl({ ...account, origin, path: "/household-request", query: { request: token } }),
      },
    });
    return {
      result: { kind: "policyholderAsked", request },
      events: [{ event: "household.requested", result: "ok", accountId, facts: { request: request.id } }],
    };
  };
};
