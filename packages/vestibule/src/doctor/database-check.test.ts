import { auditKeys } from "@vestibule/api/audit/audit-key.rule.ts";
import { deriveKeyRing } from "@vestibule/api/platform/keys.adapter.ts";
import { expect, test } from "vitest";
import { checkDatabaseSettings, checkKeys } from "./database.check.ts";

const sound = { maxConnections: 97, synchronousCommit: "on", standbys: [] };
const standby = (state: string | null, lagSeconds: number | undefined) => ({
  standbys: [{ name: "second", state, lagSeconds }],
});

test.each([
  ["connections for four servers", {}, "connections", "ok"],
  ["connections for one server, which an upgrade needs two of", { maxConnections: 40 }, "connections", "warning"],
  ["fewer connections than one server opens", { maxConnections: 20 }, "connections", "fault"],
  ["commits that a crash loses", { synchronousCommit: "off" }, "commit", "fault"],
  ["commits that a standby has written too", { synchronousCommit: "remote_apply" }, "commit", "ok"],
  ["no standby", {}, "standby", "ok"],
  ["a standby that follows", standby("streaming", 0.2), "standby", "ok"],
  ["a standby that is late", standby("streaming", 11), "standby", "warning"],
  ["a standby that catches up after it was away", standby("catchup", 0), "standby", "warning"],
  ["a standby whose lag this role may not see", standby(null, undefined), "standby", "ok"],
])("rates %s", (_what, settings, subject, state) => {
  const findings = checkDatabaseSettings({ ...sound, ...settings }, { mode: "production", databasePoolSize: 20 });
  expect(findings.find((finding) => finding.subject.en === subject)?.state).toBe(state);
});

test.each([
  ["the key that signs", ["newer", "older"], "newer", "ok"],
  ["the older key during a rotation", ["newer", "older"], "older", "ok"],
  ["a key of other secrets", ["newer", "older"], "another", "fault"],
  ["no event yet", ["newer"], undefined, "ok"],
  ["secrets that demo mode generates", [], "another", "ok"],
])("rates an audit trail with %s", (_what, audit, writtenWith, state) => {
  const newestAuditKeyId = writtenWith && auditKeys(deriveKeyRing([writtenWith], "audit"))[0].id;
  expect(checkKeys({ newestAuditKeyId }, { audit }).state).toBe(state);
});
