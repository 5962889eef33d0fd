import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import {
  dataOf,
  firstPassword,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  setAccountCreated,
  summaryOf,
} from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { deskAgent, supportDeskOf } from "../../../../test/support-desk.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import { createGatewayTestApi } from "./test/gateway-test-api.ts";
import { SecondProof } from "./test/second-factor.ts";

const origin = "http://belair.localhost:3000";
const testApi = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const credentials = clientOf(testApi, credentialEndpoints);
const ownData = clientOf(testApi, ownDataEndpoints);
const passkeys = clientOf(testApi, passkeyEndpoints);
const secondFactors = clientOf(testApi, secondFactorEndpoints);
const security = clientOf(testApi, securityEndpoints);
const { desk, ...support } = supportDeskOf(testApi);
const settlingHours = 72;
const settling = "403 3012";

let numbers = 0;
function newNumber(): string {
  numbers += 1;
  return `51455590${String(numbers).padStart(2, "0")}`;
}

/** Changes a contact in the book now, as an import does. */
const changeInBook = (rowId: string, column: "email" | "cell_phone", contact: string | null) =>
  testApi.pool.query(
    `update book_row set ${column}_before = ${column}, ${column}_since = app_now(), ${column} = $2 where id = $1`,
    [rowId, contact],
  );
const forgetBefore = (rowId: string) =>
  testApi.pool.query("update book_row set cell_phone_before = null, email_before = null where id = $1", [rowId]);

async function oldHolder(more: Parameters<typeof newHolder>[1] = {}) {
  const holder = await newHolder(testApi, more);
  await setAccountCreated(testApi, holder.accountId, "30 days");
  return holder;
}

async function waitingMethods(email: string) {
  const proof = new SecondProof(testApi);
  await proof.browser.signIn(email, firstPassword);
  const waiting = dataOf(await proof.read());
  if (waiting.state !== "waiting") throw new Error(waiting.state);
  return waiting;
}

