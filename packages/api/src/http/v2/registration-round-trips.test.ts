import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { codeSentTo, createBody, newPerson, otherThan, toCreate, Visitor } from "../../../../../test/registration.ts";
import { roundTripsOf } from "../../../../../test/round-trips.ts";

const testApi = await openTestApi();
const [server] = testApi.apis;
const newVisitor = () => new Visitor([server]);
const newRegistrant = () => new Registrant({ apis: [server, server] });
const newDriver = () => newPerson(testApi, { role: 80, cell_phone: null });
const oneChannel = () => newPerson(testApi, { cell_phone: null });

const atOptions = async () => {
  const visitor = await newVisitor().start("policyHolder");
  const person = await newPerson(testApi);
  await visitor.call("identify", { email: person.email });
  const options = await visitor.call("options");
  const byEmail = options.kind === "ok" ? options.data.find(({ type }) => type === "EMAIL") : undefined;
  return { visitor, person, optionId: byEmail?.id ?? "" };
};
const atCode = async () => {
  const person = await newPerson(testApi);
  return { person, visitor: await newVisitor().toCode(person) };
};
const atUsername = async () => {
  const person = await newPerson(testApi);
  const visitor = await newVisitor().toCode(person, { option: "SMS" });
  await visitor.verify(await codeSentTo(testApi, person.cellPhone));
  return visitor;
};
const atCreate = async (person = oneChannel()) => toCreate(testApi, newVisitor(), await person);
const created = async () => {
  const visitor = await atCreate();
  await visitor.call("create", createBody);
  return visitor;
};
const known = async () => {
  const person = await oneChannel();
  await (await toCreate(testApi, newVisitor(), person)).call("create", createBody);
  return person;
};

type Prepared = () => Promise<{ kind: string; status?: number }>;
const prepared =
  <Subject>(subject: Subject, call: (subject: Subject) => ReturnType<Prepared>): Prepared =>
  () =>
    call(subject);

