import { denialEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { callerFrom } from "../../../../test/described-response.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import {
  dataOf,
  firstPassword,
  messagesTo,
  newestReset,
  nextPassword,
  Recoverer,
  setAccountCreated,
  summaryOf,
} from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { unlock } from "../flows/sign-in/unlock.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage, waitingPerson } from "./test/second-factor.ts";
import { origin, signedIn, takeoverOf } from "./test/stolen-account.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const emailAllowed = await testBrands("newBrowser");
for (const { secondFactor } of emailAllowed.brands) secondFactor.email = "allowed";
const allowing = closeAfterTests(await createGatewayTestApi({ brands: emailAllowed }));
const denials = clientOf(testApi, denialEndpoints);
const owner = callerFrom("192.0.2.3");
const thiefs = takeoverOf(testApi);

type Waiting = Awaited<ReturnType<typeof waitingPerson>>;

/** Tokens of the links in the messages with a code, newest first. */
async function tokensTo(recipient: string, at = testApi): Promise<string[]> {
  const messages = await messagesTo(at, recipient);
  return messages.flatMap(({ facts }) => (facts.link && new URL(facts.link).searchParams.get("login")) || []);
}

async function deny(recipient: string, at = testApi) {
  const [token = ""] = await tokensTo(recipient, at);
  return dataOf(await clientOf(at, denialEndpoints).deny(owner, token)).state;
}

/** Signs in from another browser; returns the pending sign-in and its methods. */
async function nextLogin({ person }: Waiting, { password = firstPassword, at = testApi } = {}) {
  const proof = new SecondProof(at);
  await proof.browser.signIn(person.accountEmail, password);
  const waiting = dataOf(await proof.read());
  if (waiting.state !== "waiting") throw new Error(waiting.state);
  return { ...waiting, proof, ids: waiting.methods.map(({ id }) => id) };
}

/** Resets the password by the mailbox; returns where the ticket leads to. */
async function resetByEmail({ person }: Waiting) {
  const recoverer = new Recoverer(testApi);
  const id = await recoverer.startReset(person.accountEmail);
  const { code } = await newestReset(testApi, person.accountEmail);
  const { id: proven, token } = await recoverer.proven(id, code);
  const { postalCode } = person.policy;
  const { ticket = "" } = dataOf(await recoverer.password(proven, { token, password: nextPassword, postalCode }));
  const proof = new SecondProof(testApi);
  const form = { username: person.accountEmail, ticket, "login-form-type": "ticket" };
  return { proof, page: leadsTo(await proof.browser.post("/pkmslogin.form", form)) };
}

describe("the link “this wasn’t me” of an earlier message", () => {
  test("A-467 refuses the login after the code was sent again, or by another method", async () => {
    for (const id of ["text", "call"]) {
      const { person, proof } = await waitingPerson(testApi);
      await proof.codeTo(person.cellPhone);
      const [token = ""] = await tokensTo(person.cellPhone);
      await testApi.moveClock(31);
      await proof.send(id);
      expect(dataOf(await denials.read(owner, token)).state).toBe("open");
      expect(dataOf(await denials.deny(owner, token)).state).toBe("denied");
      expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "denied" });
    }
  });

  test("A-467 holds the method that its own message came by, and not the newest", async () => {
    const waiting = await waitingPerson(allowing);
    const { person, proof } = waiting;
    await proof.codeTo(person.cellPhone);
    await proof.codeTo(person.accountEmail, "email");
    expect(await deny(person.cellPhone, allowing)).toBe("denied");
    expect((await nextLogin(waiting, { at: allowing })).ids).toEqual(["email"]);
  });

  test("is unknown under another brand", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await proof.codeTo(person.cellPhone);
    const [token = ""] = await tokensTo(person.cellPhone);
    expect(summaryOf(await denials.deny({ ...owner, apiKey: "bna" }, token))).toBe("404 1404");
    expect(dataOf(await proof.read()).state).toBe("waiting");
  });
});

