import type { RequestContext } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import type { Notice } from "../messages/notifier.port.ts";
import type { NewAccount, PolicyRole } from "./account-store.port.ts";

/** Builds the account of a person in the policy directory, with all their policies under the brand. */
export function newAccountOf(made: {
  requestContext: RequestContext;
  person: PolicyPerson;
  policies: readonly PolicyPerson[];
  username: { email: string; emailAsTyped: string };
  passwordHash: string;
  /** True when the person accepted the terms. */
  terms?: true | undefined;
}): NewAccount {
  const { requestContext, person, policies, username, passwordHash, terms } = made;
  return {
    brandId: requestContext.brand.id,
    ...username,
    personKey: person.personKey,
    firstName: person.firstName,
    lastName: person.lastName,
    dateOfBirth: person.dateOfBirth,
    passwordHash,
    language: requestContext.language,
    province: person.province,
    policies: policies.map(policyRole),
    ...(terms && { terms: acceptedTerms(requestContext) }),
  };
}

/** The terms as displayed at account creation. */
function acceptedTerms({ brand, language, province }: RequestContext): NonNullable<NewAccount["terms"]> {
  return {
    version: brand.termsVersion,
    language,
    // Where the province lists French first, the French text was displayed first.
    frenchFirst: brand.provinces[province]?.languages[0] === "fr",
  };
}

export function policyRole({ company, policyNumber, role }: PolicyPerson): PolicyRole {
  return { company, policyNumber, role };
}

/** The welcome message to the owner of a new account. */
export function welcomeNotice(
  { brand, language, origin, province }: RequestContext,
  { email, firstName }: Pick<NewAccount, "email" | "firstName">,
): Notice {
  return {
    notification: "welcome",
    brandId: brand.id,
    language,
    channel: "EMAIL",
    recipient: email,
    facts: { firstName, origin, province },
  };
}
