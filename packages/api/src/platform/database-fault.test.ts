import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { isConnectionStale, isDatabaseUnavailable, isUnstorableRefusal } from "./database-fault.rule.ts";

/** Returns PostgreSQL's refusal of a statement, in the words of a server whose lc_messages is French. */
async function refusalInFrench(statements: readonly string[], words: { message: string; detail?: string }) {
  const one = await testDatabase();
  onTestFinished(() => one.close());
  const client = await one.pool.connect();
  onTestFinished(() => client.release());
  const prepared = { name: "read", text: "select * from temporary" };
  try {
    for (const text of statements) await client.query(text === "read" ? prepared : text);
  } catch (fault) {
    return Object.assign(fault as Error, words);
  }
  throw new Error("nothing was refused");
}

test("recognizes an outdated plan in a server's own language", async () => {
  const statements = ["create temporary table temporary (a int)", "read", "alter table temporary add b int", "read"];
  const message = "le plan en cache ne doit pas modifier le type en résultat";
  const fault = await refusalInFrench(statements, { message });
  expect([isConnectionStale(fault), isDatabaseUnavailable(fault)]).toEqual([true, true]);
});

test("recognizes a text that JSON cannot hold in a server's own language", async () => {
  const fault = await refusalInFrench([String.raw`select '{"a":"\ud800"}'::jsonb`], {
    message: "syntaxe en entrée invalide pour le type json",
    detail: "Une substitution unicode basse doit suivre une substitution haute.",
  });
  expect(isUnstorableRefusal(fault)).toBe(true);
});
