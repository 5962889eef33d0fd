import { createClient } from "@vestibule/contract/api.client.ts";
import { trustedDeviceHeader, trustedDeviceName } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { pendingSignInEndpoints } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { alternating, callerFrom } from "../../../../../test/described-response.ts";
import { firstPassword, newHolder } from "../../../../../test/recovery.ts";
import { codeSentTo } from "../../../../../test/registration.ts";
import type { Browser } from "./browser.ts";
import type { GatewayTestApi } from "./gateway-test-api.ts";

export const secondFactorPage = "/two-factor";

/** A browser that has typed the right password of a new account, and the calls of its page. */
export class SecondProof {
  readonly #calls;
  readonly #testApi: GatewayTestApi;
  readonly browser: Browser;
  readonly #caller;

  constructor(testApi: GatewayTestApi, browser = testApi.open(), brand = "belair", clientIp = "192.0.2.81") {
    this.#testApi = testApi;
    this.browser = browser;
    this.#caller = { ...callerFrom(clientIp), apiKey: brand };
    this.#calls = createClient(pendingSignInEndpoints, {
      baseUrl: "http://localhost",
      fetch: alternating(testApi.apis),
      timeoutMilliseconds: 25_000,
    });
  }

  get caller() {
    const { cookies } = this.browser;
    const device = cookies.get(trustedDeviceName);
    return {
      ...this.#caller,
      pendingSignIn: cookies.get("pending-sign-in") ?? "",
      headers: { ...this.#caller.headers, ...(device && { [trustedDeviceHeader]: device }) },
    };
  }

  read() {
    return this.#calls.read(this.caller);
  }

  send(id = "text") {
    return this.#calls.send(this.caller, { id });
  }

  extend() {
    return this.#calls.extend(this.caller);
  }

  verify(securityCode: string, { id = "text", remember = false } = {}) {
    return this.#calls.verify(this.caller, { id, securityCode, remember });
  }

  /** Starts to set up an authenticator app in place of a waived second proof. */
  setUp() {
    return this.#calls.setUp(this.caller);
  }

  add(code: string) {
    return this.#calls.add(this.caller, { name: "Phone", code });
  }

  /** Asks for a code and reads it from the newest message. */
  async codeTo(recipient: string, id = "text"): Promise<string> {
    const sent = await this.send(id);
    if (sent.kind !== "ok") throw new Error(JSON.stringify(sent));
    return codeSentTo(this.#testApi, recipient);
  }

  /** Opens the session, as the page does after the second proof. */
  finish(): Promise<Response> {
    return this.browser.get("/pkmslogin.proven");
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.browser.get("/account")).status === 200;
  }
}

/** A person with an account, a mobile number on file and the right password typed in a new browser. */
export async function waitingPerson(testApi: GatewayTestApi, more: Parameters<typeof newHolder>[1] = {}) {
  const person = await newHolder(testApi, more);
  const proof = new SecondProof(testApi);
  const response = await proof.browser.signIn(person.accountEmail, firstPassword);
  return { person, proof, response };
}

/** Signs in with both proofs, and has the browser remembered. */
export async function passSecondFactor(proof: SecondProof, cellPhone: string, { remember = true } = {}) {
  const code = await proof.codeTo(cellPhone);
  await proof.verify(code, { remember });
  return proof.finish();
}
