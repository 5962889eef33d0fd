import type pg from "pg";

/**
 * Settings of a session that our statements and the driver depend on. A role, a database or the server may have others:
 * with another DateStyle, for example, the driver could not read a time.
 */
export const sessionSettings = {
  /** A pooler in transaction mode keeps these for each of its clients. */
  ofClient: { DateStyle: "ISO", IntervalStyle: "postgres", TimeZone: "UTC", standard_conforming_strings: "on" },
  /** Such a pooler does not keep these: there they are those of the role. */
  ofServer: {
    default_transaction_isolation: "read committed",
    // Otherwise null in a list becomes the word NULL.
    array_nulls: "on",
    transform_null_equals: "off",
    extra_float_digits: "1",
  },
} as const;

/** Has no effect: a session without it lost its options to a pooler, which also breaks prepared statements. */
export const ownOption = { name: "vestibule.options", value: "kept" } as const;

/** Schema of our tables, unless the URL's options name another. */
const schema = { search_path: "public" } as const;

/** PostgreSQL's time limits of our sessions, in milliseconds. Behind a pooler they are those of the role. */
export const sessionTimeLimits = {
  statement_timeout: 2500,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 5000,
} as const;

/** Whether the URL leads to a pooler in transaction mode. */
export const isPooled = (url: string) => /[?&]pgbouncer=true(&|$)/.test(url);

/** Options of the command line of a PostgreSQL session. */
export const sessionOptions = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(" ", "\\ ")}`)
    .join(" ");

/** Adds the settings to the options of a connection. The URL's own options may name a schema and time limits. */
export function withSessionSettings<Config extends pg.ClientConfig>(config: Config): Config {
  const { connectionString: url = "", options = "" } = config;
  if (isPooled(url)) return config;
  const [, own = ""] = /[?&]options=([^&]*)/.exec(url) ?? [];
  const { ofClient, ofServer } = sessionSettings;
  const needed = sessionOptions({ ...ofClient, ...ofServer, [ownOption.name]: ownOption.value });
  return {
    ...config,
    // The driver prefers the options of the URL.
    connectionString: url.replace(/([?&])options=[^&]*&?/, "$1"),
    // The last value of a setting counts.
    options: [sessionOptions(schema), options, decodeURIComponent(own.replaceAll("+", " ")), needed]
      .filter(Boolean)
      .join(" "),
  };
}
