import type { ServerOptions } from "node:https";
import {
  type DirectoryPerson,
  policyDirectoryEndpoints,
} from "@vestibule/contract/directory/policy-directory.endpoint.ts";
import { foldName } from "@vestibule/contract/fields/fold-name.rule.ts";
import { type CannedResponse, failingServer, type ReceivedRequest } from "./loopback-server.ts";

type Query = Record<keyof DirectoryPerson, string> & {
  companies: string[];
  role: number;
};

const byPath: Record<string, (query: Query, person: DirectoryPerson) => boolean> = {
  [policyDirectoryEndpoints.findByEmail.path]: ({ email, role }, person) =>
    person.email?.toLowerCase() === email && person.role === role && person.registry !== "legacy",
  [policyDirectoryEndpoints.findByPolicyNumber.path]: ({ policyNumber }, person) =>
    person.policyNumber === policyNumber,
  [policyDirectoryEndpoints.findByPerson.path]: ({ firstName, lastName, dateOfBirth }, person) =>
    foldName(person.firstName) === firstName &&
    foldName(person.lastName) === lastName &&
    person.dateOfBirth === dateOfBirth,
  [policyDirectoryEndpoints.findByPersonId.path]: ({ personId }, person) => person.personId === personId,
  [policyDirectoryEndpoints.findById.path]: ({ id }, person) => person.id === id,
};

/** Starts a policy directory on loopback that speaks the protocol of docs/connect/directory.md. */
export async function directoryServer({
  people,
  token = "a-token-of-the-insurer",
  tls,
}: {
  people: DirectoryPerson[];
  token?: string;
  tls?: ServerOptions;
}) {
  function respond({ method, url, headers, body }: ReceivedRequest): CannedResponse {
    if (!tls && headers.authorization !== `Bearer ${token}`) return { status: 401 };
    const matches = byPath[url.replace(/^\/base/, "")];
    if (method !== "POST" || matches === undefined) return { status: 404 };
    const query = JSON.parse(body) as Query;
    const companies = query.companies ?? [query.company];
    return {
      status: 200,
      body: { people: people.filter((person) => companies.includes(person.company) && matches(query, person)) },
    };
  }

  const server = await failingServer("application/json", respond, tls);
  const { protocol, host } = new URL(server.origin);
  return {
    ...server,
    url: tls ? `${server.origin}/base` : `${protocol}//${token}@${host}/base/`,
  };
}

let people = 0;

/** Returns a policyholder with an e-mail and a mobile number. */
export function directoryPersonOf(more: Partial<DirectoryPerson> = {}): DirectoryPerson {
  people += 1;
  const serial = String(people).padStart(4, "0");
  return {
    id: `P-${serial}`,
    company: "belair",
    policyNumber: `DRY${serial}`,
    line: "auto",
    year: 2026,
    province: "qc",
    role: 40,
    firstName: "Maëlle",
    lastName: "St-Onge",
    dateOfBirth: "1988-02-29",
    postalCode: "H2X 1Y4",
    email: `Person${people}@annuaire.example`,
    cellPhone: `514-555-${serial}`,
    licenceProvince: "qc",
    licenceNumber: "S5312-290288-07",
    ...more,
  };
}
