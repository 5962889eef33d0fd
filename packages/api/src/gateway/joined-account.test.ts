import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { accountOf } from "../../../../test/links.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Registrant } from "../../../../test/policy-number-registration.ts";
import { dataOf } from "../../../../test/recovery.ts";
import { newPerson } from "../../../../test/registration.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage } from "./test/second-factor.ts";

const password = "Grand-Vent-42";
const asking = closeAfterTests(await createGatewayTestApi({ brands: await testBrands("newBrowser") }));
const never = closeAfterTests(await createGatewayTestApi());

/** A driver who has joined the policyholder's account by its password, and the ticket that they got. */
async function joined(testApi: typeof asking) {
  const holder = await newPerson(testApi);
  const accountId = await accountOf(testApi, holder);
  const { policyNumber } = holder.policy;
  const driver = await newPerson(testApi, { policy_number: policyNumber, role: 80, ubi: true });
  const registrant = new Registrant(testApi);
  await registrant.proven(testApi, driver);
  const { email, ticket = "" } = dataOf(await registrant.authenticate({ password, cellPhone: driver.cellPhone }));
  return { holder, accountId, email, ticket };
}

const enter = async (proof: SecondProof, { email, ticket }: { email: string; ticket: string }) =>
  leadsTo(await proof.browser.post("/pkmslogin.form", { username: email, "login-form-type": "ticket", ticket }));

describe("the ticket of a driver who joins an account by its password", () => {
  test("A-466 leads to the second proof of the account, in a browser that it does not know", async () => {
    const { holder, accountId, ...login } = await joined(asking);
    const proof = new SecondProof(asking);
    expect(await enter(proof, login)).toBe(secondFactorPage);
    expect(await proof.isSignedIn()).toBe(false);
    expect(dataOf(await proof.read())).toMatchObject({ state: "waiting", reasons: ["unknownBrowser"] });
    await passSecondFactor(proof, holder.cellPhone);
    expect(await proof.isSignedIn()).toBe(true);
    const { rows } = await asking.pool.query("select second_factor from gateway_session where account_id = $1", [
      accountId,
    ]);
    expect(rows).toEqual([{ second_factor: "text" }]);
  });

  test("signs in where the account remembers the browser, or the brand never asks", async () => {
    const { holder, ...login } = await joined(asking);
    const proof = new SecondProof(asking);
    await proof.browser.signIn(login.email, password);
    await passSecondFactor(proof, holder.cellPhone);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(await enter(proof, login)).toBe(loginResultUrl("success"));
    expect(await enter(new SecondProof(never), await joined(never))).toBe(loginResultUrl("success"));
  });
});
