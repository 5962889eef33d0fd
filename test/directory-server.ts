import { setTimeout as pause } from "node:timers/promises";
import { policyDirectoryEndpoints } from "@vestibule/contract/directory/policy-directory.endpoint.ts";
import type { DirectoryPerson } from "@vestibule/contract/directory/policy-directory.schema.ts";
import { foldName } from "@vestibule/contract/fields/person-name.rule.ts";
import { loopbackServer } from "./loopback-server.ts";

/** What the server does instead of a correct response. */
export type DirectoryFailure =
  | { kind: "status"; status: number; headers?: Record<string, string> }
  | { kind: "text"; text: string }
  | { kind: "slow"; milliseconds: number }
  | { kind: "reset" }
  | undefined;

type Query = Record<"email" | "policyNumber" | "firstName" | "lastName" | "dateOfBirth" | "company" | "id", string> & {
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
  tls?: Parameters<typeof loopbackServer>[1] extends { tls?: infer Tls } | undefined ? Tls : never;
}) {
  const failures: DirectoryFailure[] = [];
  const server = await loopbackServer(async (request, response) => {
    const failure = failures.length > 1 ? failures.shift() : failures[0];
    if (failure?.kind === "reset") return response.destroy();
    if (failure?.kind === "status") return response.writeHead(failure.status, failure.headers).end();
    if (failure?.kind === "slow") await pause(failure.milliseconds, undefined, { ref: false });
    if (!tls && request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    const matches = byPath[request.url.replace(/^\/base/, "")];
    if (request.method !== "POST" || matches === undefined) return response.writeHead(404).end();
    const query = JSON.parse(request.body) as Query;
    const companies = query.companies ?? [query.company];
    const found = people.filter((person) => companies.includes(person.company) && matches(query, person));
    const text = failure?.kind === "text" ? failure.text : JSON.stringify({ people: found });
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  }, tls && { tls });
  const { protocol, host } = new URL(server.origin);
  return {
    ...server,
    url: tls ? `${server.origin}/base` : `${protocol}//${token}@${host}/base/`,
    /** Sets the failures of the next requests. The last one repeats until the next call. */
    failWith: (...next: DirectoryFailure[]) => {
      failures.splice(0, failures.length, ...next);
    },
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
