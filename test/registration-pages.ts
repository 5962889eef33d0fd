import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { testAccount } from "./api-parts.ts";
import {
  codeSentTo,
  createBody,
  newPerson,
  type RegistrationHouse,
  soundPassword,
  toCreate,
  Visitor,
} from "./registration.ts";

/** How a session comes to each page, and what identify takes there. */
export const waysTo: Record<Page, (house: RegistrationHouse) => Promise<{ guest: Visitor; identify?: object }>> = {
  ACCOUNT_TYPE: async (house) => ({ guest: await new Visitor(house.apis).start() }),
  EMAIL_IDENTIFICATION: async (house) => {
    const person = await newPerson(house);
    return { guest: await new Visitor(house.apis).start("policyHolder"), identify: { email: person.email } };
  },
  POLICY_IDENTIFICATION: async (house) => {
    const guest = await new Visitor(house.apis).start("policyHolder");
    await guest.call("identify", { body: { method: "policyNumber" } });
    return { guest, identify: (await newPerson(house)).policy };
  },
  MULTIPLE_PROFILES: async (house) => {
    const person = await newPerson(house, { policy_number: "AAA0001" });
    await newPerson(house, { email: person.email, line: "home", policy_number: "ZZZ0002" });
    const guest = await new Visitor(house.apis).start("policyHolder");
    await guest.call("identify", { body: { email: person.email } });
    const page = await guest.call("page");
    return { guest, identify: { profileId: page.kind === "ok" ? page.data.profiles?.[0]?.id : "" } };
  },
  ADDITIONAL_DRIVER_PROFILE: async (house) => {
    const person = await newPerson(house, { role: 80, cell_phone: null });
    const guest = await new Visitor(house.apis).toCode(person, { as: "insuredDriver" });
    await guest.verify(await codeSentTo(house, person.email));
    return { guest, identify: person.driver };
  },
  VERIFY_OPTIONS: async (house) => {
    const person = await newPerson(house);
    const guest = await new Visitor(house.apis).start("policyHolder");
    await guest.call("identify", { body: { email: person.email } });
    return { guest, identify: { method: "policyNumber" } };
  },
  VERIFY_CODE: async (house) => ({
    guest: await new Visitor(house.apis).toCode(await newPerson(house)),
    identify: { method: "policyNumber" },
  }),
  CONFIRM_USERNAME: async (house) => {
    const person = await newPerson(house, { pin: "AB12CD34" });
    const guest = await new Visitor(house.apis).toCode(person, { option: "PIN" });
    await guest.verify("AB12CD34");
    return { guest };
  },
  ASK_USERNAME: async (house) => {
    const guest = await new Visitor(house.apis).toCode(
      await newPerson(house, { email: null, cell_phone: null, pin: "AB12CD34" }),
      {
        by: "policyNumber",
      },
    );
    await guest.verify("AB12CD34");
    return { guest };
  },
  CREATE: async (house) => ({ guest: await toCreate(house, new Visitor(house.apis), await newPerson(house)) }),
  CONFIRM: async (house) => {
    const guest = await toCreate(house, new Visitor(house.apis), await newPerson(house));
    await guest.call("create", { body: createBody });
    return { guest };
  },
  WELCOME_BACK: async (house) => {
    const person = await newPerson(house);
    await testAccount(house, { email: `back-${person.email}`, password: soundPassword, personKey: person.personKey });
    return { guest: await toCreate(house, new Visitor(house.apis), person) };
  },
  REDIRECT: async (house) => {
    const person = await newPerson(house, { registry: "legacy" });
    const guest = await new Visitor(house.apis).start("policyHolder");
    await guest.call("identify", { body: { method: "policyNumber" } });
    await guest.call("identify", { body: person.policy });
    return { guest };
  },
};