/** For each call, its maximum number of round trips with `begin` and `commit`, its status, and the preparation. */
const calls: Record<string, [most: number, status: number, prepare: () => Promise<Prepared>]> = {
  start: [6, 200, async () => prepared(newVisitor(), (visitor) => visitor.call("start"))],
  page: [5, 200, async () => prepared(await newVisitor().start(), (visitor) => visitor.call("page"))],
  accountType: [
    7,
    200,
    async () =>
      prepared(await newVisitor().start(), (visitor) => visitor.call("accountType", { accountType: "policyHolder" })),
  ],
  "identify by e-mail": [
    11,
    200,
    async () => {
      const { email } = await newPerson(testApi);
      return prepared(await newVisitor().start("policyHolder"), (visitor) => visitor.call("identify", { email }));
    },
  ],
  "identify by e-mail and send at once": [
    17,
    200,
    async () => {
      const { email } = await oneChannel();
      return prepared(await newVisitor().start("policyHolder"), (visitor) => visitor.call("identify", { email }));
    },
  ],
  "identify by policy number and send at once": [
    19,
    200,
    async () => {
      const visitor = await newVisitor().start("policyHolder");
      const { policy } = await oneChannel();
      await visitor.call("identify", { method: "policyNumber" });
      return () => visitor.call("identify", policy);
    },
  ],
  "identify by an unknown policy number": [
    9,
    404,
    async () => {
      const visitor = await newVisitor().start("policyHolder");
      const { policy } = await oneChannel();
      await visitor.call("identify", { method: "policyNumber" });
      return () => visitor.call("identify", { ...policy, lastName: "Unknown" });
    },
  ],
  options: [6, 200, async () => prepared((await atOptions()).visitor, (visitor) => visitor.call("options"))],
  send: [14, 200, async () => prepared(await atOptions(), ({ visitor, optionId }) => visitor.call("send", optionId))],
  resend: [
    13,
    200,
    async () => {
      const { visitor } = await atCode();
      await testApi.moveClock(31);
      return () => visitor.call("resend");
    },
  ],
  "verify a wrong code": [
    11,
    400,
    async () => {
      const { visitor, person } = await atCode();
      const code = await codeSentTo(testApi, person.email);
      return () => visitor.verify(otherThan(code));
    },
  ],
  "verify the right code": [
    14,
    200,
    async () => {
      const { visitor, person } = await atCode();
      const code = await codeSentTo(testApi, person.email);
      return () => visitor.verify(code);
    },
  ],
  "verify the code of a person with an account": [
    16,
    200,
    async () => {
      const person = await known();
      const visitor = await newVisitor().toCode(person);
      const code = await codeSentTo(testApi, person.email);
      return () => visitor.verify(code);
    },
  ],
  "confirm a driver": [
    10,
    200,
    async () => {
      const person = await newDriver();
      const visitor = await newVisitor().toCode(person, { as: "insuredDriver" });
      await visitor.verify(await codeSentTo(testApi, person.email));
      return () => visitor.call("identify", person.driver);
    },
  ],
  "choose another e-mail": [
    14,
    200,
    async () => prepared(await atUsername(), (visitor) => visitor.call("username", { email: "new@courrier.example" })),
  ],
  "choose a taken e-mail": [
    11,
    409,
    async () => {
      const { email } = await known();
      return prepared(await atUsername(), (visitor) => visitor.call("username", { email }));
    },
  ],
  accountInfo: [7, 200, async () => prepared(await atCreate(), (visitor) => visitor.call("accountInfo"))],
  create: [18, 201, async () => prepared(await atCreate(), (visitor) => visitor.call("create", createBody))],
  "create after a concurrent create": [
    13,
    409,
    async () => {
      const person = await oneChannel();
      const first = await atCreate(Promise.resolve(person));
      const second = await atCreate(Promise.resolve(person));
      await first.call("create", createBody);
      return () => second.call("create", createBody);
    },
  ],
  ticket: [12, 200, async () => prepared(await created(), (visitor) => visitor.call("ticket"))],
  "accountInfo of the new account": [
    8,
    200,
    async () => prepared(await created(), (visitor) => visitor.call("accountInfo")),
  ],
  back: [9, 200, async () => prepared((await atCode()).visitor, (visitor) => visitor.call("back"))],
  cancel: [8, 204, async () => prepared((await atCode()).visitor, (visitor) => visitor.call("cancel"))],
  "v1: find by policy number": [
    14,
    240,
    async () => {
      const person = await newPerson(testApi);
      return () => newRegistrant().find(person);
    },
  ],
  "v1: send": [
    14,
    202,
    async () => {
      const registrant = newRegistrant();
      await registrant.found(await newPerson(testApi));
      return () => registrant.validate(registrant.methodId("EMAIL"));
    },
  ],
  "v1: verify": [
    15,
    200,
    async () => {
      const registrant = newRegistrant();
      const person = await newPerson(testApi);
      await registrant.found(person);
      await registrant.validate(registrant.methodId("EMAIL"));
      const code = await codeSentTo(testApi, person.email);
      return () => registrant.validate(registrant.methodId("EMAIL"), code);
    },
  ],
  "v1: create": [
    19,
    201,
    async () => {
      const registrant = newRegistrant();
      const person = await newPerson(testApi);
      await registrant.proven(testApi, person);
      return () => registrant.create(factsOf(person));
    },
  ],
};

test.each(Object.entries(calls))("%s takes at most so many round trips to PostgreSQL", async (_name, row) => {
  const [most, status, prepare] = row;
  const call = await prepare();
  const { result, statements: sent } = await roundTripsOf(testApi.servicePool, call);
  // Each server reads whether maintenance is on once a second, whatever is called.
  const statements = sent.filter((statement) => !statement.includes("left join maintenance"));
  expect(result).toMatchObject({ status });
  expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(most);
});
