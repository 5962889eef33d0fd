import { limits } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
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
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../test/recovery.ts";
import { otherThan } from "../../../../test/registration.ts";
import { roundTripsOf } from "../../../../test/round-trips.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import { createGatewayTestApi, homeOrigin, leadsTo, loginResultUrl, wrongPassword } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage, waitingPerson } from "./test/second-factor.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const always = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("always") }));

const security = clientOf(testApi, securityEndpoints);

const sessionsOf = async (accountId: string, api = testApi) => {
  const { rows } = await api.pool.query(
    "select opened_by, second_factor from gateway_session where account_id = $1 and ended_at is null",
    [accountId],
  );
  return rows;
};
const wrong = "000000";

describe("a right password in a browser that the account does not know", () => {
  test("leads to the page of the second proof and opens no session", async () => {
    const { person, proof, response } = await waitingPerson(testApi);
    expect([response.status, leadsTo(response)]).toEqual([302, secondFactorPage]);
    expect(proof.browser.cookies.has("PD-H-SESSION-ID")).toBe(false);
    expect(await sessionsOf(person.accountId)).toEqual([]);
    expect(await proof.isSignedIn()).toBe(false);
    const { rows } = await testApi.pool.query("select last_sign_in_at from account where id = $1", [person.accountId]);
    expect(rows).toEqual([{ last_sign_in_at: null }]);
  });

  test("opens the session after the code of a text, which names browser and method in the session", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const waiting = dataOf(await proof.read());
    expect(waiting).toMatchObject({ state: "waiting", reasons: ["unknownBrowser"], isExtendable: true });
    expect(waiting.state === "waiting" && waiting.methods.map(({ id }) => id)).toEqual(["text", "call"]);
    const code = await proof.codeTo(person.cellPhone);
    expect(dataOf(await proof.verify(code))).toEqual({ email: person.accountEmail });
    expect(dataOf(await proof.read())).toEqual({ state: "proven" });
    expect(leadsTo(await proof.finish())).toBe(loginResultUrl("success"));
    expect(await proof.isSignedIn()).toBe(true);
    expect(await sessionsOf(person.accountId)).toEqual([{ opened_by: "password", second_factor: "text" }]);
    expect(proof.browser.cookies.has("pending-sign-in")).toBe(false);
  });

  test("is asked for no second proof again in a browser that is remembered, until its days have passed", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await passSecondFactor(proof, person.cellPhone);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(loginResultUrl("success"));
    await testApi.pool.query("update known_browser set second_factor_until = app_now() where account_id = $1", [
      person.accountId,
    ]);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(secondFactorPage);
  });

  test("takes ten round trips to PostgreSQL in a browser that is remembered, as without a second proof", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await passSecondFactor(proof, person.cellPhone);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    const { result, statements } = await roundTripsOf(testApi.servicePool, () =>
      proof.browser.signIn(person.accountEmail, firstPassword),
    );
    expect(leadsTo(result)).toBe(loginResultUrl("success"));
    expect(statements.length, statements.join("\n")).toBe(10);
  });

  test("is asked again in a browser whose person did not want it remembered, or has forgotten it since", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await passSecondFactor(proof, person.cellPhone, { remember: false });
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(secondFactorPage);
    await passSecondFactor(proof, person.cellPhone).catch(() => undefined);
    await testApi.pool.query(
      "update known_browser set forgotten_at = app_now(), second_factor_until = null where account_id = $1",
      [person.accountId],
    );
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(secondFactorPage);
  });

  test("ends after ten minutes, and after ten more where the person extended it, once", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    await testApi.moveClock(ttl.pendingSignInMinutes * 60 - 60);
    const extended = dataOf(await proof.extend());
    expect(extended).toMatchObject({ state: "waiting", isExtendable: false });
    await testApi.moveClock(ttl.pendingSignInMinutes * 60 - 60);
    const expiresAt = extended.state === "waiting" && extended.expiresAt;
    expect(dataOf(await proof.extend())).toMatchObject({ expiresAt });
    expect(dataOf(await proof.read())).toMatchObject({ state: "waiting" });
    await testApi.moveClock(61);
    expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "expired" });
    expect(summaryOf(await proof.verify(code))).toBe("404 1404");
    expect(leadsTo(await proof.finish())).toBe(secondFactorPage);
  });

  test("offers an e-mail only where no number is on file", async () => {
    const { person, proof } = await waitingPerson(testApi, { cell_phone: null });
    const waiting = dataOf(await proof.read());
    expect(waiting.state === "waiting" && waiting.methods).toEqual([
      { id: "email", method: "email", maskedRecipient: expect.stringContaining("@") },
    ]);
    const code = await proof.codeTo(person.accountEmail, "email");
    expect(summaryOf(await proof.verify(code, { id: "email" }))).toBe("200");
  });

  test("tells the owner which browser asked, and the link refuses the sign-in", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await proof.codeTo(person.cellPhone);
    const [message] = await messagesTo(testApi, person.cellPhone);
    const token = new URL(message?.facts.link ?? "").searchParams.get("login") ?? "";
    const denials = clientOf(testApi, denialEndpoints);
    expect(dataOf(await denials.read(callerFrom("192.0.2.3"), token)).state).toBe("open");
    expect(dataOf(await proof.read())).toMatchObject({ state: "waiting" });
    expect(dataOf(await denials.deny(callerFrom("192.0.2.3"), token)).state).toBe("denied");
    expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "denied" });
    expect(summaryOf(await proof.verify(message?.facts.code ?? ""))).toBe("404 1404");
    expect(await sessionsOf(person.accountId)).toEqual([]);
  });

  test("the link of a sign-in that got in logs out everywhere and asks for a new password", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await passSecondFactor(proof, person.cellPhone);
    const [message] = await messagesTo(testApi, person.cellPhone);
    const token = new URL(message?.facts.link ?? "").searchParams.get("login") ?? "";
    const denials = clientOf(testApi, denialEndpoints);
    expect(dataOf(await denials.read(callerFrom("192.0.2.3"), token)).state).toBe("passed");
    expect(dataOf(await denials.deny(callerFrom("192.0.2.3"), token)).state).toBe("denied");
    expect(await proof.isSignedIn()).toBe(false);
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(
      loginResultUrl("lockedUntilReset"),
    );
  });

  test("A-331 notifies the owner once three wrong codes have followed the right password", async () => {
    const { person, proof } = await waitingPerson(testApi);
    proof.browser.userAgent = "Firefox/140.0";
    await proof.browser.signIn(person.accountEmail, firstPassword);
    const code = await proof.codeTo(person.cellPhone);
    const notices = async () =>
      (await messagesTo(testApi, person.accountEmail)).filter(({ kind }) => kind === "secondFactorGuessed");
    for (let guess = 1; guess <= 2; guess += 1) await proof.verify(otherThan(code));
    expect(await notices()).toEqual([]);
    await proof.verify(otherThan(code));
    expect(await notices()).toMatchObject([{ facts: { browser: "firefox" } }]);
  });

  test("A-453 notifies every e-mail on file of wrong codes after the right password", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    for (let guess = 1; guess <= 3; guess += 1) await proof.verify(otherThan(code));
    for (const recipient of [person.accountEmail, person.email])
      expect((await messagesTo(testApi, recipient)).map(({ kind }) => kind)).toContain("secondFactorGuessed");
  });
});

