import {
  type DirectoryPerson,
  directoryResponse,
  policyDirectoryEndpoints,
} from "@vestibule/contract/directory/policy-directory.endpoint.ts";
import type { Endpoint } from "@vestibule/contract/endpoint.ts";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import { personKey, readPersonKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { readPersonId } from "@vestibule/contract/fields/missing-value.rule.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { normaliseNumber, normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import { type HttpClient, readResponse, WrongHttpResponse } from "../platform/http-client.adapter.ts";
import type { PolicyDirectory, PolicyPerson } from "./policy-directory.port.ts";

const idSeparator = ":";

/** How far the clock or the time zone of an insurer's system may be off. */
const toleratedMilliseconds = 24 * 3_600_000;

/** Id of a person in this company's directory, whose own ids may equal those of another directory. */
export function idOfCompany(company: string, id: string): string {
  return company + idSeparator + id;
}

export function isIdOfCompany(id: string, company: string): boolean {
  return id.startsWith(idOfCompany(company, ""));
}

/**
 * The insurer's own policy directory, over the protocol in docs/connect/directory.md, for `withCircuitBreaker`: it
 * throws the errors of the HTTP client.
 */
export function httpDirectory(client: HttpClient): PolicyDirectory {
  /** Rejects the whole response when a row does not match the query, so that people are never mixed up. */
  async function requestPeople(
    { path }: Endpoint,
    body: { companies?: readonly string[] } & Record<string, unknown>,
    matchesQuery: (person: PolicyPerson) => boolean,
  ): Promise<PolicyPerson[]> {
    const response = await client.send({ method: "POST", path, body, isRepeatable: true });
    if (response.status !== 200) throw new WrongHttpResponse(`status-${response.status}`);
    const people = readResponse(directoryResponse, response).people.map(toPerson);
    const isOfCompanies = ({ company }: PolicyPerson) => body.companies?.includes(company) ?? true;
    if (!people.every((person) => isOfCompanies(person) && matchesQuery(person)))
      throw new WrongHttpResponse("other-people");
    if (people.some(hasContactOfFuture)) throw new WrongHttpResponse("contact-in-future");
    return people;
  }

  const { findByEmail, findByPolicyNumber, findByPerson, findByPersonId, findById } = policyDirectoryEndpoints;
  return {
    findByEmail: ({ companies, email, role }) =>
      requestPeople(
        findByEmail,
        { companies, email, role },
        (person) => person.email === email && person.role === role && person.registry === "smart",
      ),
    findByPolicyNumber: ({ companies, policyNumber }) =>
      requestPeople(findByPolicyNumber, { companies, policyNumber }, (person) => person.policyNumber === policyNumber),
    findByPerson: ({ companies, personKey: key }) =>
      requestPeople(findByPerson, { companies, ...readPersonKey(key) }, (person) => person.personKey === key),
    findByPersonId: ({ company, personId }) =>
      requestPeople(
        findByPersonId,
        { company, personId },
        (person) => person.company === company && person.personId === personId,
      ),
    findById: async (id) => {
      const [company = ""] = id.split(idSeparator, 1);
      const idInCompany = id.slice(company.length + idSeparator.length);
      const people = await requestPeople(findById, { company, id: idInCompany }, (person) => person.id === id);
      return people[0];
    },
  };
}

/** A contact that will come on file in years would never settle, and the account could never be closed. */
function hasContactOfFuture({ emailSince, cellPhoneSince }: PolicyPerson): boolean {
  const latest = Date.now() + toleratedMilliseconds;
  return [emailSince, cellPhoneSince].some((since) => since !== null && since.getTime() > latest);
}

function toPerson(row: DirectoryPerson): PolicyPerson {
  const email = row.email ? readEmailOnFile(row.email) : undefined;
  const hasLicence = Boolean(row.licenceNumber);
  return {
    ...row,
    id: idOfCompany(row.company, row.id),
    firstName: normaliseText(row.firstName),
    lastName: normaliseText(row.lastName),
    personKey: personKey(row),
    personId: readPersonId(row.personId),
    postalCode: row.postalCode ? normalisePostalCode(row.postalCode) : null,
    email: email?.email ?? null,
    emailAsTyped: email?.emailAsTyped ?? null,
    cellPhone: row.cellPhone ? normaliseTelephone(row.cellPhone) : null,
    emailSince: row.emailSince ? new Date(row.emailSince) : null,
    emailBefore: row.emailBefore ? (readEmailOnFile(row.emailBefore)?.email ?? null) : null,
    cellPhoneSince: row.cellPhoneSince ? new Date(row.cellPhoneSince) : null,
    cellPhoneBefore: row.cellPhoneBefore ? normaliseTelephone(row.cellPhoneBefore) : null,
    licenceProvince: (hasLicence && row.licenceProvince) || null,
    licenceNumber: row.licenceNumber ? normaliseNumber(row.licenceNumber) : null,
    ubi: row.ubi ?? false,
    // Only the imported book has PINs.
    pinHash: null,
    pinSpent: false,
    language: row.language ?? null,
    registry: row.registry ?? "smart",
  };
}
