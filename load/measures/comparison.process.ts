import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import pg from "pg";
import { listenOnLoopback } from "../../test/loopback-port.ts";
import { repeatFor, times } from "../generator.ts";
import { comparisonPeople, password, personOf } from "../people.ts";

/**
 * Servers to compare the product with, each in its own process with as many libuv threads as a server of the product.
 */
export type Comparison = "hash" | "bareRoute" | "betterAuth";

const people = times(comparisonPeople).map((serial) => personOf("holder", serial));
// A long wait, since a job rejected by a full queue would be cheaper than a hash.
const hashing = hashingPool({ waitMillis: 60_000 });
const [kind, url] = process.argv.slice(2) as [Comparison, string];
const pool = new pg.Pool({ connectionString: url, max: 10 });

const listeners: Record<Comparison, () => Promise<RequestListener>> = {
  hash: async () => {
    const hash = await hashing.hash(password);
    return async (request, response) => {
      const millis = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("millis"));
      // As many concurrently as in the measure of sign-ins.
      const { results } = await repeatFor({ millis, atOnce: 16 }, () => hashing.verify(password, hash));
      response.end(String(results.length));
    };
  },
  bareRoute: async () => {
    await pool.query("create table person (email text primary key, password_hash text not null)");
    await pool.query(
      "create table session (token uuid primary key, email text not null, at timestamptz default now())",
    );
    const hash = await hashing.hash(password);
    for (const { email } of people) await pool.query("insert into person values ($1, $2)", [email, hash]);
    const app = new Hono().post("/", async (c) => {
      const { username, password: typed } = await c.req.parseBody<{ username: string; password: string }>();
      const { rows } = await pool.query("select password_hash from person where email = $1", [username]);
      if ((await hashing.verify(typed, rows[0].password_hash)) !== "correct") return c.body(null, 401);
      const token = crypto.randomUUID();
      await pool.query("insert into session (token, email) values ($1, $2)", [token, username]);
      setCookie(c, "session", token, { httpOnly: true });
      return c.redirect("/", 302);
    });
    return getRequestListener(app.fetch);
  },
  betterAuth: async () => {
    const auth = betterAuth({
      database: pool,
      baseURL: "http://localhost",
      secret: "a secret of a measure, of thirty-two letters",
      rateLimit: { enabled: false },
      telemetry: { enabled: false },
      logger: { disabled: true },
      emailAndPassword: {
        enabled: true,
        password: {
          hash: (text) => hashing.hash(text),
          verify: async ({ hash, password: text }) => (await hashing.verify(text, hash)) === "correct",
        },
      },
    });
    await (await getMigrations(auth.options)).runMigrations();
    for (const { email } of people) await auth.api.signUpEmail({ body: { email, password, name: email } });
    return getRequestListener(auth.handler);
  },
};

process.send?.(await listenOnLoopback(createServer(await listeners[kind]())));