test("A-477 notifies the owner of three wrong codes that are spread over sign-ins, and of three more", async () => {
  const { person, proof } = await waitingPerson(testApi);
  const code = await proof.codeTo(person.cellPhone);
  const notices = async () =>
    (await messagesTo(testApi, person.accountEmail)).filter(({ kind }) => kind === "secondFactorGuessed").length;
  const found: number[] = [];
  for (let wrongCodes = 1; wrongCodes <= 6; wrongCodes += 1) {
    const guesser = new SecondProof(testApi);
    await guesser.browser.signIn(person.accountEmail, firstPassword);
    await guesser.verify(otherThan(code));
    found.push(await notices());
  }
  expect(found).toEqual([0, 0, 1, 1, 1, 2]);
});

describe("the second proof of another", () => {
  test("A-332 refuses the code of another account, and of another sign-in of the same account", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const other = await waitingPerson(testApi);
    await proof.codeTo(person.cellPhone);
    const codeOfOther = await other.proof.codeTo(other.person.cellPhone);
    expect(summaryOf(await proof.verify(codeOfOther))).toBe("400 3005");
    const elsewhere = new SecondProof(testApi);
    await elsewhere.browser.signIn(person.accountEmail, firstPassword);
    const codeElsewhere = await elsewhere.codeTo(person.cellPhone);
    expect(summaryOf(await proof.verify(codeElsewhere))).toBe("400 3005");
    expect(summaryOf(await elsewhere.verify(codeElsewhere))).toBe("200");
  });

  test("A-333 refuses the code of a password reset, and a sign-in's code at a reset", async () => {
    const { person, proof } = await waitingPerson(testApi, { cell_phone: null });
    const codeOfSignIn = await proof.codeTo(person.accountEmail, "email");
    const recoverer = new Recoverer(testApi);
    const id = await recoverer.startReset(person.accountEmail);
    const { code } = await newestReset(testApi, person.accountEmail);
    if (code !== codeOfSignIn) {
      expect(summaryOf(await proof.verify(code, { id: "email" }))).toBe("400 3005");
      expect(summaryOf(await recoverer.validate(id, codeOfSignIn))).toBe("400 3005");
    }
  });

  test("A-334 does not know the sign-in under another brand, nor without its cookie", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    const atOtherBrand = new SecondProof(testApi, proof.browser, "bna");
    expect(summaryOf(await atOtherBrand.read())).toBe("404 1404");
    expect(summaryOf(await atOtherBrand.verify(code))).toBe("404 1404");
    const other = new SecondProof(testApi);
    expect(summaryOf(await other.read())).toBe("404 1404");
    await proof.verify(code);
    expect(leadsTo(await other.finish())).toBe(secondFactorPage);
    expect(await other.isSignedIn()).toBe(false);
  });

  test("A-335 a browser that another account remembers is asked", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await passSecondFactor(proof, person.cellPhone);
    const owner = await newHolder(testApi);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await proof.browser.signIn(owner.accountEmail, firstPassword))).toBe(secondFactorPage);
  });

  test("A-336 a code that came by one method proves no other", async () => {
    const { person, proof } = await waitingPerson(testApi, {});
    await testApi.pool.query("insert into account_contact (account_id, contact, confirmed_at) values ($1, $2, $3)", [
      person.accountId,
      "5145550177",
      "2020-01-01",
    ]);
    const code = await proof.codeTo(person.cellPhone);
    expect(summaryOf(await proof.verify(code, { id: "text.2" }))).toBe("400 3005");
    expect(summaryOf(await proof.verify(code, { id: "email" }))).toBe("400 1000");
    expect(summaryOf(await proof.verify(code))).toBe("200");
  });
});