describe("a login that its owner refused", () => {
  test("A-468 opens no e-mail to a thief with the password and the mailbox", async () => {
    const waiting = await waitingPerson(testApi);
    const { person, proof } = waiting;
    await proof.codeTo(person.cellPhone);
    await deny(person.cellPhone);
    const next = await nextLogin(waiting);
    expect(next).toMatchObject({ ids: [], needsNewPassword: true });
    expect(summaryOf(await next.proof.send("email"))).toBe("400 1000");
  });

  test("is asked by the telephone again once another second proof was given", async () => {
    const waiting = await waitingPerson(allowing);
    const { person, proof } = waiting;
    await proof.codeTo(person.cellPhone);
    await deny(person.cellPhone, allowing);
    const next = await nextLogin(waiting, { at: allowing });
    const code = await next.proof.codeTo(person.accountEmail, "email");
    expect(summaryOf(await next.proof.verify(code, { id: "email" }))).toBe("200");
    expect((await nextLogin(waiting, { at: allowing })).ids.toSorted()).toEqual(["call", "email", "text"]);
  });

  test("A-468 is asked by the telephone again after a reset by the mailbox", async () => {
    const waiting = await waitingPerson(testApi);
    const { person, proof } = waiting;
    await proof.codeTo(person.cellPhone);
    await deny(person.cellPhone);
    const reset = await resetByEmail(waiting);
    expect(reset.page).toBe(secondFactorPage);
    const after = await nextLogin(waiting, { password: nextPassword });
    expect(after.ids.toSorted()).toEqual(["call", "text"]);
    expect(after).not.toHaveProperty("needsNewPassword");
    await passSecondFactor(reset.proof, person.cellPhone);
    expect(await reset.proof.isSignedIn()).toBe(true);
  });

  test("leaves a person with an e-mail alone a new password, which signs in", async () => {
    const waiting = await waitingPerson(testApi, { cell_phone: null });
    const { person, proof } = waiting;
    await proof.codeTo(person.accountEmail, "email");
    await deny(person.accountEmail);
    expect(await nextLogin(waiting)).toMatchObject({ ids: [], needsNewPassword: true });
    const reset = await resetByEmail(waiting);
    expect(await reset.proof.isSignedIn()).toBe(true);
  });
});

describe("a login that got in, once its owner says that it was not them", () => {
  async function thief() {
    const waiting = await waitingPerson(testApi);
    await passSecondFactor(waiting.proof, waiting.person.cellPhone);
    await setAccountCreated(testApi, waiting.person.accountId, "30 days");
    return { ...waiting, session: await openSession(testApi, waiting.person.accountId) };
  }

  test("A-482 leaves no passkey that was added in it, however late the new password is", async () => {
    const { person, session } = await thief();
    const device = await thiefs.addPasskey(session);
    expect(await deny(person.cellPhone)).toBe("denied");
    await testApi.moveClock(4 * 24 * 3600);
    expect(await thiefs.resetPassword(person.accountEmail)).toBe("200");
    expect(await thiefs.signInByPasskey(device)).not.toBe(signedIn);
  });

  test("A-482 leaves the owner's own passkey, without which the mailbox would be enough", async () => {
    const waiting = await waitingPerson(testApi, { cell_phone: null });
    const { person, proof } = waiting;
    const own = await addTestPasskey(testApi.deps, { accountId: person.accountId, origin });
    await testApi.pool.query("update passkey set created_at = created_at - interval '30 days' where account_id = $1", [
      person.accountId,
    ]);
    await proof.verify(await proof.codeTo(person.accountEmail, "email"), { id: "email" });
    await proof.finish();
    expect(await deny(person.accountEmail)).toBe("denied");
    const reset = await resetByEmail(waiting);
    expect(reset.page).toBe(secondFactorPage);
    expect(await thiefs.signInByPasskey(own)).toBe(signedIn);
  });

  test("A-482 puts the e-mail back, and notifies the one that it was changed to", async () => {
    const { person, session } = await thief();
    await thiefs.changeEmail(session, "late@ailleurs.example");
    expect(await deny(person.cellPhone)).toBe("denied");
    expect(await thiefs.stateOf(person.accountId)).toEqual({ email: person.accountEmail, status: "L" });
    expect(await thiefs.kindsTo("late@ailleurs.example")).toContain("emailChangeUndone");
  });

  test("A-482 does not open the password when something is unlocked", async () => {
    const { person, proof } = await thief();
    expect(await deny(person.cellPhone)).toBe("denied");
    await unlock(testApi.deps, { brandId: "belair", email: person.accountEmail, actor: "service" });
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(
      loginResultUrl("lockedUntilReset"),
    );
  });
});
