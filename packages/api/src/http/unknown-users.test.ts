import { endpointGroups } from "@vestibule/contract/endpoints.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { sessionHeader } from "@vestibule/contract/v2/registration.schema.ts";
import { expect, test } from "vitest";
import { endpoints } from "../../../../test/endpoints.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { newHolder } from "../../../../test/recovery.ts";
import { newPerson } from "../../../../test/registration.ts";

const testApi = await openTestApi();

let clients = 0;
/** A browser with a new client IP, which keeps its registration token. */
function newClient() {
  clients += 1;
  const headers = new Headers({
    "api-key": "belair",
    province: "QC",
    language: "fr",
    "content-type": "application/json",
    "x-request-id": "00000000-same",
    "x-vestibule-client-ip": `198.51.${clients >> 8}.${clients & 255}`,
  });
  const send = async ({ method, path }: { method: string; path: string }, body?: object, id = "") => {
    const response = await testApi.apis[0].request(path.replace(/\{\w+\}/, encodeURIComponent(id)), {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const token = response.headers.get(sessionHeader);
    if (token !== null) headers.set(sessionHeader, token);
    return response;
  };
  const idFrom = async (response: Response) => ((await response.json()) as { id: string }).id;
  return {
    send,
    found: async (email: string) => idFrom(await send(accountEndpoints.find, { email })),
    reset: async (email: string) => idFrom(await send(recoveryEndpoints.reset, { email })),
  };
}
type Client = ReturnType<typeof newClient>;

const { find, bounce } = accountEndpoints;
const { reset, sendAgain, validate, temporary, extend, password } = recoveryEndpoints;
const again = { mediumType: "EMAIL", notificationType: "RESET_PSW" };
const wrong = "Not-The-One-1";

/** Calls that a visitor can make about an e-mail, by endpoint. */
const calls: Readonly<Record<string, Readonly<Record<string, (client: Client, email: string) => Promise<Response>>>>> =
  {
    "account.find": { "an e-mail": ({ send }, email) => send(find, { email }) },
    "account.bounce": {
      "a refused login": async ({ send, found }, email) => send(bounce, { email }, await found(email)),
    },
    "recovery.reset": {
      "an e-mail": ({ send }, email) => send(reset, { email }),
      "more often than messages are sent": async (client, email) => {
        for (let turn = 0; turn < 6; turn++) await client.reset(email);
        return client.send(reset, { email });
      },
    },
    "recovery.sendAgain": {
      "a login": async ({ send, found }, email) => send(sendAgain, again, await found(email)),
      "a reset, a fifth time": async (client, email) => {
        const id = await client.reset(email);
        for (let turn = 0; turn < 4; turn++) await client.send(sendAgain, again, id);
        return client.send(sendAgain, again, id);
      },
    },
    "recovery.validate": {
      "a wrong code": async ({ send, reset: start }, email) =>
        send(validate, { validationValue: "000000" }, await start(email)),
      "wrong codes to the end": async (client, email) => {
        const id = await client.reset(email);
        for (let turn = 0; turn < 2; turn++) await client.send(validate, { validationValue: "000000" }, id);
        return client.send(validate, { validationValue: "000000" }, id);
      },
    },
    "recovery.temporary": {
      "a wrong temporary password": async ({ send, found }, email) =>
        send(temporary, { tempPassword: wrong }, await found(email)),
    },
    "recovery.extend": {
      "a wrong token": async ({ send, reset: start }, email) =>
        send(extend, { token: "x".repeat(43) }, await start(email)),
    },
    "recovery.password": {
      "a wrong token": async ({ send, reset: start }, email) =>
        send(
          password,
          { password: "Ruisseau-88-bleu?", token: "x".repeat(43), postalCode: "H2X 1Y4" },
          await start(email),
        ),
      "a wrong temporary password": async ({ send, found }, email) =>
        send(password, { password: "Ruisseau-88-bleu?", tempPassword: wrong }, await found(email)),
    },
    "help.supportReference": {
      "a login": async ({ send, found }, email) => send(helpEndpoints.supportReference, { handle: await found(email) }),
    },
    "registration.identify": {
      "the e-mail of an account": async ({ send }, email) => {
        await send(registrationEndpoints.start);
        await send(registrationEndpoints.accountType, { accountType: "policyHolder" });
        return send(registrationEndpoints.identify, { email });
      },
    },
  };

/** Why the responses of the other public endpoints do not depend on an e-mail. */
const reasons: readonly [names: RegExp, reason: string][] = [
  [/^account\.welcome$|^help\.(hours|chatAvailabilities)$|^puzzle\.issue$/, "they read nothing of a person"],
  [
    /^(link|stopLink|householdRequest|emailUndo|removalUndo|secondFactorDenial)\./,
    "they need the token of a link, which its owner alone receives",
  ],
  [/^policyNumberRegistration\.|^help\.requestLetter$/, "they need a registration whose facts all matched a policy"],
  [/^pendingSignIn\./, "they need the id of a sign-in, which only a right password gives"],
  [
    /^(account[A-Z]|policyAddition\.|ownHouseholdRequest\.)/,
    "they need a session, which a person opens by their own password",
  ],
  [/^registration\./, "they need a registration, and take no e-mail before a code was right"],
];

/** Returns what a client can compare; ids and times are replaced by their length. */
async function shapeOf(response: Response) {
  const mask = (text: string) => text.replace(/[\w.-]{40,}|\d{4}-\d\d-\d\dT[\d:.]+Z|"\d{9}"/g, (id) => `#${id.length}`);
  const headers = [...response.headers].map(([name, value]) => `${name}: ${mask(value)}`);
  return { status: response.status, headers, body: mask(await response.text()) };
}

test("each public endpoint is compared, or has a reason why not", () => {
  const groups = new Set(Object.keys(endpointGroups));
  expect(groups.size).toBeGreaterThan(5);
  const open = endpoints.filter(({ endpoint }) => !endpoint.serviceOnly).map(({ name }) => name);
  expect(open.filter((name) => !(name in calls) && !reasons.some(([names]) => names.test(name)))).toEqual([]);
  expect(Object.keys(calls).filter((name) => !open.includes(name))).toEqual([]);
});

const rows = Object.entries(calls).flatMap(([name, cases]) =>
  Object.entries(cases).map(([what, request]) => ({ name, what, ask: request })),
);

test.each(rows)("A-073 A-130 $name answers $what alike with and without an account", async ({ ask: request }) => {
  const { accountEmail } = await newHolder(testApi);
  const unknown = accountEmail.replace("account-", "unknown-");
  const known = await shapeOf(await request(newClient(), accountEmail));
  expect(await shapeOf(await request(newClient(), unknown))).toEqual(known);
  expect(known.status).toBeLessThan(500);
});

test("A-073 registration.identify answers an e-mail on file alike with and without an account", async () => {
  const identify = calls["registration.identify"]?.["the e-mail of an account"];
  const holder = await newHolder(testApi);
  const other = await newPerson(testApi);
  const known = await shapeOf((await identify?.(newClient(), holder.email)) ?? Response.error());
  expect(await shapeOf((await identify?.(newClient(), other.email)) ?? Response.error())).toEqual(known);
  expect(known.status).toBe(200);
});