describe("skipping the second proof", () => {
  test("A-337 opens nothing by URL before the proof, and once after it", async () => {
    const { person, proof } = await waitingPerson(testApi);
    expect(leadsTo(await proof.finish())).toBe(secondFactorPage);
    expect(await sessionsOf(person.accountId)).toEqual([]);
    const code = await proof.codeTo(person.cellPhone);
    await proof.verify(code);
    const kept = proof.browser.cookies.get("pending-sign-in") ?? "";
    await proof.finish();
    const thief = new SecondProof(testApi);
    thief.browser.cookies.set("pending-sign-in", kept);
    expect(leadsTo(await thief.finish())).toBe(secondFactorPage);
    expect(await thief.isSignedIn()).toBe(false);
  });

  test("A-338 gives the session a new id, and ends the one that the browser had", async () => {
    const { person, proof } = await waitingPerson(testApi);
    proof.browser.cookies.set("PD-H-SESSION-ID", "planted-by-an-attacker");
    await passSecondFactor(proof, person.cellPhone);
    expect(proof.browser.cookies.get("PD-H-SESSION-ID")).not.toBe("planted-by-an-attacker");
    expect(await proof.isSignedIn()).toBe(true);
  });

  test("A-339 gives no ticket over API v1 before the proof, and one after it", async () => {
    const person = await newHolder(testApi);
    const api = new Recoverer(testApi);
    const { policyNumberRegistrationEndpoints } = await import("@vestibule/contract/v1/link.endpoint.ts");
    const accounts = clientOf(testApi, policyNumberRegistrationEndpoints);
    const found = await api.found(person.accountEmail);
    const refused = await accounts.authenticate(api.caller, found, { password: firstPassword });
    expect(summaryOf(refused)).toBe("403 3006");
    const pendingSignIn = (refused.kind === "error" && refused.error.pendingSignIn) || "";
    const proof = new SecondProof(testApi);
    proof.browser.cookies.set("pending-sign-in", pendingSignIn);
    // A browser cannot finish what an app began.
    const code = await proof.codeTo(person.cellPhone);
    const { ticket = "" } = dataOf(await proof.verify(code));
    expect(leadsTo(await proof.finish())).toBe(secondFactorPage);
    const app = testApi.open();
    const form = { username: person.accountEmail, ticket, "login-form-type": "ticket" };
    await app.post("/pkmslogin.form", form, { origin: "http://localhost:3000" });
    expect((await app.get("/account")).status).toBe(200);
    expect(await sessionsOf(person.accountId)).toEqual([{ opened_by: "ticket", second_factor: "text" }]);
  });

  test("A-340 a freeze ends the sign-in that waits, and one that is proven", async () => {
    for (const isProven of [false, true]) {
      const { person, proof } = await waitingPerson(testApi);
      const code = await proof.codeTo(person.cellPhone);
      if (isProven) await proof.verify(code);
      await security.freeze(await openSession(testApi, person.accountId));
      expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "revoked" });
      await proof.verify(code);
      await proof.finish();
      expect(await proof.isSignedIn()).toBe(false);
    }
  });

  test("A-340 is over where the account was disabled by anything else", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    await testApi.pool.query("update account set disabled = true where id = $1", [person.accountId]);
    expect(summaryOf(await proof.verify(code))).toBe("404 1404");
    expect(summaryOf(await proof.send("call"))).toBe("404 1404");
    expect(await sessionsOf(person.accountId)).toEqual([]);
  });

  test("A-469 logging out elsewhere ends a sign-in that waits or is proven, and the ticket of an app", async () => {
    for (const isProven of [false, true]) {
      const { person, proof } = await waitingPerson(testApi);
      const code = await proof.codeTo(person.cellPhone);
      if (isProven) await proof.verify(code);
      const ticket = await testApi.issueTicket(person.accountId);
      await security.endOtherSessions(await openSession(testApi, person.accountId));
      expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "revoked" });
      await proof.verify(code);
      await proof.finish();
      expect(await proof.isSignedIn()).toBe(false);
      const form = { username: person.accountEmail, ticket, "login-form-type": "ticket" };
      expect(leadsTo(await testApi.open().post("/pkmslogin.form", form))).toBe(loginResultUrl("invalidCredentials"));
    }
  });

  test("A-469 of 20 sign-ins that are completed while their owner logs out elsewhere, none is left", async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { person, proof } = await waitingPerson(testApi);
      await proof.verify(await proof.codeTo(person.cellPhone));
      const owner = await openSession(testApi, person.accountId);
      await Promise.all([proof.finish(), security.endOtherSessions(owner)]);
      const { rows } = await testApi.pool.query(
        "select from gateway_session where account_id = $1 and ended_at is null and second_factor is not null",
        [person.accountId],
      );
      // Whichever came first: the session has ended, or the sign-in opened none.
      expect(rows).toEqual([]);
    }
  });

  test("A-340 a new password ends the sign-in that waits, also one that is proven", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    await proof.verify(code);
    const recoverer = new Recoverer(testApi);
    const id = await recoverer.startReset(person.accountEmail);
    const { code: resetCode } = await newestReset(testApi, person.accountEmail);
    const { id: proven, token } = await recoverer.proven(id, resetCode);
    const { postalCode } = person.policy;
    const { ticket = "" } = dataOf(await recoverer.password(proven, { token, password: nextPassword, postalCode }));
    expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "revoked" });
    expect(leadsTo(await proof.finish())).toBe(secondFactorPage);
    const form = { username: person.accountEmail, ticket, "login-form-type": "ticket" };
    const entered = await testApi.open().post("/pkmslogin.form", form, { origin: "http://localhost:3000" });
    expect(leadsTo(entered)).toBe(secondFactorPage);
  });

  test("A-341 asks for a second proof after a temporary password, without the new password being typed again", async () => {
    const person = await newHolder(testApi, { status: "T" });
    const recoverer = new Recoverer(testApi);
    const found = await recoverer.found(person.accountEmail);
    const { id, token } = dataOf(await recoverer.temporary(found, firstPassword));
    const { ticket = "" } = dataOf(await recoverer.password(id, { token, password: nextPassword }));
    const form = { username: person.accountEmail, ticket, "login-form-type": "ticket" };
    const entered = await testApi.open().post("/pkmslogin.form", form, { origin: homeOrigin });
    expect(leadsTo(entered)).toBe(secondFactorPage);
    expect(leadsTo(await testApi.open().signIn(person.accountEmail, nextPassword))).toBe(secondFactorPage);
  });

  test("a passkey is both proofs", async () => {
    const person = await newHolder(testApi);
    const device = { accountId: person.accountId, origin: homeOrigin };
    const authenticator = await addTestPasskey(testApi.deps, device);
    const browser = testApi.open();
    const { challenge } = await (await browser.get("/pkmspasskey.options")).json();
    const passkey = JSON.stringify(authenticator.respond(challenge, { origin: homeOrigin }));
    await browser.post("/pkmspasskey.form", { passkey }, { origin: homeOrigin });
    expect((await browser.get("/account")).status).toBe(200);
  });
});

