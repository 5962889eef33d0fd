import { flow, type Page, pages, type RegistrationCall, registrationCalls } from "@vestibule/catalogue/flow.table.ts";
import { allowsCall } from "@vestibule/contract/flow.rule.ts";
import { describe, expect, test } from "vitest";
import { createBody, newPerson, type Visitor } from "../../../../../test/registration.ts";
import { sessionsAt } from "../../../../../test/registration-pages.ts";
import { openRegistrationTest } from "./test/registration.ts";

const { testApi, createVisitor } = await openRegistrationTest();
const sessionAt = sessionsAt(testApi);

const send = async (visitor: Visitor, call: RegistrationCall, identify: object = { method: "policyNumber" }) => {
  const options = visitor.page() === "VERIFY_OPTIONS" && call === "send" ? await visitor.call("options") : undefined;
  const optionId = options?.kind === "ok" ? (options.data[0]?.id ?? "") : "any";
  const inputs: Partial<Record<RegistrationCall, object | string>> = {
    send: optionId,
    accountType: { accountType: "policyHolder" },
    identify,
    verify: { securityCode: "000000" },
    username: { email: "chosen@courrier.example" },
    create: createBody,
  };
  return visitor.repeat(call, visitor.token, ...([inputs[call]] as never));
};

describe.each(pages)("at %s", (page) => {
  test("the token and the page data contain page, step and stage", async () => {
    const { visitor } = await sessionAt(page);
    expect(visitor.claims()).toMatchObject({ page, step: flow[page].step });
    expect(await visitor.call("page")).toMatchObject({
      data: { page, step: flow[page].step, stage: flow[page].stage },
    });
  });

  test.each(registrationCalls.filter((call) => allowsCall(page, call)))("A-034 %s is allowed", async (call) => {
    const { visitor, identify } = await sessionAt(page);
    const result = await send(visitor, call, identify);
    const error = result.kind === "error" ? result.error.error : undefined;
    // A wrong code and an early resend are results of allowed calls.
    const expected = { verify: "INVALID_ACTIVATION_CODE", resend: "TOO_MANY_REQUESTS" }[call as string];
    expect(error).toBe(expected);
  });

  test.each(registrationCalls.filter((call) => !allowsCall(page, call)))(
    "A-034 %s answers WRONG_STEP with a token for the page",
    async (call) => {
      const { visitor } = await sessionAt(page);
      const result = await send(visitor, call);
      expect(result).toMatchObject({ status: 409, error: { error: "WRONG_STEP" } });
      visitor.token = result.kind === "error" ? result.token : undefined;
      expect(visitor.page()).toBe(page);
      expect(await visitor.call("page")).toMatchObject({ kind: "ok", data: { page } });
    },
  );
});

describe("back", () => {
  const targets: Record<Page, { page: Page; path: string | null }> = {
    ACCOUNT_TYPE: { page: "ACCOUNT_TYPE", path: "/" },
    EMAIL_IDENTIFICATION: { page: "ACCOUNT_TYPE", path: flow.ACCOUNT_TYPE.path },
    POLICY_IDENTIFICATION: { page: "EMAIL_IDENTIFICATION", path: flow.EMAIL_IDENTIFICATION.path },
    MULTIPLE_PROFILES: { page: "EMAIL_IDENTIFICATION", path: flow.EMAIL_IDENTIFICATION.path },
    ADDITIONAL_DRIVER_PROFILE: { page: "ACCOUNT_TYPE", path: flow.ACCOUNT_TYPE.path },
    VERIFY_OPTIONS: { page: "EMAIL_IDENTIFICATION", path: flow.EMAIL_IDENTIFICATION.path },
    VERIFY_CODE: { page: "VERIFY_OPTIONS", path: flow.VERIFY_OPTIONS.path },
    CONFIRM_USERNAME: { page: "ACCOUNT_TYPE", path: flow.ACCOUNT_TYPE.path },
    ASK_USERNAME: { page: "ACCOUNT_TYPE", path: flow.ACCOUNT_TYPE.path },
    CREATE: { page: "ACCOUNT_TYPE", path: flow.ACCOUNT_TYPE.path },
    CONFIRM: { page: "CONFIRM", path: "/" },
    WELCOME_BACK: { page: "WELCOME_BACK", path: "/" },
    REDIRECT: { page: "REDIRECT", path: null },
  };

  test.each(pages)("from %s leads to the page that the page data names", async (page) => {
    const { visitor } = await sessionAt(page);
    expect(await visitor.call("page")).toMatchObject({ data: { back: targets[page].path } });
    expect(await visitor.call("back")).toMatchObject({ kind: "ok", data: {} });
    expect(visitor.page()).toBe(targets[page].page);
  });

  test("from the code page leads to the start when there was one option", async () => {
    const visitor = await createVisitor().toCode(await newPerson(testApi, { cell_phone: null }));
    await visitor.call("back");
    expect(visitor.page()).toBe("ACCOUNT_TYPE");
  });

  test("from a user name's code leads to the user name page, and the verification stays valid", async () => {
    const { visitor } = await sessionAt("CONFIRM_USERNAME");
    await visitor.call("username", { email: "mistyped@courrier.example" });
    await visitor.call("back");
    expect(visitor.page()).toBe("CONFIRM_USERNAME");
    expect(await visitor.call("username", { email: "right@courrier.example" })).toMatchObject({ kind: "ok" });
  });

  test("from the options leads to the page that identified the person", async () => {
    for (const page of ["POLICY_IDENTIFICATION", "MULTIPLE_PROFILES"] as const) {
      const { visitor, identify } = await sessionAt(page);
      await visitor.call("identify", identify as { profileId: string });
      expect(visitor.page()).toBe("VERIFY_OPTIONS");
      await visitor.call("back");
      expect(visitor.page()).toBe(page);
    }
  });
});

test.each(["EMAIL_IDENTIFICATION", "MULTIPLE_PROFILES", "VERIFY_OPTIONS", "VERIFY_CODE"] as const)(
  "%s leads to the policy number on request",
  async (page) => {
    const { visitor } = await sessionAt(page);
    expect(await visitor.call("identify", { method: "policyNumber" })).toMatchObject({ kind: "ok" });
    expect(visitor.page()).toBe("POLICY_IDENTIFICATION");
  },
);

test("the account type can be changed on the e-mail page", async () => {
  const { visitor } = await sessionAt("EMAIL_IDENTIFICATION");
  await visitor.call("accountType", { accountType: "insuredDriver" });
  expect(await visitor.call("page")).toMatchObject({
    data: { page: "EMAIL_IDENTIFICATION", accountType: "insuredDriver" },
  });
});
