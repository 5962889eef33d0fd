import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import {
  dataOf,
  messagesTo,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { testAccount } from "../../../../test/test-api.ts";
import { buildApi } from "../build-api.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, homeOrigin, leadsTo, loginResultUrl } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage } from "./test/second-factor.ts";

const testApi = closeAfterTests(await createGatewayTestApi());
const asking = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const person = new Recoverer(testApi);

type Holder = Awaited<ReturnType<typeof newHolder>>;
const postalCode = "H2X 1Y4";

async function reset(holder: Holder, { password = nextPassword, by = person, at = testApi } = {}) {
  const id = await by.startReset(holder.accountEmail);
  const { code } = await newestReset(at, holder.accountEmail);
  const proof = await by.proven(id, code);
  return dataOf(await by.password(proof.id, { password, token: proof.token, postalCode }));
}

async function ticketOf(holder: Holder, password = nextPassword): Promise<string> {
  const { ticket } = await reset(holder, { password });
  if (ticket === undefined) throw new Error("no ticket was issued");
  return ticket;
}

const enter = async (browser: Browser, username: string, ticket: string) =>
  leadsTo(await browser.post("/pkmslogin.form", { username, "login-form-type": "ticket", ticket }));

/** A client of API v1 on the same database, with changed data of the default brand. */
async function clientWith(change: (brand: Brand) => Brand): Promise<Recoverer> {
  const { brands: book } = testApi.deps;
  const brands = { ...book, byApiKey: () => change(book.defaultBrand) };
  const api = buildApi({ ...testApi.deps, brands });
  return new Recoverer({ apis: [api, api] });
}

describe("the ticket of a new password", () => {
  test("is issued after a temporary password as well", async () => {
    const holder = await newHolder(testApi, { status: "T" });
    await testApi.pool.query("update account set temporary_until = app_now() + interval '1 day' where id = $1", [
      holder.accountId,
    ]);
    const id = await person.found(holder.accountEmail);
    const proof = dataOf(await person.temporary(id, "Grand-Vent-42"));
    const { ticket = "" } = dataOf(await person.password(proof.id, { password: nextPassword, token: proof.token }));
    expect(await enter(testApi.open(), holder.accountEmail, ticket)).toBe(loginResultUrl("success"));
  });

  test("A-008 cannot be replayed, in sequence or concurrently", async () => {
    const holder = await newHolder(testApi);
    const ticket = await ticketOf(holder);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => enter(testApi.open(), holder.accountEmail, ticket)),
    );
    expect(responses.filter((response) => response === loginResultUrl("success"))).toHaveLength(1);
    expect(await enter(testApi.open(), holder.accountEmail, ticket)).toBe(loginResultUrl("invalidCredentials"));
  });

  test("A-157 cannot be used at another brand with the same e-mail", async () => {
    const holder = await newHolder(testApi);
    const facts = { email: holder.accountEmail, password: nextPassword, personKey: holder.personKey };
    await testAccount(testApi, { ...facts, brandId: "intact" });
    const elsewhere = testApi.open({}, "http://intact.localhost:3000");
    expect(await enter(elsewhere, holder.accountEmail, await ticketOf(holder))).toBe(
      loginResultUrl("invalidCredentials"),
    );
    expect(elsewhere.cookies.size).toBe(0);
  });

  test("cannot be used after a second reset, whose own ticket works", async () => {
    const holder = await newHolder(testApi);
    const first = await ticketOf(holder);
    const second = await ticketOf(holder, "Autre-Ruisseau-77");
    expect(await enter(testApi.open(), holder.accountEmail, first)).toBe(loginResultUrl("invalidCredentials"));
    expect(await enter(testApi.open(), holder.accountEmail, second)).toBe(loginResultUrl("success"));
  });

  test("cannot be used when the account is locked or disabled in the meantime", async () => {
    for (const [change, result] of [
      ["status = 'L'", "lockedUntilReset"],
      ["disabled = true", "disabled"],
    ] as const) {
      const holder = await newHolder(testApi);
      const ticket = await ticketOf(holder);
      await testApi.pool.query(`update account set ${change} where id = $1`, [holder.accountId]);
      expect(await enter(testApi.open(), holder.accountEmail, ticket)).toBe(loginResultUrl(result));
    }
  });

  test("keeps its own session, while the reset ends all others", async () => {
    const holder = await newHolder(testApi);
    const elsewhere = testApi.open();
    await elsewhere.signIn(holder.accountEmail, "Grand-Vent-42");
    expect((await elsewhere.get("/account")).status).toBe(200);
    const browser = testApi.open();
    await enter(browser, holder.accountEmail, await ticketOf(holder));
    expect((await elsewhere.get("/account")).status).toBe(302);
    expect((await browser.get("/account")).status).toBe(200);
  });
});

