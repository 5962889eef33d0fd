import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPasswordConfirmation } from "@vestibule/contract/fields/password.rule.ts";
import { createBody } from "@vestibule/contract/v2/registration.schema.ts";
import { checkFirstPassword, prepareAccount } from "../../../accounts/create-account.ts";
import { createAuditContext } from "../../../audit/auditor.port.ts";
import type { StateV2 } from "../attempt-state.schema.ts";
import type { CallHandler, Transition } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, atOnce, refuse, refuseFields } from "../transition.rule.ts";
import { countUsernameTaken } from "./choose-email.ts";
import { addPolicies } from "./on-verified.ts";

/** Faults that are not violations of the password policy. */
const plainFaults: readonly string[] = ["required", "maxlength"];

/** Creates the account. If a concurrent request already created it, shows that account instead. */
export const createAccount: CallHandler = async (context) => {
  const { deps, requestContext, session, request, person } = context;
  const { username, proof } = session.state;
  if (person === undefined || username === undefined || proof === undefined)
    throw new Error("no verified person and e-mail on the page that creates an account");
  const body = readBody(createBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const { password, passwordConfirmation } = body.value;
  const fault = await checkFirstPassword(deps, { requestContext, username, password });
  const faults = fieldFaults({
    password: fault && plainFaults.includes(fault.key) ? fault : undefined,
    passwordConfirmation: checkPasswordConfirmation(passwordConfirmation, password),
  });
  if (faults) return atOnce(refuseFields(faults));
  if (fault) return atOnce(refusePassword(fault.key));

  const query = { companies: requestContext.brand.companies, personKey: person.personKey };
  const policies = await deps.directory.findByPerson(query);
  const create = await prepareAccount(deps, { requestContext, person, policies, username, password, terms: true });
  const accountType = session.state.provenAccountType ?? session.state.accountType;
  const auditContext = createAuditContext("registration", requestContext, accountType);
  return async (transaction) => {
    const creation = await create(transaction, { id: session.id, auditContext });
    switch (creation.kind) {
      case "created":
        return accept({ email: creation.email, ticket: creation.ticket }, { page: "CONFIRM" });
      case "createdConcurrently": {
        const events = await addPolicies(context, transaction, { account: creation.account, policies });
        return refuse("ACCOUNT_ALREADY_EXISTS", { page: "WELCOME_BACK", events });
      }
      case "emailTakenConcurrently":
        return askAnotherEmail(session.state);
    }
  };
};

function refusePassword(key: string): Transition {
  return { result: { kind: "refused", error: "PASSWORD_POLICY_VIOLATION", fields: { password: key } } };
}

/** Another account took the e-mail after its verification. */
function askAnotherEmail(before: StateV2): Transition {
  const { username, proof, ...rest } = before;
  const transition = countUsernameTaken({ ...rest, proof: {} });
  return transition.endReason ? transition : { ...transition, page: "ASK_USERNAME" };
}
