import { type RawBuilder, sql } from "kysely";
import type { DbOrTrx } from "./database.table.ts";

/**
 * A statement that writes where a condition holds, and returns a row for each row written. Several are combined into
 * one statement, which is one round trip and holds its row locks for the shortest time.
 */
export type ConditionalWrite = (condition: RawBuilder<unknown>) => RawBuilder<unknown>;

export interface Writes {
  /** The write that decides: when it writes nothing, the others write nothing either. */
  deciding?: ConditionalWrite | undefined;
  others?: readonly ConditionalWrite[] | undefined;
}

/** Builds the steps of a `with` clause, each under the condition, and the condition under which `others` write. */
export function writeSteps(
  { deciding, others = [] }: Writes,
  condition: RawBuilder<unknown>,
): { steps: RawBuilder<unknown>[]; isDecided: RawBuilder<unknown> } {
  const isDecided = deciding ? sql`exists (select from decided)` : condition;
  return {
    steps: [
      ...(deciding ? [sql`decided as (${deciding(condition)})`] : []),
      ...others.map((write, index) => sql`${sql.ref(`write${index}`)} as (${write(isDecided)})`),
    ],
    isDecided,
  };
}

/** Runs writes as one statement; returns whether the deciding one wrote. */
export async function runWrites(database: DbOrTrx, writes: Writes): Promise<boolean> {
  const { steps, isDecided } = writeSteps(writes, sql`true`);
  const { rows } = await sql<{ decided: boolean }>`with ${sql.join(steps)} select ${isDecided} as decided`.execute(
    database,
  );
  return rows[0]?.decided ?? false;
}
