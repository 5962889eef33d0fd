import { type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationCallResult } from "@vestibule/contract/v2/registration.endpoint.ts";
import type { IdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import { describe, expect, test } from "vitest";
import {
  codeSentTo,
  createBody,
  createRegistrationTestApi,
  newPerson,
  otherThan,
  type RegistrationTestApi,
  toCreate,
  Visitor,
  validPassword,
} from "../../../../../test/registration.ts";
import { reachPage } from "../../../../../test/registration-pages.ts";
import { fillWindow } from "../../../../../test/support-desk.ts";
import { testAccount } from "../../../../../test/test-api.ts";
import { RegistryOutage } from "../../accounts/registry-guard.adapter.ts";
import { DirectoryOutage } from "../../directory/circuit-breaker.adapter.ts";
import { openRegistrationTest } from "./test/registration.ts";

/** Example responses in the contract package, one per page and error, for testing clients. */
const kept = (name: string) => `../../../../contract/examples/registration/${name}.json`;

const { testApi, createVisitor } = await openRegistrationTest();

function settled(value: unknown): string {
  let ids = 0;
  return `${JSON.stringify(value, null, 2)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-21T15:00:00.000Z")
    .replace(/(back-)?person\d+@/g, "maelle@")
    .replace(/"p•••@/g, '"m•••@')
    .replace(/"id": "[\w-]+"/g, () => `"id": "x1Y2z${++ids}"`)
    .replace(/"ticket": "[\w-]+"/g, '"ticket": "sIGn-iN-oNCe"')
    .replace(/(?<=-••)\d\d"/g, '42"')
    .replace(/\[\s+40\s+\]/g, "[40]")
    .replace(/"retryAfterSeconds": \d+/g, '"retryAfterSeconds": 30')}\n`;
}

const answerOf = (result: RegistrationCallResult<unknown>) =>
  result.kind === "error"
    ? {
        status: result.status,
        body: result.error,
        ...(result.retryAfterSeconds && { retryAfterSeconds: result.retryAfterSeconds }),
      }
    : { status: result.kind === "ok" ? result.status : 0, body: result.kind === "ok" ? result.data : null };

describe("the API's response matches the example of", () => {
  test.each(pages)("the page %s", async (page) => {
    const { visitor } = await reachPage[page](testApi);
    await expect(settled(answerOf(await visitor.call("page")))).toMatchFileSnapshot(kept(`page.${page}`));
  });

  const calls: [string, Page, (visitor: Visitor) => Promise<RegistrationCallResult<unknown>>][] = [
    ["options", "VERIFY_OPTIONS", (visitor) => visitor.call("options")],
    ["accountInfo", "CREATE", (visitor) => visitor.call("accountInfo")],
    ["create", "CREATE", (visitor) => visitor.call("create", createBody)],
    ["ticket", "CONFIRM", (visitor) => visitor.call("ticket")],
  ];
  test.each(calls)("the call %s at %s", async (name, page, call) => {
    const { visitor } = await reachPage[page](testApi);
    await expect(settled(answerOf(await call(visitor)))).toMatchFileSnapshot(kept(`call.${name}`));
  });

  const policyOf = async (change: object = {}) => ({ ...(await newPerson(testApi)).policy, ...change });
  const atPolicy = async () => (await reachPage.POLICY_IDENTIFICATION(testApi)).visitor;
  const missed = async (turns: number) => {
    const visitor = await atPolicy();
    const body = await policyOf({ firstName: "Somebody" });
    let result = await visitor.call("identify", body);
    for (let turn = 1; turn < turns; turn++) result = await visitor.call("identify", body);
    return result;
  };
  const existing = async () => {
    const person = await newPerson(testApi);
    await testAccount(testApi, { email: `x-${person.email}`, password: validPassword, personKey: person.personKey });
    return person.policy;
  };
  const otherLicence = { driverLicense: "S531229028899", driverLicenseProvince: "qc" };

  /** Pages in another state than at first. */
  const states: Record<string, () => Promise<Visitor>> = {
    "POLICY_IDENTIFICATION.POLICY_NUMBER_NOT_FOUND": async () =>
      refused(await atPolicy(), await policyOf({ firstName: "Somebody" })),
    "POLICY_IDENTIFICATION.ACCOUNT_ALREADY_EXISTS": async () => refused(await atPolicy(), await existing()),
    "POLICY_IDENTIFICATION.DRIVE_LICENSE_NUMBER_NOT_FOUND": async () => {
      const driver = await createVisitor().start("insuredDriver");
      await driver.call("identify", { method: "policyNumber" });
      const { policy } = await newPerson(testApi, { role: 80 });
      return refused(driver, { ...policy, ...otherLicence });
    },
    "VERIFY_CODE.pin": async () => {
      const person = await newPerson(testApi, { email: null, cell_phone: null, pin: "AB12CD34" });
      return createVisitor().toCode(person, { by: "policyNumber" });
    },
  };
  const refused = async (visitor: Visitor, body: IdentifyBody) => {
    expect((await visitor.call("identify", body)).kind).toBe("error");
    return visitor;
  };
  test.each(Object.entries(states))("the page state %s", async (name, come) => {
    await expect(settled(answerOf(await (await come()).call("page")))).toMatchFileSnapshot(kept(`page.${name}`));
  });

  const raw = async (headers: Record<string, string>, body = "{}") => {
    const response = await testApi.apis[0].request("/api/v2/registration/account-type", {
      method: "POST",
      headers: { "api-key": "belair", "content-type": "application/json", ...headers },
      body,
    });
    return { kind: "error", status: response.status, error: await response.json() } as RegistrationCallResult<unknown>;
  };

  const withBroken = async (
    part: Parameters<typeof createRegistrationTestApi>[0],
    provoke: (broken: RegistrationTestApi) => Promise<RegistrationCallResult<unknown>>,
  ) => {
    const broken = await createRegistrationTestApi(part);
    const result = await provoke(broken);
    await broken.close();
    return result;
  };
  const away = () => Promise.reject(new Error("away"));
  const unknownUser = { findByPolicyNumber: away, findByPerson: away, findByPersonId: away, findById: away };
  const unavailableDirectory = { ...unknownUser, findByEmail: away };
  const lose = () => Promise.reject(new Error("Connection terminated unexpectedly"));
  const full = () => Promise.reject(new Error("full"));
  const lostConnection = { record: lose };
  const errors: Record<string, () => Promise<RegistrationCallResult<unknown>>> = {
    INVALID_REQUEST: async () =>
      (await reachPage.EMAIL_IDENTIFICATION(testApi)).visitor.call("identify", { email: "no" }),
    "INVALID_TOKEN.invalid": () => createVisitor().repeat("page", "no-token"),
    "INVALID_TOKEN.replaced": async () => {
      const visitor = await createVisitor().start();
      const { token } = visitor;
      await visitor.call("page");
      return visitor.repeat("back", token);
    },
    "INVALID_TOKEN.expired": async () => {
      const visitor = await createVisitor().start();
      await testApi.pool.query(
        "update registration_attempt set started_at = started_at - interval '30 minutes' where id = $1",
        [visitor.claims().sid],
      );
      return visitor.call("page");
    },
    "INVALID_TOKEN.notFound": async () => {
      const visitor = await createVisitor().start();
      await visitor.call("cancel");
      return visitor.call("page");
    },
    WRONG_STEP: async () => (await createVisitor().start()).call("create", createBody),
    POLICY_NUMBER_NOT_FOUND: () => missed(1),
    UNABLE_TO_IDENTIFY: () => missed(3),
    DRIVE_LICENSE_NUMBER_NOT_FOUND: async () => (await atPolicy()).call("identify", await policyOf(otherLicence)),
    ACCOUNT_ALREADY_EXISTS: async () => (await atPolicy()).call("identify", await existing()),
    EMAIL_ALREADY_EXISTS: async () => {
      await testAccount(testApi, { email: "taken@courrier.example", password: validPassword, personKey: "taken" });
      return (await reachPage.CONFIRM_USERNAME(testApi)).visitor.call("username", { email: "taken@courrier.example" });
    },
    INVALID_ACTIVATION_CODE: async () => {
      const person = await newPerson(testApi, { cell_phone: null });
      const visitor = await createVisitor().toCode(person);
      return visitor.verify(otherThan(await codeSentTo(testApi, person.email)));
    },
    EXCEEDED_RETRIES_CODE_ACTIVATION: async () => {
      const visitor = await createVisitor().toCode(await newPerson(testApi, { cell_phone: null }));
      let result = await visitor.verify("000000");
      while (result.kind === "error" && result.error.error === "INVALID_ACTIVATION_CODE")
        result = await visitor.verify("000000");
      return result;
    },
    "EXCEEDED_RETRIES_CODE_ACTIVATION.until": async () => {
      const person = await newPerson(testApi, { cell_phone: null });
      for (;;) {
        const visitor = await createVisitor().start("policyHolder");
        const found = await visitor.call("identify", { email: person.email });
        if (found.kind === "error") return found;
        let result = await visitor.verify("000000");
        while (result.kind === "error" && result.error.error === "INVALID_ACTIVATION_CODE")
          result = await visitor.verify("000000");
      }
    },
    PASSWORD_POLICY_VIOLATION: async () =>
      (await toCreate(testApi, createVisitor(), await newPerson(testApi))).call("create", {
        password: "Courrier-4242",
        passwordConfirmation: "Courrier-4242",
        terms: true,
      }),
    TOO_MANY_REQUESTS: async () => {
      const clientIp = "198.51.100.201";
      await fillWindow(testApi, { limit: "lookupClientIp", subject: clientIp });
      const visitor = await new Visitor(testApi.apis, { clientIp }).start("policyHolder");
      return visitor.call("identify", { email: "who@courrier.example" });
    },
    "TOO_MANY_REQUESTS.codeJustSent": async () => (await reachPage.VERIFY_CODE(testApi)).visitor.call("resend"),
    EMAIL_UPDATE_FAILED: () =>
      withBroken({ notifier: { notify: full } }, async (broken) =>
        (await reachPage.CONFIRM_USERNAME(broken)).visitor.call("username", { email: "new@courrier.example" }),
      ),
    UNEXPECTED: () =>
      withBroken({ directory: unavailableDirectory }, async ({ apis }) =>
        (await new Visitor(apis).start("policyHolder")).call("identify", { email: "who@courrier.example" }),
      ),
    UNAVAILABLE: () => withBroken({ auditor: lostConnection }, async ({ apis }) => new Visitor(apis).call("start")),
    DIRECTORY_UNAVAILABLE: () =>
      withBroken(
        { directory: { ...unknownUser, findByEmail: () => Promise.reject(new DirectoryOutage()) } },
        async ({ apis }) =>
          (await new Visitor(apis).start("policyHolder")).call("identify", { email: "who@courrier.example" }),
      ),
    REGISTRY_UNAVAILABLE: () => {
      const away = () => Promise.reject(new RegistryOutage());
      const registry = { findByEmail: away, findByAccount: away, create: away, setPassword: away, setStatus: away };
      return withBroken({ registryOf: () => registry }, async (broken) =>
        (await reachPage.CREATE(broken)).visitor.call("create", createBody),
      );
    },
    UNKNOWN_API_KEY: () => raw({ "api-key": "nobody" }),
    PAYLOAD_TOO_LARGE: () => raw({}, JSON.stringify({ accountType: "x".repeat(17_000) })),
    UNSUPPORTED_MEDIA_TYPE: () => raw({ "content-type": "text/plain" }),
  };
  test.each(Object.entries(errors))("the error %s", async (name, provoke) => {
    await expect(settled(answerOf(await provoke()))).toMatchFileSnapshot(kept(`error.${name}`));
  });
});
