import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { soundPassword, type TestPerson, Visitor } from "../../../../../../test/registration.ts";
import { testAccount } from "../../../../../../test/test-api.ts";

export const licenceOnFile = { driverLicense: "S531229028807", driverLicenseProvince: "qc" };

export async function openPolicyNumberTest() {
  const testApi = await openTestApi();
  const createVisitor = () => new Visitor(testApi.apis);
  const atEmail = (as: "policyHolder" | "insuredDriver" = "policyHolder") => createVisitor().start(as);

  const atPolicy = async (as: "policyHolder" | "insuredDriver" = "policyHolder") => {
    const visitor = await atEmail(as);
    await visitor.call("identify", { method: "policyNumber" });
    return visitor;
  };

  const withAccount = (person: TestPerson) =>
    testAccount(testApi, {
      email: `account-${person.email}`,
      password: soundPassword,
      personKey: person.personKey,
      firstName: person.policy.firstName,
      lastName: person.policy.lastName,
    });

  return { testApi, createVisitor, atEmail, atPolicy, withAccount };
}
