import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { joinedTexts, type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type pg from "pg";
import { withDatabaseClient } from "./database-client.adapter.ts";
import { isPooled, ownOption, sessionSettings, sessionTimeLimits } from "./session-settings.rule.ts";

/** The database works in a way that no setting of a connection can change. */
export class UnfitDatabase extends Error {
  readonly reasons: OperatorText;

  constructor(reasons: OperatorText) {
    super(reasons.en);
    this.reasons = reasons;
  }
}

const needed = { ...sessionSettings.ofClient, ...sessionSettings.ofServer };

/** First version of PostgreSQL that is supported. */
const oldestMajor = 15;

/** What only the server's own administrator can change. */
const namesOfServer = [
  "server_version_num",
  "server_encoding",
  "default_transaction_read_only",
  "in_hot_standby",
  "session_replication_role",
];

/** Reads how a database answers our connections. Returns what does not fit, one sentence each. */
export async function findUnfitSettings(url: string): Promise<OperatorText[]> {
  return withDatabaseClient({ connectionString: url, query_timeout: 5000 }, async (client) => {
    if (!isPooled(url) && !(await keepsOptions(client))) return [operatorText("pooler.drops")];
    // A pooler in statement mode refuses every transaction, and reads well until then.
    if (isPooled(url)) for (const statement of ["begin", "rollback"]) await client.query(statement);
    const { rows } = await client.query(
      `select name, setting, current_user as role from pg_settings where name = any($1)
        union all select 'search_path', coalesce(current_schema(), ''), current_user order by name`,
      [[...namesOfServer, ...Object.keys(needed)]],
    );
    return rows.flatMap((row) => describeUnfit(row) ?? []);
  });
}

async function keepsOptions(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select current_setting($1, true) as value", [ownOption.name]);
  return rows[0].value === ownOption.value;
}

/** Lists the statements that give the role of a pooled connection the time limits that it has not. */
export async function findMissingTimeLimits(url: string): Promise<string[]> {
  if (!isPooled(url)) return [];
  return withDatabaseClient({ connectionString: url, query_timeout: 5000 }, async (client) => {
    const { rows } = await client.query(
      "select name, current_user as role from pg_settings where name = any($1) and setting = '0' order by name",
      [Object.keys(sessionTimeLimits)],
    );
    return rows.map(
      ({ name, role }: { name: keyof typeof sessionTimeLimits; role: string }) =>
        `alter role ${role} set ${name} = '${sessionTimeLimits[name]}ms'`,
    );
  });
}

function describeUnfit({ name, setting, role }: Record<"name" | "setting" | "role", string>) {
  if (name === "server_version_num") {
    const major = Math.floor(Number(setting) / 10000);
    return major >= oldestMajor ? undefined : operatorText("database.old", { version: major, oldest: oldestMajor });
  }
  if (name === "server_encoding")
    return setting === "UTF8"
      ? undefined
      : operatorText("database.encoding", {
          value: setting,
          statement: "create database … encoding 'UTF8' template template0",
        });
  if (name === "default_transaction_read_only" || name === "in_hot_standby")
    return setting === "off" ? undefined : operatorText("database.readOnly", { name, value: setting });
  // Without the triggers, the audit trail could be rewritten, and rows would lose those that they name.
  if (name === "session_replication_role")
    return setting === "origin"
      ? undefined
      : operatorText("database.noTriggers", { value: setting, statement: `alter role ${role} reset ${name}` });
  if (name === "search_path")
    return setting === ""
      ? operatorText("database.noSchema", { role, statement: `alter role ${role} set search_path = public` })
      : undefined;
  const value = isIdOf(needed, name) ? needed[name] : undefined;
  // The server lists all parts of DateStyle, such as "ISO, MDY".
  if (setting.split(", ")[0] === value) return undefined;
  return operatorText("database.otherSetting", {
    name,
    value: setting,
    statement: `alter role ${role} set ${name} = '${value}'`,
  });
}

/** Throws UnfitDatabase where a database cannot be used. */
export async function refuseUnfitDatabase(url: string): Promise<void> {
  const unfit = await findUnfitSettings(url);
  if (unfit.length > 0) throw new UnfitDatabase(joinedTexts(unfit));
}
