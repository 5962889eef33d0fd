import type { Page } from "@vestibule/catalogue/flow.table.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type RegistrationTestApi,
  soundPassword,
  toCreate,
  Visitor,
} from "./registration.ts";
import { testAccount } from "./test-api.ts";

/** Brings a session to each page, with the body that identify accepts there. */
export const waysTo: Record<Page, (testApi: RegistrationTestApi) => Promise<{ guest: Visitor; identify?: object }>> = {
  ACCOUNT_TYPE: async (testApi) => ({ guest: await new Visitor(testApi.apis).start() }),
  EMAIL_IDENTIFICATION: async (testApi) => {
    const person = await newPerson(testApi);
    return { guest: await new Visitor(testApi.apis).start("policyHolder"), identify: { email: person.email } };
  },
  POLICY_IDENTIFICATION: async (testApi) => {
    const guest = await new Visitor(testApi.apis).start("policyHolder");
    await guest.call("identify", { method: "policyNumber" });
    return { guest, identify: (await newPerson(testApi)).policy };
  },
  MULTIPLE_PROFILES: async (testApi) => {
    const person = await newPerson(testApi, { policy_number: "AAA0001" });
    await newPerson(testApi, { email: person.email, line: "home", policy_number: "ZZZ0002" });
    const guest = await new Visitor(testApi.apis).start("policyHolder");
    await guest.call("identify", { email: person.email });
    const page = await guest.call("page");
    return { guest, identify: { profileId: page.kind === "ok" ? page.data.profiles?.[0]?.id : "" } };
  },
  ADDITIONAL_DRIVER_PROFILE: async (testApi) => {
    const person = await newPerson(testApi, { role: 80, cell_phone: null });
    const guest = await new Visitor(testApi.apis).toCode(person, { as: "insuredDriver" });
    await guest.verify(await codeSentTo(testApi, person.email));
    return { guest, identify: person.driver };
  },
  VERIFY_OPTIONS: async (testApi) => {
    const person = await newPerson(testApi);
    const guest = await new Visitor(testApi.apis).start("policyHolder");
    await guest.call("identify", { email: person.email });
    return { guest, identify: { method: "policyNumber" } };
  },
  VERIFY_CODE: async (testApi) => ({
    guest: await new Visitor(testApi.apis).toCode(await newPerson(testApi)),
    identify: { method: "policyNumber" },
  }),
  CONFIRM_USERNAME: async (testApi) => {
    const person = await newPerson(testApi, { pin: "AB12CD34" });
    const guest = await new Visitor(testApi.apis).toCode(person, { option: "PIN" });
    await guest.verify("AB12CD34");
    return { guest };
  },
  ASK_USERNAME: async (testApi) => {
    const guest = await new Visitor(testApi.apis).toCode(
      await newPerson(testApi, { email: null, cell_phone: null, pin: "AB12CD34" }),
      {
        by: "policyNumber",
      },
    );
    await guest.verify("AB12CD34");
    return { guest };
  },
  CREATE: async (testApi) => ({ guest: await toCreate(testApi, new Visitor(testApi.apis), await newPerson(testApi)) }),
  CONFIRM: async (testApi) => {
    const guest = await toCreate(testApi, new Visitor(testApi.apis), await newPerson(testApi));
    await guest.call("create", createBody);
    return { guest };
  },
  WELCOME_BACK: async (testApi) => {
    const person = await newPerson(testApi);
    await testAccount(testApi, { email: `back-${person.email}`, password: soundPassword, personKey: person.personKey });
    return { guest: await toCreate(testApi, new Visitor(testApi.apis), person) };
  },
  REDIRECT: async (testApi) => {
    const person = await newPerson(testApi, { registry: "legacy" });
    const guest = await new Visitor(testApi.apis).start("policyHolder");
    await guest.call("identify", { method: "policyNumber" });
    await guest.call("identify", person.policy);
    return { guest };
  },
};

/**
 * Sessions at each page: the first one walks there, each later one replaces it by its rows as they were at the page.
 */
export function sessionsAt(testApi: RegistrationTestApi) {
  const reached = new Map<Page, Promise<{ token: string | undefined; identify?: object; restore(): Promise<void> }>>();
  const reach = async (page: Page) => {
    const { guest, identify } = await waysTo[page](testApi);
    const restores: (() => Promise<unknown>)[] = [];
    for (const [table, key] of sessionTables) {
      const { rows } = await testApi.pool.query(`select to_jsonb(${table}) as row from ${table} where ${key} = $1`, [
        guest.claims().sid,
      ]);
      restores.push(() => testApi.pool.query(`delete from ${table} where ${key} = $1`, [guest.claims().sid]));
      for (const { row } of rows)
        restores.push(() =>
          testApi.pool.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [row]),
        );
    }
    const restore = async () => {
      for (const step of restores) await step();
    };
    return { token: guest.token, ...(identify && { identify }), restore };
  };
  return async (page: Page) => {
    const session = reached.get(page) ?? reach(page);
    reached.set(page, session);
    const { token, identify, restore } = await session;
    await restore();
    const guest = new Visitor(testApi.apis);
    guest.token = token;
    return { guest, ...(identify && { identify }) };
  };
}

const sessionTables = [
  ["registration_session", "id"],
  ["one_time_code", "session_id"],
] as const;