describe("a passkey in the browser of a sign-in that waits", () => {
  async function signInByPasskey(proof: SecondProof, accountId: string) {
    const authenticator = await addTestPasskey(testApi.deps, { accountId, origin: homeOrigin });
    const { challenge } = await (await proof.browser.get("/pkmspasskey.options")).json();
    const passkey = JSON.stringify(authenticator.respond(challenge, { origin: homeOrigin }));
    await proof.browser.post("/pkmspasskey.form", { passkey }, { origin: homeOrigin });
    expect((await proof.browser.get("/account")).status).toBe(200);
  }

  test("completes it, so that its code no longer works", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    const waiting = proof.browser.cookies.get("pending-sign-in") ?? "";
    await signInByPasskey(proof, person.accountId);
    expect(proof.browser.cookies.has("pending-sign-in")).toBe(false);
    proof.browser.cookies.set("pending-sign-in", waiting);
    expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "passed" });
    expect(summaryOf(await proof.verify(code))).toBe("404 1404");
  });

  test("leaves it waiting where it is another account’s", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    const waiting = proof.browser.cookies.get("pending-sign-in") ?? "";
    await signInByPasskey(proof, (await newHolder(testApi)).accountId);
    proof.browser.cookies.set("pending-sign-in", waiting);
    expect(summaryOf(await proof.verify(code))).toBe("200");
  });
});

