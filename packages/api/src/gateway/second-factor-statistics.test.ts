import { secondFactorEndpoints as accountEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { denialEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { callerFrom } from "../../../../test/described-response.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, messagesTo } from "../../../../test/recovery.ts";
import { otherThan } from "../../../../test/registration.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import { countEndings, countEvents } from "../statistics/journey-ending.store.ts";
import { reportOf } from "../statistics/journey-report.rule.ts";
import { momentsOf } from "../statistics/report-period.store.ts";
import { createGatewayTestApi, homeOrigin } from "./test/gateway-test-api.ts";
import { passSecondFactor, waitingPerson } from "./test/second-factor.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));

/** Second proofs that each end in another way. */
async function proveToEachEnd(): Promise<void> {
  // Passed by text, after one wrong code.
  const passed = await waitingPerson(testApi);
  await passed.proof.verify(otherThan(await passed.proof.codeTo(passed.person.cellPhone)));
  await testApi.moveClock(31);
  await passSecondFactor(passed.proof, passed.person.cellPhone);
  // Passed by a call.
  const called = await waitingPerson(testApi);
  await called.proof.verify(await called.proof.codeTo(called.person.cellPhone, "call"), { id: "call" });
  await called.proof.finish();
  // A code by text, then passed by a recovery code.
  const changed = await waitingPerson(testApi);
  const account = clientOf(testApi, accountEndpoints);
  const { codes } = dataOf(await account.makeRecoveryCodes(await openSession(testApi, changed.person.accountId)));
  await changed.proof.codeTo(changed.person.cellPhone);
  await changed.proof.verify(codes[0] ?? "", { id: "recoveryCode" });
  // A code by text, then a passkey in the same browser.
  const known = await waitingPerson(testApi);
  await known.proof.codeTo(known.person.cellPhone);
  const authenticator = await addTestPasskey(testApi.deps, { accountId: known.person.accountId, origin: homeOrigin });
  const { challenge } = await (await known.proof.browser.get("/pkmspasskey.options")).json();
  const passkey = JSON.stringify(authenticator.respond(challenge, { origin: homeOrigin }));
  await known.proof.browser.post("/pkmspasskey.form", { passkey }, { origin: homeOrigin });
  // Stuck after wrong codes by e-mail.
  const guessed = await waitingPerson(testApi, { cell_phone: null });
  const code = await guessed.proof.codeTo(guessed.person.accountEmail, "email");
  for (let guess = 0; guess < 6; guess += 1) await guessed.proof.verify(otherThan(code), { id: "email" });
  // Refused by the owner, from the message with the code.
  const denied = await waitingPerson(testApi);
  await denied.proof.codeTo(denied.person.cellPhone);
  const [message] = await messagesTo(testApi, denied.person.cellPhone);
  const token = new URL(message?.facts.link ?? "").searchParams.get("login") ?? "";
  await clientOf(testApi, denialEndpoints).deny(callerFrom("192.0.2.3"), token);
  // Given up after a code by text, and without any.
  const given = await waitingPerson(testApi);
  await given.proof.codeTo(given.person.cellPhone);
  await waitingPerson(testApi);
}

async function secondProofs() {
  const { from, to } = await momentsOf(testApi.database, {
    timeZone: "America/Toronto",
    from: undefined,
    to: undefined,
  });
  const report = reportOf(
    await countEndings(testApi.database, { from, to }),
    await countEvents(testApi.database, { from, to }),
  );
  return report.find(({ journey }) => journey === "secondFactor");
}

test("counts second proofs by method: used, passed, changed for another, stuck, given up", async () => {
  await proveToEachEnd();
  const now = await secondProofs();
  expect(now).toMatchObject({ started: 8, finished: 4, stuck: 1, left: 1, inProgress: 2 });
  expect(now?.methods).toMatchObject({
    call: { started: 1, finished: 1, continuedIn: 0, stuck: 0, left: 0, inProgress: 0 },
    email: { started: 1, finished: 0, continuedIn: 0, stuck: 1, left: 0, inProgress: 0 },
    none: { started: 1, finished: 0, continuedIn: 0, stuck: 0, left: 0, inProgress: 1 },
    passkey: { started: 1, finished: 1, continuedIn: 0, stuck: 0, left: 0, inProgress: 0 },
    recoveryCode: { started: 1, finished: 1, continuedIn: 0, stuck: 0, left: 0, inProgress: 0 },
    text: { started: 5, finished: 1, continuedIn: 2, stuck: 0, left: 1, inProgress: 1 },
  });
  const headers = { authorization: "Bearer another-credential" };
  const metrics = await (await testApi.apis[0].request("/internal/v1/metrics", { headers })).text();
  expect(metrics).toMatch(/vestibule_journeys_finished_total\{journey="secondFactor".*method="recoveryCode"\} 1\n/);
  expect(metrics).toMatch(/vestibule_journeys_stuck_total\{journey="secondFactor".*method="email"\} 1\n/);

  await testApi.moveClock(3600);
  expect((await secondProofs())?.methods).toMatchObject({
    none: { started: 1, left: 1, inProgress: 0 },
    text: { started: 5, left: 2, inProgress: 0 },
  });
});
