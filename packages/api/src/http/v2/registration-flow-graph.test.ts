import { flow, type Page, pages, type RegistrationCall, registrationCalls } from "@vestibule/catalogue/flow.table.ts";
import { allowsCall } from "@vestibule/contract/flow.rule.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { createBody, newPerson, Visitor } from "../../../../../test/registration.ts";
import { sessionsAt } from "../../../../../test/registration-pages.ts";

const testApi = await openTestApi();
const sessionAt = sessionsAt(testApi);

const visitor = () => new Visitor(testApi.apis);

const send = async (guest: Visitor, call: RegistrationCall, identify: object = { method: "policyNumber" }) => {
  const options = guest.page() === "VERIFY_OPTIONS" && call === "send" ? await guest.call("options") : undefined;
  const optionId = options?.kind === "ok" ? (options.data[0]?.id ?? "") : "any";
  const inputs: Partial<Record<RegistrationCall, object | string>> = {
    send: optionId,
    accountType: { accountType: "policyHolder" },
    identify,
    verify: { securityCode: "000000" },
    username: { email: "chosen@courrier.example" },
    create: createBody,
  };
  return guest.repeat(call, guest.token, ...([inputs[call]] as never));
};

describe.each(pages)("at %s", (page) => {
  test("the token and the page data contain page, step and stage", async () => {
    const { guest } = await sessionAt(page);
    expect(guest.claims()).toMatchObject({ page, step: flow[page].step });
    expect(await guest.call("page")).toMatchObject({ data: { page, step: flow[page].step, stage: flow[page].stage } });
  });

  test.each(registrationCalls.filter((call) => allowsCall(page, call)))("A-034 %s is allowed", async (call) => {
    const { guest, identify } = await sessionAt(page);
    const reply = await send(guest, call, identify);
    const error = reply.kind === "error" ? reply.error.error : undefined;
    // A wrong code and an early resend are results of allowed calls.
    const expected = { verify: "INVALID_ACTIVATION_CODE", resend: "TOO_MANY_REQUESTS" }[call as string];
    expect(error).toBe(expected);
  });

  test.each(registrationCalls.filter((call) => !allowsCall(page, call)))(
    "A-034 %s answers WRONG_STEP with a token for the page",
    async (call) => {
      const { guest } = await sessionAt(page);
      const reply = await send(guest, call);
      expect(reply).toMatchObject({ status: 409, error: { error: "WRONG_STEP" } });
      guest.token = reply.kind === "error" ? reply.token : undefined;
      expect(guest.page()).toBe(page);
      expect(await guest.call("page")).toMatchObject({ kind: "ok", data: { page } });
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
    const { guest } = await sessionAt(page);
    expect(await guest.call("page")).toMatchObject({ data: { back: targets[page].path } });
    expect(await guest.call("back")).toMatchObject({ kind: "ok", data: {} });
    expect(guest.page()).toBe(targets[page].page);
  });

  test("from the code page leads to the start when there was one option", async () => {
    const guest = await visitor().toCode(await newPerson(testApi, { cell_phone: null }));
    await guest.call("back");
    expect(guest.page()).toBe("ACCOUNT_TYPE");
  });

  test("from a user name's code leads to the user name page, and the verification stays valid", async () => {
    const { guest } = await sessionAt("CONFIRM_USERNAME");
    await guest.call("username", { email: "mistyped@courrier.example" });
    await guest.call("back");
    expect(guest.page()).toBe("CONFIRM_USERNAME");
    expect(await guest.call("username", { email: "right@courrier.example" })).toMatchObject({ kind: "ok" });
  });

  test("from the options leads to the page that identified the person", async () => {
    for (const page of ["POLICY_IDENTIFICATION", "MULTIPLE_PROFILES"] as const) {
      const { guest, identify } = await sessionAt(page);
      await guest.call("identify", identify as { profileId: string });
      expect(guest.page()).toBe("VERIFY_OPTIONS");
      await guest.call("back");
      expect(guest.page()).toBe(page);
    }
  });
});

test.each(["EMAIL_IDENTIFICATION", "MULTIPLE_PROFILES", "VERIFY_OPTIONS", "VERIFY_CODE"] as const)(
  "%s leads to the policy number on request",
  async (page) => {
    const { guest } = await sessionAt(page);
    expect(await guest.call("identify", { method: "policyNumber" })).toMatchObject({ kind: "ok" });
    expect(guest.page()).toBe("POLICY_IDENTIFICATION");
  },
);

test("the account type can be changed on the e-mail page", async () => {
  const { guest } = await sessionAt("EMAIL_IDENTIFICATION");
  await guest.call("accountType", { accountType: "insuredDriver" });
  expect(await guest.call("page")).toMatchObject({
    data: { page: "EMAIL_IDENTIFICATION", accountType: "insuredDriver" },
  });
});