describe("guessing and bombing", () => {
  test("A-342 ends the sign-in after three to six wrong codes, then asks for the password again", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    const summaries: string[] = [];
    for (let guess = 0; guess < 6 && summaries.at(-1) !== "403 3002"; guess += 1)
      summaries.push(summaryOf(await proof.verify(otherThan(code))));
    expect(summaries.length).toBeGreaterThanOrEqual(3);
    expect(summaries.at(-1)).toBe("403 3002");
    expect(summaryOf(await proof.verify(code))).toBe("404 1404");
    expect(dataOf(await proof.read())).toEqual({ state: "ended", ended: "wrongCodes" });
  });

  test("A-343 accepts no code after ten wrong ones in a day, over all sign-ins; a known browser still signs in", async () => {
    const { person, proof } = await waitingPerson(testApi);
    await passSecondFactor(proof, person.cellPhone);
    let wrongCodes = 0;
    let until = "";
    for (let attempt = 0; attempt < 8 && until === ""; attempt += 1) {
      const guesser = new SecondProof(testApi);
      await guesser.browser.signIn(person.accountEmail, firstPassword);
      for (let guess = 0; guess < 6; guess += 1) {
        const result = await guesser.verify(wrong);
        if (summaryOf(result) === "404 1404") break;
        wrongCodes += 1;
        if (result.kind === "error") until = result.error.until ?? "";
      }
    }
    expect(wrongCodes).toBe(limits.secondFactorWrongCode.limit);
    expect(Date.parse(until)).toBeGreaterThan(testApi.deps.clock.now().getTime());
    const { rows: lockouts } = await testApi.pool.query(
      "select facts ->> 'method' as method from audit_event where account_id = $1 and event = $2 and result = $3",
      [person.accountId, "second-factor.locked", "account"],
    );
    expect(lockouts).toEqual([{ method: "text" }]);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(loginResultUrl("success"));
  });

  test("A-344 sends three texts in ten minutes and eight a day, to any browser", async () => {
    const person = await newHolder(testApi);
    let sent = 0;
    const refusals: string[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const proof = new SecondProof(testApi);
      await proof.browser.signIn(person.accountEmail, firstPassword);
      const result = await proof.send();
      if (result.kind === "ok") sent += 1;
      else refusals.push(summaryOf(result));
      if (attempt === 3) expect([sent, refusals]).toEqual([3, ["429 1429"]]);
      if (refusals.at(-1) === "429 1429") await testApi.moveClock(601);
    }
    expect(sent).toBe(limits.secondFactorTelephoneDay.limit);
    expect(refusals.at(-1)).toBe("403 3002");
  });

  test("A-345 sends no text before the right password, and no second one within thirty seconds", async () => {
    const person = await newHolder(testApi);
    const proof = new SecondProof(testApi);
    await proof.browser.signIn(person.accountEmail, wrongPassword);
    expect(summaryOf(await proof.send())).toBe("404 1404");
    expect(await messagesTo(testApi, person.cellPhone)).toEqual([]);
    await proof.browser.signIn(person.accountEmail, firstPassword);
    await proof.send();
    expect(summaryOf(await proof.send())).toBe("429 1429");
    expect(await messagesTo(testApi, person.cellPhone)).toHaveLength(1);
  });

  test("A-346 of 50 right codes at once, one passes and opens one session", async () => {
    const { person, proof } = await waitingPerson(testApi);
    const code = await proof.codeTo(person.cellPhone);
    const results = await Promise.all(Array.from({ length: 50 }, () => proof.verify(code)));
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    const finished = await Promise.all(
      Array.from({ length: 10 }, () => testApi.open({}, "http://localhost:3000")).map(async (browser) => {
        browser.cookies.set("pending-sign-in", proof.browser.cookies.get("pending-sign-in") ?? "");
        return leadsTo(await browser.get("/pkmslogin.proven"));
      }),
    );
    expect(finished.filter((location) => location === loginResultUrl("success"))).toHaveLength(1);
    expect(await sessionsOf(person.accountId)).toHaveLength(1);
  });
});

describe("a brand that asks at every sign-in", () => {
  test("asks in a remembered browser too", async () => {
    const { person, proof } = await waitingPerson(always);
    expect(dataOf(await proof.read())).toMatchObject({ reasons: ["everySignIn", "unknownBrowser"] });
    await passSecondFactor(proof, person.cellPhone);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    await always.moveClock(60);
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(secondFactorPage);
    expect(dataOf(await proof.read())).toMatchObject({ reasons: ["everySignIn"] });
  });
});
