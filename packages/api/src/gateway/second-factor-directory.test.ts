import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, firstPassword, messagesTo, newHolder, summaryOf } from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { buildApi } from "../build-api.ts";
import { DirectoryOutage } from "../directory/circuit-breaker.adapter.ts";
import { limitStore } from "../limits/limit.store.ts";
import { Authenticator } from "../passkeys/test/authenticator.ts";
import { createGatewayTestApi } from "./test/gateway-test-api.ts";
import { SecondProof, waitingPerson } from "./test/second-factor.ts";

const brands = await testBrands("newBrowser");
const testApi = closeAfterTests(await createGatewayTestApi({ brands }));

/** As if queries about the account waited for the answer of the policy directory. */
async function leaveQueriesUnanswered(accountId: string): Promise<void> {
  const limits = limitStore(testApi.deps);
  const window = { limit: "directoryUnansweredAccount", subject: accountId } as const;
  while ((await limits.consume(testApi.database, window)).kind === "allowed");
}

describe("A-475 as many calls of one account as the policy directory gets", () => {
  test("have no e-mail offered in place of the telephone, and no code sent by it", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const reads = await Promise.all(Array.from({ length: 60 }, () => proof.read()));
    const offered = reads.flatMap((read) =>
      read.kind === "ok" && read.data.state === "waiting" ? read.data.methods.map(({ id }) => id) : [],
    );
    expect(new Set(offered)).toEqual(new Set(["text", "call"]));
    await Promise.all(Array.from({ length: 60 }, () => proof.send("email")));
    expect(await messagesTo(testApi, person.accountEmail)).toEqual([]);
    expect(summaryOf(await proof.send())).toBe("200");
    await leaveQueriesUnanswered(person.accountId);
    expect(summaryOf(await proof.read())).toBe("503 1504");
    expect(summaryOf(await proof.send("email"))).toBe("503 1504");
  });

  test("add no passkey that the e-mails on file do not hear of", async () => {
    const passkeys = clientOf(testApi, passkeyEndpoints);
    const { accountId, accountEmail } = await newHolder(testApi);
    const caller = await openSession(testApi, accountId);
    const { challenge, user } = dataOf(await passkeys.creationOptions(caller));
    const passkey = new Authenticator().create(challenge, user.id, { origin: "http://belair.localhost:3000" });
    await leaveQueriesUnanswered(accountId);
    expect(summaryOf(await passkeys.add(caller, { name: "Phone", passkey }))).toBe("503 1504");
    expect(dataOf(await passkeys.passkeys(caller)).passkeys).toEqual([]);
    expect(await messagesTo(testApi, accountEmail)).toEqual([]);
  });

  test("still show the page that can do without the answer", async () => {
    const { accountId } = await newHolder(testApi);
    const caller = await openSession(testApi, accountId);
    await leaveQueriesUnanswered(accountId);
    expect((await clientOf(testApi, credentialEndpoints).session(caller)).kind).toBe("ok");
  });
});

test("a policy directory that does not answer leaves a person the e-mail, however often they try", async () => {
  const person = await newHolder(testApi);
  const directory = new Proxy(testApi.deps.directory, { get: () => () => Promise.reject(new DirectoryOutage()) });
  const away = { ...testApi.deps, directory };
  const proof = new SecondProof({ ...testApi, apis: [buildApi(away), buildApi(away)] });
  await proof.browser.signIn(person.accountEmail, firstPassword);
  for (let turn = 0; turn < 6; turn += 1)
    expect(dataOf(await proof.read())).toMatchObject({ methods: [{ id: "email" }] });
  const code = await proof.codeTo(person.accountEmail, "email");
  expect(summaryOf(await proof.verify(code, { id: "email" }))).toBe("200");
});
