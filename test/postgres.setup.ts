import { randomBytes } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { migrate } from "@vestibule/api/platform/migrations.adapter.ts";
import pg from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}

/** One cluster for the whole run (or TEST_DATABASE_URL), with a migrated database that every test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given === undefined ? await temporaryCluster() : undefined;
  const url = cluster?.url ?? given ?? "";
  const template = `vestibule_template_${randomBytes(4).toString("hex")}`;
  await onServer(url, `create database ${template}`);
  await migrate(databaseUrl(url, template));
  project.provide("postgres", { url, template });
  return async () => {
    await onServer(url, `drop database ${template} with (force)`);
    await cluster?.stop();
  };
}

async function temporaryCluster() {
  const dataDir = await mkdtemp(join(tmpdir(), "vestibule-test-"));
  await chmod(dataDir, 0o711);
  return startEmbeddedPostgres({ dataDir, lifetime: "temporary" });
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  return url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