describe("the second proof after a reset by e-mail", () => {
  const account = clientOf(asking, secondFactorEndpoints);

  /** A person who has reset the password by e-mail and has posted the ticket, or typed the new password. */
  async function afterReset({
    cells = {},
    by = "ticket",
    prepare,
  }: {
    cells?: Parameters<typeof newHolder>[1];
    by?: "ticket" | "password";
    prepare?: (holder: Holder) => Promise<unknown>;
  } = {}) {
    const holder = await newHolder(asking, cells);
    await prepare?.(holder);
    const { ticket = "" } = await reset(holder, { by: new Recoverer(asking), at: asking });
    const proof = new SecondProof(asking);
    const page =
      by === "ticket"
        ? await enter(proof.browser, holder.accountEmail, ticket)
        : leadsTo(await proof.browser.signIn(holder.accountEmail, nextPassword));
    return { holder, proof, page };
  }

  const methodsOf = async (proof: SecondProof) => {
    const waiting = dataOf(await proof.read());
    return waiting.state === "waiting" && waiting.methods.map(({ id }) => id);
  };
  /** Makes recovery codes that have settled. */
  const makeRecoveryCodes = async ({ accountId }: Holder) => {
    dataOf(await account.makeRecoveryCodes(await openSession(asking, accountId)));
    await asking.pool.query("update recovery_code set made_at = app_now() - interval '4 days' where account_id = $1", [
      accountId,
    ]);
  };

  test.each(["ticket", "password"] as const)(
    "A-398 goes by text or a call where a number is on file, after the %s, and no session is open before",
    async (by) => {
      const { holder, proof, page } = await afterReset({ by });
      expect(page).toBe(secondFactorPage);
      expect(await methodsOf(proof)).toEqual(["text", "call"]);
      expect(dataOf(await proof.read())).toMatchObject({ reasons: expect.arrayContaining(["afterReset"]) });
      expect(await proof.isSignedIn()).toBe(false);
      await passSecondFactor(proof, holder.cellPhone);
      expect(await proof.isSignedIn()).toBe(true);
    },
  );

  test("A-398 goes by a recovery code, not by e-mail, where the person has no number and codes", async () => {
    const { holder, proof, page } = await afterReset({ cells: { cell_phone: null }, prepare: makeRecoveryCodes });
    expect(page).toBe(secondFactorPage);
    expect(await methodsOf(proof)).toEqual(["recoveryCode"]);
    expect(summaryOf(await proof.send("email"))).toBe("400 1000");
    expect(await messagesTo(asking, holder.accountEmail)).not.toContainEqual(
      expect.objectContaining({ kind: "secondFactorCode" }),
    );
  });

  test("A-398 goes by the passkey where it is the only other method", async () => {
    const { proof } = await afterReset({
      cells: { cell_phone: null },
      prepare: async ({ accountId }) => {
        await addTestPasskey(asking.deps, { accountId, origin: homeOrigin });
        await asking.pool.query("update passkey set created_at = app_now() - interval '4 days' where account_id = $1", [
          accountId,
        ]);
      },
    });
    expect(await methodsOf(proof)).toEqual(["passkey"]);
  });

  test("is given by the reset itself where only the e-mail is on file", async () => {
    const { holder, page } = await afterReset({ cells: { cell_phone: null } });
    expect(page).toBe(loginResultUrl("success"));
    const { rows } = await asking.pool.query("select second_factor from gateway_session where account_id = $1", [
      holder.accountId,
    ]);
    expect(rows).toEqual([{ second_factor: "email" }]);
  });

  test("may go by e-mail again after a sign-in has followed the reset", async () => {
    const { holder, proof } = await afterReset({ cells: { cell_phone: null }, prepare: makeRecoveryCodes });
    await asking.pool.query("update account set last_sign_in_at = app_now() where id = $1", [holder.accountId]);
    expect(await methodsOf(proof)).toEqual(["email", "recoveryCode"]);
  });
});

test("a reset by e-mail is no second proof for an application where a number is on file, under a brand that never asks", async () => {
  const holder = await newHolder(testApi);
  await enter(testApi.open(), holder.accountEmail, await ticketOf(holder));
  const { rows } = await testApi.pool.query("select second_factor from gateway_session where account_id = $1", [
    holder.accountId,
  ]);
  expect(rows).toEqual([{ second_factor: null }]);
});

describe("a new password is set without a ticket", () => {
  const gateway = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;

  test.each<[string, (brand: Brand) => Brand]>([
    [
      "where the brand's flag is off",
      (brand) => ({ ...brand, features: { ...brand.features, signInAfterReset: false } }),
    ],
    ["behind an outside gateway", (brand) => ({ ...brand, gateway })],
  ])("%s", async (_where, change) => {
    const by = await clientWith(change);
    const holder = await newHolder(testApi);
    expect(await reset(holder, { by })).toEqual({ email: holder.accountEmail });
  });

  test("where the insurer has disabled the account", async () => {
    const holder = await newHolder(testApi);
    await testApi.pool.query("update account set disabled = true where id = $1", [holder.accountId]);
    expect(await reset(holder)).toEqual({ email: holder.accountEmail });
  });
});
