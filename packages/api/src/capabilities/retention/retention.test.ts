import { expect, test } from "vitest";
import { Registrant } from "../../../../../test/legacy-registration.ts";
import { openHouse } from "../../../../../test/open-house.ts";
import { newPerson, Visitor } from "../../../../../test/registration.ts";
import { forgetPast } from "./retention.store.ts";

const house = await openHouse();

const count = async (table: string) => {
  const { rows } = await house.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n as number;
};

test("an abandoned registration is forgotten after a day, its codes a week after their end", async () => {
  await new Visitor(house.apis).toCode(await newPerson(house, { cell_phone: null }));
  await new Registrant(house).found(await newPerson(house));
  await house.moveClock(24 * 3600 - 60);
  await forgetPast(house.database);
  const kept = async () =>
    Promise.all([count("registration_session"), count("legacy_registration"), count("one_time_code")]);
  expect(await kept()).toEqual([1, 1, 1]);
  await house.moveClock(120);
  await forgetPast(house.database);
  expect(await kept()).toEqual([0, 0, 1]);
  await house.moveClock(7 * 24 * 3600);
  await forgetPast(house.database);
  expect([await count("one_time_code"), await count("limit_window")]).toEqual([0, 0]);
});

test("agents' sessions are forgotten after 30 days, links that they requested 7 days after their time", async () => {
  await house.pool.query(
    "insert into agent_session (id_hash, agent, secret_mark, address_key) values ('a', 'b', 'c', 'd')",
  );
  await house.pool.query(`insert into link_request (brand, reference, action, person_key, company, policy_number, role,
      recipient_typed, language, province, bound_to, stop_token_hash, mails_sent, texts_sent, requested_by, due_at)
    values ('belair', '1', 'DEFPWD_REGISTER', 'p', 'belair', 'q', 40, 'r', 'fr', 'qc', 's', 't', 0, 0, 'agent:a',
      app_now() + interval '1 day')`);
  const kept = async () => [await count("link_request"), await count("agent_session")];
  await house.moveClock(7 * 24 * 3600);
  await forgetPast(house.database);
  expect(await kept()).toEqual([1, 1]);
  await house.moveClock(25 * 3600);
  await forgetPast(house.database);
  expect(await kept()).toEqual([0, 1]);
  await house.moveClock(23 * 24 * 3600);
  await forgetPast(house.database);
  expect(await kept()).toEqual([0, 0]);
});

test("more rows than one batch go all the same, and counts still in their window stay", async () => {
  await house.pool.query(`insert into limit_window (key, hits, touched_at)
    select n::text, array[app_now()], app_now() - case when n <= 4500 then interval '25 hours' else interval '23 hours' end
    from generate_series(1, 4600) n`);
  expect(await forgetPast(house.database)).toMatchObject({ limit_window: 4500 });
  expect(await count("limit_window")).toBe(100);
});
