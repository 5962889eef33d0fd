import { randomUUID } from "node:crypto";
import { pages, type RegistrationCall, registrationCalls } from "@vestibule/catalogue/flow.table.ts";
import { gatewaySessionHeader } from "@vestibule/contract/account/account-call.schema.ts";
import { pendingSignInHeader } from "@vestibule/contract/cookies/pending-sign-in.rule.ts";
import type { Endpoint } from "@vestibule/contract/endpoint.ts";
import { allowsCall } from "@vestibule/contract/flow.rule.ts";
import { agentHeader } from "@vestibule/contract/internal/support-desk.schema.ts";
import { registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { sessionHeader } from "@vestibule/contract/v2/registration.schema.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../test/endpoints.ts";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { linkClients, liveLinkFor, orderFor } from "../../../../test/links.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { newHolder, Recoverer } from "../../../../test/recovery.ts";
import { createBody, newPerson } from "../../../../test/registration.ts";
import { sessionsAt } from "../../../../test/registration-pages.ts";
import { signedInPerson, startPendingSignIn } from "../../../../test/signed-in.ts";
import { openTeamSession, staffHeaders } from "../../../../test/team.ts";
import { bodiesOf, textFieldsOf } from "../../test/request-bodies.ts";

const testApi = await openTestApi();
const [api] = testApi.apis;

interface Sent {
  ids?: readonly string[];
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request to an endpoint, by a service with its credential and an agent where the endpoint is for one. */
async function send(endpoint: Endpoint, { ids = [], query = { brand: "belair" }, body, headers }: Sent) {
  const given = [...ids];
  const path = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(given.pop() || "none"));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    parameters.append(name, typeof value === "string" ? value.toWellFormed() : JSON.stringify(value));
  const response = await api.request(`${path}?${parameters}`, {
    method: endpoint.method,
    headers: {
      "api-key": "belair",
      "content-type": "application/json",
      authorization: "Bearer another-credential",
      ...(endpoint.headers && { [agentHeader]: "amelie.12" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith("{") ? JSON.parse(text) : undefined };
}

/** Checks that the contract names the status, and that the body follows its schema. */
function expectDescribed({ responses, errors }: Endpoint, { status, text }: Awaited<ReturnType<typeof send>>): void {
  const described = { ...responses, ...errors }[status];
  expect(described, `${status} ${text}`).toBeDefined();
  if (described?.body === undefined || described.mediaType === "text/plain") return;
  expect(described.body.safeParse(JSON.parse(text)), text).toMatchObject({ success: true });
}

/** Ids of each flow, so that some requests get past the lookup. */
async function idsInUse(): Promise<string[]> {
  const registrant = new Registrant(testApi);
  await registrant.found(await newPerson(testApi));
  const recoverer = new Recoverer(testApi);
  const { email } = await newHolder(testApi);
  const ordered = orderFor(await newPerson(testApi), { action: "DEFPWD_REGISTER" });
  const { link, token } = await liveLinkFor(linkClients(testApi), ordered);
  const methods = registrant.methods.map(({ id }) => id);
  return [registrant.id, ...methods, await recoverer.found(email), await recoverer.startReset(email), link.id, token];
}
const ids = [...(await idsInUse()), ...hostileTexts.filter((text) => text.isWellFormed())];

const inHeader = hostileTexts.filter((text) => /^[\x20-\x7e]{1,200}$/.test(text));
const headerNames = ["province", "language", "x-browser-session", "x-request-id", sessionHeader, "x-email-source"];
const headers = fc.record(
  Object.fromEntries(headerNames.map((name) => [name, fc.constantFrom("qc", "fr", ...inHeader)])),
  { requiredKeys: [] },
);

describe.each(endpoints)("$name", ({ endpoint }) => {
  test("A-170 A-176 answers as the contract names, whatever the body, ids, query and headers", async () => {
    const requests = fc.record({
      ids: fc.array(fc.constantFrom(...ids), { minLength: 2, maxLength: 2 }),
      body: endpoint.body === undefined ? fc.constant(undefined) : bodiesOf(endpoint.body),
      query: endpoint.query === undefined ? fc.constant({}) : bodiesOf(endpoint.query),
      headers,
      clientIp: fc.ipV4(),
    });
    const property = fc.asyncProperty(requests, async ({ clientIp, query, ...more }) => {
      const from = { "x-vestibule-client-ip": clientIp, ...more.headers };
      expectDescribed(endpoint, await send(endpoint, { ...more, query: Object(query), headers: from }));
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

/** The endpoints of the OpenID provider respond 404 where none is configured. */
const withBody = endpoints.flatMap(({ name, endpoint }) =>
  endpoint.body === undefined || /^registration\.|OpenId$/.test(name) ? [] : [{ name, endpoint, body: endpoint.body }],
);
const textFields = withBody.flatMap((row) => textFieldsOf(row.body).map((field) => ({ ...row, field })));
const noTexts = [1, true, null, ["x"], { $ne: "" }];
/** Ids of nothing; a version of a brand has a number. */
const unknownIdsOf = ({ path }: Endpoint) => [path.includes("{number}") ? "1" : randomUUID(), randomUUID()];
const { caller, accountId } = await signedInPerson(testApi);
const signedIn = {
  [gatewaySessionHeader]: caller.gatewaySession,
  [pendingSignInHeader]: await startPendingSignIn(testApi, accountId),
};

test.each(textFields)(
  "A-173 A-176 $name refuses $field when it is very long or no text",
  async ({ endpoint, field }) => {
    const headers = { ...signedIn, ...staffHeaders(endpoint, await openTeamSession(testApi.deps)) };
    for (const value of ["x".repeat(10_000), ...noTexts]) {
      const sent = { ids: unknownIdsOf(endpoint), body: { [field]: value }, headers };
      const { status, json } = await send(endpoint, sent);
      // A body of several alternatives that matches none is refused as a whole.
      expect([status, json.fields?.[field] ?? json.fields?.body]).toEqual([400, expect.any(String)]);
    }
  },
);

const validBodies: Partial<Record<RegistrationCall, object>> = {
  verify: { securityCode: "000000" },
  username: { email: "chosen@courrier.example" },
  create: createBody,
};
const sessionAt = sessionsAt(testApi);
const callsWithBody = pages.flatMap((page) =>
  registrationCalls.flatMap((call) => {
    const endpoint: Endpoint = registrationEndpoints[call];
    return allowsCall(page, call) && endpoint.body ? [{ page, call, endpoint, body: endpoint.body }] : [];
  }),
);

describe.each(callsWithBody)("registration.$call at $page", ({ page, call, endpoint, body }) => {
  const sendBody = async (given: unknown) => {
    const { visitor } = await sessionAt(page);
    return send(endpoint, { body: given, headers: { [sessionHeader]: visitor.token ?? "" } });
  };

  test("A-170 A-176 answers as the contract names, whatever the body", async () => {
    const property = fc.asyncProperty(bodiesOf(body), async (any) => expectDescribed(endpoint, await sendBody(any)));
    await fc.assert(property, { numRuns: 25 });
  });

  test("A-170 A-173 A-176 refuses a text that is very long, has a NUL or is no text", async () => {
    const { identify } = await sessionAt(page);
    const valid = call === "identify" ? { ...identify } : { ...validBodies[call] };
    for (const field of textFieldsOf(body).filter((name) => name in valid))
      for (const value of ["x".repeat(10_000), "a\u0000b", "\ud800", ...noTexts])
        expect(await sendBody({ ...valid, [field]: value })).toMatchObject({
          status: 400,
          json: { error: "INVALID_REQUEST" },
        });
  });
});
