import { buildApi } from "@vestibule/api/build-api.ts";
import type { IssuedLinkAction, LinkSource } from "@vestibule/catalogue/link.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { linkEndpoints, policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { LinkOrderBody, LiveLink } from "@vestibule/contract/v1/link.schema.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { alternating, callerFrom } from "./described-response.ts";
import type { TestPerson } from "./registration.ts";
import { type TestApi, testAccount } from "./test-api.ts";

export const linkCaller = callerFrom("192.0.2.1");

const linkCalls = { ...linkEndpoints, ...policyNumberRegistrationEndpoints };
const accountCalls = { ...recoveryEndpoints, ...policyNumberRegistrationEndpoints };

/** Clients of the link contract over one server. */
export function linkClients(testApi: TestApi) {
  const api = buildApi(testApi.deps);
  const settings = { baseUrl: "http://api.internal", fetch: alternating([api]), timeoutMilliseconds: 25_000 };
  return { api, links: createClient(linkCalls, settings), accounts: createClient(accountCalls, settings) };
}

/** Orders a link over the wire, like the insurer's own systems. */
export async function orderLink(
  api: ReturnType<typeof buildApi>,
  order: LinkOrderBody,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: { token: string; url: string } & Record<string, unknown> }> {
  const response = await api.request("/internal/v1/links", {
    method: "POST",
    body: JSON.stringify(order),
    headers: { authorization: "Bearer another-credential", "content-type": "application/json", ...headers },
  });
  return { status: response.status, json: (await response.json()) as never };
}

export function orderFor(
  person: TestPerson,
  more: Partial<LinkOrderBody> & { action: IssuedLinkAction; src?: LinkSource },
): LinkOrderBody {
  return { policyNumber: person.policy.policyNumber, company: "belair", role: 40, src: "crm3", ...more };
}

/** Orders a link for a person of the book and opens it. Returns its token and the response of the API. */
export async function liveLinkFor(
  clients: Pick<ReturnType<typeof linkClients>, "api" | "links">,
  order: LinkOrderBody,
): Promise<{ token: string; link: LiveLink }> {
  const { status, json } = await orderLink(clients.api, order);
  if (status !== 201) throw new Error(`no link was issued: ${status} ${JSON.stringify(json)}`);
  const result = await clients.links.read(linkCaller, json.token, { src: order.src });
  if (result.kind !== "ok" || result.data.action === "TOKEN_EXPIRED") throw new Error("the link is not live");
  return { token: json.token, link: result.data };
}

export function accountOf(testApi: TestApi, person: TestPerson, { email = person.email } = {}): Promise<string> {
  const { firstName, lastName, dateOfBirth } = person.policy;
  return testAccount(testApi, {
    email,
    emailAsTyped: email,
    password: "Grand-Vent-42",
    personKey: person.personKey,
    firstName,
    lastName,
    dateOfBirth,
  });
}

/** Reads the messages to a recipient, oldest first. */
export async function mailsTo(testApi: TestApi, recipient: string) {
  const rows = await testApi.database
    .selectFrom("notification")
    .select(["kind", "facts"])
    .where("recipient", "=", recipient)
    .orderBy("queued_at")
    .execute();
  return rows.map(({ kind, facts }) => ({
    kind,
    facts,
    token: facts.link === undefined ? "" : (new URL(facts.link).searchParams.get("token") ?? ""),
  }));
}
