import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { testKeys } from "../../../test/book-file.ts";
import { openPatiently } from "../../../test/database.ts";
import { databaseUrl, onServer, withPassword } from "../../../test/postgres.setup.ts";
import { createAuditor } from "./audit/audit-trail.store.ts";
import { verifyAuditTrail } from "./audit/audit-verification.store.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { ownsAuditTrail } from "./platform/service-role.adapter.ts";

const { url: server } = inject("postgres");
const suffix = randomBytes(4).toString("hex");
const owner = `owner_${suffix}`;
const service = `service_${suffix}`;
const name = `prepared_${suffix}`;
const { audit } = testKeys();
let connections: { url: string; migrationUrl: string };

beforeAll(async () => {
  for (const role of [owner, service]) await onServer(server, `create role ${role} login`);
  await onServer(server, `create database ${name} owner ${owner}`);
  const url = await withPassword(server, service);
  const migrationUrl = await withPassword(server, owner);
  connections = { url: databaseUrl(url, name), migrationUrl: databaseUrl(migrationUrl, name) };
});
afterAll(async () => {
  await onServer(server, `drop database ${name} with (force)`);
  for (const role of [owner, service]) await onServer(server, `drop role ${role}`);
});

const migrations = readdirSync(join(import.meta.dirname, "../migrations"))
  .map((file) => basename(file, ".ts"))
  .sort();

test("prepares a database as an owner without further rights for a lesser role, on several servers at once", async () => {
  const runs = await Promise.all([1, 2, 3].map(() => migrateDatabase(connections, audit)));
  expect(runs.flat()).toEqual(migrations);
  const { database } = openPatiently(connections.url);
  try {
    await database
      .transaction()
      .execute((transaction) =>
        createAuditor(audit).record(transaction, { event: "database.restored", result: "ok", actor: "system" }),
      );
    expect(await verifyAuditTrail(database, audit)).toEqual({ kind: "whole", events: 1 });
    expect(await ownsAuditTrail(database)).toBe(false);
  } finally {
    await database.destroy();
  }
});

test("accepts a prepared database with the lesser role alone", async () => {
  await migrateDatabase(connections, audit);
  expect(await migrateDatabase({ url: connections.url, migrationUrl: connections.url }, audit)).toEqual([]);
});

test("reports a role that both owns and uses the tables as the owner of the audit trail", async () => {
  await migrateDatabase(connections, audit);
  const { database } = openPatiently(connections.migrationUrl);
  expect(await ownsAuditTrail(database)).toBe(true);
  await database.destroy();
});
