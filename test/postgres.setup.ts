import { randomBytes } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "@vestibule/api/migrate-database.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { testKeys } from "./book-file.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { url: string; serviceUrl: string; template: string };
  }
}

/**
 * Starts one cluster for the whole run (or uses TEST_DATABASE_URL), with a migrated database that every test copies.
 * The copies are removed with the cluster, since dropping one takes as long as a copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given === undefined ? await temporaryCluster() : undefined;
  const url = cluster?.url ?? given ?? "";
  const template = `vestibule_template_${randomBytes(4).toString("hex")}`;
  await onServer(url, `create database ${template}`);
  const serviceUrl = cluster?.serviceUrl ?? (await serviceRole(url));
  const migrationUrl = databaseUrl(url, template);
  const servedUrl = databaseUrl(serviceUrl, template);
  await migrateDatabase({ migrationUrl, url: servedUrl }, testKeys().audit);
  project.provide("postgres", { url, serviceUrl, template });
  return async () => {
    if (cluster !== undefined) return cluster.stop();
    const copies = await onServer(url, `select datname from pg_database where datname like '${template}%'`);
    for (const { datname } of copies) await onServer(url, `drop database ${datname} with (force)`);
  };
}

async function temporaryCluster() {
  const dataDir = await mkdtemp(join(tmpdir(), "vestibule-test-"));
  await chmod(dataDir, 0o711);
  const cluster = await startEmbeddedPostgres({ dataDir, lifetime: "temporary" });
  // Autovacuum would visit every copy each minute.
  await onServer(cluster.url, "alter system set autovacuum = off");
  await onServer(cluster.url, "select pg_reload_conf()");
  return cluster;
}

async function serviceRole(url: string): Promise<string> {
  await onServer(url, "create role vestibule_service login").catch(() => {});
  return withPassword(url, "vestibule_service");
}

export async function withPassword(url: string, role: string): Promise<string> {
  const password = "only-for-tests";
  await onServer(url, `alter role ${role} password '${password}'`);
  return url.replace(/^(\w+:\/\/)([^/]*@)?/, `$1${role}:${password}@`);
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  return url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

export async function onServer(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
