import type { AuditRow } from "../../audit/audit-page.store.ts";

/** An audit event as the database returns it. */
export const auditRow = (row: Partial<Omit<AuditRow, "facts">> & { facts?: AuditRow["facts"] }): AuditRow => ({
  id: "1",
  chain: 0,
  at: new Date("2026-11-27T08:00:00.000Z"),
  event: "account.created",
  result: "ok",
  brand: "belair",
  account_id: "0b5a1d0e-8a3f-4f6a-9a35-6f0d3d1f2c11",
  journey_id: null,
  actor: "person",
  facts: {},
  previous_hash: "",
  hash: "a hash",
  key_id: null,
  mac: null,
  head_key_id: null,
  ...row,
});
