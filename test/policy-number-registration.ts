import { type ApiCaller, type ApiClient, createClient } from "@vestibule/contract/api.client.ts";
import { findEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { AccountCreateBody, RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { PolicyFindBody, PolicyFindResponse } from "@vestibule/contract/v1/policy-number-registration.schema.ts";
import type { AuthenticationBody, TwoFactorValidation } from "@vestibule/contract/v1/recovery.schema.ts";
import { alternating, callerFrom } from "./described-response.ts";
import { dataOf } from "./recovery.ts";
import { codeSentTo, type RegistrationTestApi, type TestPerson, validPassword } from "./registration.ts";

const registrationEndpoints = { ...policyNumberRegistrationEndpoints, find: findEndpoints.byPolicy };

type Method = "EMAIL" | "SMS" | "PIN" | "NONE" | "ASKEMAIL";

/**
 * A registration by policy number over API v1, alternating between both servers; keeps the id and the last question.
 */
export class Registrant {
  readonly caller: ApiCaller;
  readonly calls: ApiClient<typeof registrationEndpoints>;
  id = "";
  methods: readonly TwoFactorValidation[] = [];

  constructor({ apis }: Pick<RegistrationTestApi, "apis">, more: Partial<ApiCaller> & { clientIp?: string } = {}) {
    const { clientIp = "192.0.2.44", ...caller } = more;
    this.caller = { ...callerFrom(clientIp), ...caller };
    this.calls = createClient(registrationEndpoints, {
      baseUrl: "http://api.internal",
      fetch: alternating(apis),
      timeoutMilliseconds: 25_000,
    });
  }

  find(person: TestPerson, more: Partial<PolicyFindBody> = {}) {
    return this.calls.find(this.caller, { ...person.policy, ...more });
  }

  /** Looks a person up; throws where there is no match. */
  async found(person: TestPerson, more: Partial<PolicyFindBody> = {}): Promise<PolicyFindResponse> {
    return this.hold(dataOf(await this.find(person, more)));
  }

  /** Continues a registration that was found. */
  hold(response: PolicyFindResponse): PolicyFindResponse {
    this.id = response.id;
    this.methods = response.twoFactorValidations;
    return response;
  }

  methodId(method: Method): string {
    return this.methods.find((offered) => offered.method === method)?.id ?? "";
  }

  /** Chooses a verification method, resends its message, or answers a question under an id. */
  validate(validationId: string, validationValue?: string) {
    const body = validationValue === undefined ? undefined : { validationValue };
    return this.calls.validate(this.caller, this.id, validationId, body);
  }

  /** Looks a person up and verifies them by a code or PIN. */
  async proven(
    testApi: RegistrationTestApi,
    person: TestPerson,
    { by = "EMAIL", ...more }: Partial<PolicyFindBody> & { by?: "EMAIL" | "SMS" | "PIN" } = {},
  ): Promise<RegistrationValidation> {
    await this.found(person, more);
    dataOf(await this.validate(this.methodId(by)));
    const recipient = by === "SMS" ? person.cellPhone : person.email;
    const value = by === "PIN" ? person.pin : await codeSentTo(testApi, recipient);
    return dataOf(await this.validate(this.methodId(by), value));
  }

  extend() {
    return this.calls.extend(this.caller, this.id);
  }

  create(body: Partial<AccountCreateBody>) {
    return this.calls.create(this.caller, this.id, { password: validPassword, ...body });
  }

  authenticate(body: AuthenticationBody) {
    return this.calls.authenticate(this.caller, this.id, body);
  }
}

/** Facts that a person enters with a new password. */
export function factsOf({ policy: { postalCode, dateOfBirth } }: TestPerson) {
  return { postalCode, dateOfBirth };
}
