import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer } from "../../../../../test/recovery.ts";
import { type RegistrationHouse, registrationHouse } from "../../../../../test/registration.ts";

let house: RegistrationHouse;
let person: Recoverer;
beforeAll(async () => {
  house = await registrationHouse();
  person = new Recoverer(house);
});
afterAll(() => house.close());

const opens = async (accountId: string, password: string) => {
  const account = await house.parts.users.findById(house.database, accountId);
  return account?.status === "A" && (await house.parts.hashing.verify(password, account.passwordHash)) !== "wrong";
};

test("a code and the postal code set a new password, and the owner is told", async () => {
  const holder = await newHolder(house);
  const id = await person.begun(holder.accountEmail);
  const { code } = await newestReset(house, holder.accountEmail);
  const proof = await person.proven(id, code);
  expect(proof).toMatchObject({
    action: "RESETPWD_LOGIN",
    email: holder.accountEmail,
    identityFact: "postalCode",
    twoFactorValidations: [],
    ubiMatchPH: false,
  });
  const { token } = proof;
  const reply = await person.password(proof.id, { password: nextPassword, token, postalCode: "h2x 1y4" });
  expect(dataOf(reply)).toEqual({ email: holder.accountEmail });
  expect(await opens(holder.accountId, nextPassword)).toBe(true);
});
