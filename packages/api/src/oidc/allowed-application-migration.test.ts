import { randomBytes } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { openPatiently } from "../../../../test/database.ts";
import { migrateTo } from "../../../../test/migrate-to.ts";
import { databaseUrl, onServer } from "../../../../test/postgres.setup.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { listAllowedApplications } from "./allowed-application.store.ts";

const { url: server } = inject("postgres");

test("lists the applications that had access before the migration, with their scopes of all sessions", async () => {
  const name = `before_${randomBytes(4).toString("hex")}`;
  await onServer(server, `create database ${name}`);
  const url = databaseUrl(server, name);
  await migrateTo(url, "0017-webhooks");
  const { database, pool } = openPatiently(url);
  onTestFinished(async () => {
    await database.destroy();
    await onServer(server, `drop database ${name} with (force)`);
  });
  const { rows } = await pool.query(
    `insert into account (brand, email, email_typed, person_key, first_name, last_name, date_of_birth, status,
       password_hash, language, province)
     values ('belair', $1, $1, 'k', 'Julie', 'Roy', '1980-05-06', 'A', 'x', 'fr', 'qc') returning id`,
    ["julie@courrier.example"],
  );
  const { id } = rows[0];
  const addGrant = (idHash: string, clientId: string, payload: object, expiresIn = "1 day") =>
    pool.query(
      `insert into oidc_artifact (id_hash, model, issuer, client_id, account_id, payload, expires_at)
       values ($1, 'Grant', 'i', $2, $3, $4, app_now() + $5::interval)`,
      [idHash, clientId, id, payload, expiresIn],
    );
  await addGrant("1", "claims", { iat: 1_700_000_000, openid: { scope: "openid email" } });
  await addGrant("2", "claims", { iat: 1_700_000_600, openid: { scope: "openid policies email" } });
  await addGrant("3", "quotes", { iat: 1_700_000_300 });
  await addGrant("4", "former", { iat: 1_700_000_000, openid: { scope: "openid" } }, "-1 day");

  await migrateDatabase({ url, migrationUrl: url }, testKeys().audit);
  expect(await listAllowedApplications(database, id)).toEqual([
    {
      clientId: "claims",
      scopes: ["email", "policies"],
      allowedAt: new Date(1_700_000_000_000),
      signedInAt: new Date(1_700_000_600_000),
    },
    { clientId: "quotes", scopes: [], allowedAt: new Date(1_700_000_300_000), signedInAt: new Date(1_700_000_300_000) },
  ]);
});
