import type { Page } from "@vestibule/catalogue/flow.table.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type RegistrationTestApi,
  toCreate,
  Visitor,
  validPassword,
} from "./registration.ts";
import { testAccount } from "./test-api.ts";

/** Functions that bring a session to each page. `identify` is the body that this call accepts there. */
export const reachPage: Record<
  Page,
  (testApi: RegistrationTestApi) => Promise<{ visitor: Visitor; identify?: object }>
> = {
  ACCOUNT_TYPE: async (testApi) => ({ visitor: await new Visitor(testApi.apis).start() }),
  EMAIL_IDENTIFICATION: async (testApi) => {
    const person = await newPerson(testApi);
    return { visitor: await new Visitor(testApi.apis).start("policyHolder"), identify: { email: person.email } };
  },
  POLICY_IDENTIFICATION: async (testApi) => {
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    return { visitor, identify: (await newPerson(testApi)).policy };
  },
  MULTIPLE_PROFILES: async (testApi) => {
    const person = await newPerson(testApi, { policy_number: "AAA0001" });
    await newPerson(testApi, { email: person.email, line: "home", policy_number: "ZZZ0002" });
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { email: person.email });
    const page = await visitor.call("page");
    return { visitor, identify: { profileId: page.kind === "ok" ? page.data.profiles?.[0]?.id : "" } };
  },
  ADDITIONAL_DRIVER_PROFILE: async (testApi) => {
    const person = await newPerson(testApi, { role: 80, cell_phone: null });
    const visitor = await new Visitor(testApi.apis).toCode(person, { as: "insuredDriver" });
    await visitor.verify(await codeSentTo(testApi, person.email));
    return { visitor, identify: person.driver };
  },
  VERIFY_OPTIONS: async (testApi) => {
    const person = await newPerson(testApi);
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { email: person.email });
    return { visitor, identify: { method: "policyNumber" } };
  },
  VERIFY_CODE: async (testApi) => ({
    visitor: await new Visitor(testApi.apis).toCode(await newPerson(testApi)),
    identify: { method: "policyNumber" },
  }),
  CONFIRM_USERNAME: async (testApi) => {
    const person = await newPerson(testApi, { pin: "AB12CD34" });
    const visitor = await new Visitor(testApi.apis).toCode(person, { option: "PIN" });
    await visitor.verify("AB12CD34");
    return { visitor };
  },
  ASK_USERNAME: async (testApi) => {
    const visitor = await new Visitor(testApi.apis).toCode(
      await newPerson(testApi, { email: null, cell_phone: null, pin: "AB12CD34" }),
      {
        by: "policyNumber",
      },
    );
    await visitor.verify("AB12CD34");
    return { visitor };
  },
  CREATE: async (testApi) => ({
    visitor: await toCreate(testApi, new Visitor(testApi.apis), await newPerson(testApi)),
  }),
  CONFIRM: async (testApi) => {
    const visitor = await toCreate(testApi, new Visitor(testApi.apis), await newPerson(testApi));
    await visitor.call("create", createBody);
    return { visitor };
  },
  WELCOME_BACK: async (testApi) => {
    const person = await newPerson(testApi);
    await testAccount(testApi, {
      email: `back-${person.email}`,
      password: validPassword,
      personKey: person.personKey,
    });
    return { visitor: await toCreate(testApi, new Visitor(testApi.apis), person) };
  },
  REDIRECT: async (testApi) => {
    const person = await newPerson(testApi, { registry: "legacy" });
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    await visitor.call("identify", person.policy);
    return { visitor };
  },
};

/**
 * Provides sessions at each page. The first one walks there; later ones restore its rows as they were at the page.
 */
export function sessionsAt(testApi: RegistrationTestApi) {
  const reached = new Map<Page, Promise<{ token: string | undefined; identify?: object; restore(): Promise<void> }>>();
  const reach = async (page: Page) => {
    const { visitor, identify } = await reachPage[page](testApi);
    const restores: (() => Promise<unknown>)[] = [];
    for (const [table, key] of sessionTables) {
      const { rows } = await testApi.pool.query(`select to_jsonb(${table}) as row from ${table} where ${key} = $1`, [
        visitor.claims().sid,
      ]);
      restores.push(() => testApi.pool.query(`delete from ${table} where ${key} = $1`, [visitor.claims().sid]));
      for (const { row } of rows)
        restores.push(() =>
          testApi.pool.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [row]),
        );
    }
    const restore = async () => {
      for (const step of restores) await step();
    };
    return { token: visitor.token, ...(identify && { identify }), restore };
  };
  return async (page: Page) => {
    const session = reached.get(page) ?? reach(page);
    reached.set(page, session);
    const { token, identify, restore } = await session;
    await restore();
    const visitor = new Visitor(testApi.apis);
    visitor.token = token;
    return { visitor, ...(identify && { identify }) };
  };
}

const sessionTables = [
  ["registration_attempt", "id"],
  ["one_time_code", "session_id"],
] as const;