describe("a mobile number that the book changed less than 72 hours ago", () => {
  test("A-356 receives no code of a login, and the page says from when it will", async () => {
    const person = await oldHolder();
    await changeInBook(person.rowId, "cell_phone", newNumber());
    await forgetBefore(person.rowId);
    const waiting = await waitingMethods(person.accountEmail);
    expect(waiting.methods.map(({ method }) => method)).toEqual(["email"]);
    expect(waiting.newMobileFrom).toBeDefined();
  });

  test("A-356 is named in the account and in an agent's case, with the time from which it gets codes", async () => {
    const person = await oldHolder();
    const namedIn = async () => {
      const handle = await new Recoverer(testApi).found(person.accountEmail);
      const supportCase = await support.caseOf(await support.reference({ handle, page: "/two-factor" }));
      const listed = dataOf(await secondFactors.list(await openSession(testApi, person.accountId)));
      expect(supportCase.newMobileFrom).toBe(listed.newMobileFrom);
      return listed;
    };
    expect((await namedIn()).newMobileFrom).toBeUndefined();
    await changeInBook(person.rowId, "cell_phone", newNumber());
    const { methods, newMobileFrom } = await namedIn();
    const hoursLeft = (Date.parse(newMobileFrom ?? "") - testApi.deps.clock.now().getTime()) / 3_600_000;
    expect(Math.round(hoursLeft)).toBe(settlingHours);
    expect(methods.find(({ method }) => method === "text")?.maskedRecipient).toContain(person.cellPhone.slice(-2));
  });

  test("A-356 leaves the codes to the number that it replaced", async () => {
    const person = await oldHolder();
    await changeInBook(person.rowId, "cell_phone", newNumber());
    const { methods } = await waitingMethods(person.accountEmail);
    expect(methods.filter(({ method }) => method === "text")).toEqual([
      expect.objectContaining({ maskedRecipient: expect.stringContaining(person.cellPhone.slice(-2)) }),
    ]);
  });

  test("A-356 receives codes once it has settled, and at once where the account had proven it", async () => {
    const settled = await oldHolder();
    const number = newNumber();
    await changeInBook(settled.rowId, "cell_phone", number);
    await testApi.moveClock((settlingHours + 1) * 3600);
    const later = await waitingMethods(settled.accountEmail);
    expect(later.methods[0]).toMatchObject({
      method: "text",
      maskedRecipient: expect.stringContaining(number.slice(-2)),
    });
    expect(later.newMobileFrom).toBeUndefined();

    const proven = await oldHolder();
    const ownerNumber = newNumber();
    await testApi.pool.query("insert into account_contact select id, $2, created_at from account where id = $1", [
      proven.accountId,
      ownerNumber,
    ]);
    await changeInBook(proven.rowId, "cell_phone", ownerNumber);
    expect((await waitingMethods(proven.accountEmail)).newMobileFrom).toBeUndefined();
  });

  test("A-356 is trusted where an older row of the same person has it", async () => {
    const person = await oldHolder();
    const { firstName, lastName, dateOfBirth } = person.policy;
    const { rows } = await testApi.pool.query(
      `insert into book_row (company, policy_number, line, year, province, role, first_name, last_name, date_of_birth,
         person_key, email, email_typed, cell_phone, cell_phone_since, registry)
       select company, policy_number || 'B', line, year, province, role, $2, $3, $4, person_key, email, email_typed,
         cell_phone, app_now(), registry from book_row where id = $1 returning cell_phone`,
      [person.rowId, firstName, lastName, dateOfBirth],
    );
    expect(rows).toHaveLength(1);
    expect((await waitingMethods(person.accountEmail)).newMobileFrom).toBeUndefined();
  });

  test("A-357 is no fact for a new password: the one that it replaced is", async () => {
    const driver = { role: 80, ubi: true } as const;
    for (const isKnown of [true, false]) {
      const person = await oldHolder(driver);
      const number = newNumber();
      await changeInBook(person.rowId, "cell_phone", number);
      if (!isKnown) await forgetBefore(person.rowId);
      const reset = new Recoverer(testApi);
      const started = await reset.startReset(person.accountEmail);
      const { code } = await newestReset(testApi, person.accountEmail);
      const proof = await reset.proven(started, code);
      expect(proof.identityFact).toBe(isKnown ? "cellPhone" : "postalCode");
      const password = (fact: { cellPhone: string } | { postalCode: string }) =>
        reset.password(proof.id, { password: nextPassword, token: proof.token, ...fact });
      expect(summaryOf(await password({ cellPhone: number }))).not.toBe("200");
      const right = isKnown ? { cellPhone: person.cellPhone } : { postalCode: person.policy.postalCode };
      expect(summaryOf(await password(right))).toBe("200");
    }
  });

  test("A-358 lets the account wait: it is neither closed nor exported, and keeps its older passkeys", async () => {
    const person = await oldHolder();
    await addTestPasskey(testApi.deps, { accountId: person.accountId, origin });
    await testApi.pool.query("update passkey set created_at = created_at - interval '30 days' where account_id = $1", [
      person.accountId,
    ]);
    await changeInBook(person.rowId, "cell_phone", newNumber());
    const session = await openSession(testApi, person.accountId);
    const until = dataOf(await credentials.session(session)).settlingUntil ?? "";
    expect(Date.parse(until) - testApi.deps.clock.now().getTime()).toBeGreaterThan((settlingHours - 1) * 3_600_000);
    expect(summaryOf(await ownData.data(session))).toBe(settling);
    expect(summaryOf(await ownData.close(session))).toBe(settling);
    const [passkey] = dataOf(await passkeys.passkeys(session)).passkeys;
    expect(summaryOf(await passkeys.remove(session, passkey?.id ?? ""))).toBe(settling);
    const handle = await new Recoverer(testApi).found(person.accountEmail);
    const { settlingUntil } = await support.caseOf(await support.reference({ handle, page: "/" }));
    expect(settlingUntil).toBe(until);

    await testApi.moveClock((settlingHours + 1) * 3600);
    const later = await openSession(testApi, person.accountId);
    expect(dataOf(await credentials.session(later)).settlingUntil).toBeUndefined();
    expect(summaryOf(await ownData.data(later))).toBe("200");
  });

  test("A-358 stays unsettled after a freeze, however long it takes until the new password", async () => {
    const person = await oldHolder();
    await changeInBook(person.rowId, "cell_phone", newNumber());
    dataOf(await security.freeze(await openSession(testApi, person.accountId)));
    await testApi.moveClock((settlingHours + 1) * 3600);
    const handle = await new Recoverer(testApi).found(person.accountEmail);
    const { settlingUntil } = await support.caseOf(await support.reference({ handle, page: "/" }));
    expect(settlingUntil).toBeDefined();
  });

  test("A-358 is not alone to hear of an agent's request for a link: so does the one that it replaced", async () => {
    const person = await oldHolder();
    const number = newNumber();
    await changeInBook(person.rowId, "cell_phone", number);
    const handle = await new Recoverer(testApi).found(person.accountEmail);
    const code = await support.reference({ handle, page: "/" });
    const order = { action: "RESETPWD_LOGIN", email: "thief@ailleurs.example" } as const;
    expect(summaryOf(await desk.link(deskAgent, code, order))).toBe("202");
    for (const contact of [number, person.cellPhone])
      expect((await messagesTo(testApi, contact)).map(({ kind }) => kind)).toContain("linkRequested");
  });
});

describe("an e-mail that the book changed less than 72 hours ago", () => {
  test("A-359 is not alone to hear of a new password: so does the one that it replaced", async () => {
    const person = await oldHolder();
    await changeInBook(person.rowId, "email", "newer@courrier.example");
    const session = await openSession(testApi, person.accountId);
    dataOf(await credentials.changePassword(session, { currentPassword: firstPassword, password: nextPassword }));
    for (const contact of ["newer@courrier.example", person.email])
      expect((await messagesTo(testApi, contact)).map(({ kind }) => kind)).toContain("passwordChanged");
  });
});
