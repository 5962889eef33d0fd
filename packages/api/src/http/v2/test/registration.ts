import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { type TestPerson, toCreate, Visitor, validPassword } from "../../../../../../test/registration.ts";
import { testAccount } from "../../../../../../test/test-api.ts";

export const licenceOnFile = { driverLicense: "S531229028807", driverLicenseProvince: "qc" };

type AccountType = "policyHolder" | "insuredDriver";

/** A test API, and visitors of smart registration up to a page. */
export async function openRegistrationTest() {
  const testApi = await openTestApi();
  const createVisitor = () => new Visitor(testApi.apis);
  const atEmail = (as: AccountType = "policyHolder") => createVisitor().start(as);
  const atPolicy = async (as?: AccountType) => {
    const visitor = await atEmail(as);
    await visitor.call("identify", { method: "policyNumber" });
    return visitor;
  };
  const atCreate = (person: TestPerson) => toCreate(testApi, createVisitor(), person);

  const createAccount = (email: string, more: object = {}) =>
    testAccount(testApi, { email, password: validPassword, personKey: email, ...more });
  const withAccount = (person: TestPerson) =>
    createAccount(`account-${person.email}`, {
      personKey: person.personKey,
      firstName: person.policy.firstName,
      lastName: person.policy.lastName,
    });

  return { testApi, createVisitor, atEmail, atPolicy, atCreate, createAccount, withAccount };
}
