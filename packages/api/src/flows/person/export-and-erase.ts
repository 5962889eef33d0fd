import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { ErasurePreview, ErasureReport, PersonExport } from "@vestibule/contract/internal/person.schema.ts";
import { isSameStaff } from "@vestibule/contract/internal/staff-role.rule.ts";
import { jwtVerify, SignJWT } from "jose";
import { keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  countErasure,
  deletePersonRows,
  type ErasureCounts,
  type PersonRefs,
  readPersonRows,
} from "../../retention/person-rows.store.ts";
import { findPerson, type PersonCall, type PersonDeps, type PersonMiss, personEvent } from "./find-person.ts";

/** Exports all data kept about a person under a brand, and records the export in the audit trail. */
export async function exportPerson(
  deps: PersonDeps,
  call: PersonCall,
): Promise<{ kind: "exported"; document: PersonExport } | PersonMiss> {
  const found = await findPerson(deps, call);
  if (found.kind !== "found") return found;
  const { refs } = found;
  const data = await readPersonRows(deps.database, refs);
  if (Object.keys(data).length === 0) return { kind: "unknown" };
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, personEvent(call, refs, "person.exported")),
  );
  // Dates are text, as in the response.
  const document = { brand: call.brand.id, exportedAt: deps.clock.now(), data };
  return { kind: "exported", document: JSON.parse(JSON.stringify(document)) };
}

const audience = "erase a person";

/** `unconfirmed`: not valid for this person, or expired; `ownRequest`: the same agent previewed it. */
type EraseResult = { kind: "erased"; report: ErasureReport } | { kind: "unconfirmed" | "ownRequest" } | PersonMiss;

/** Returns what an erasure would delete and keep, and the confirmation that `erasePerson` needs. */
export async function previewErasure(
  deps: PersonDeps,
  call: PersonCall,
): Promise<{ kind: "previewed"; preview: ErasurePreview } | PersonMiss> {
  const { brand, actor } = call;
  const found = await findPerson(deps, call);
  if (found.kind !== "found") return found;
  const counts = await countErasure(deps.database, found.refs);
  if (isNothingKept(counts)) return { kind: "unknown" };
  const endsAt = new Date(deps.clock.now().getTime() + ttl.erasureConfirmationHours * 3_600_000);
  const [subject = ""] = subjectHashes(deps, found.refs);
  const confirmation = await new SignJWT({ by: actor })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(audience)
    .setSubject(subject)
    .setExpirationTime(endsAt)
    .sign(deps.keys.operator.newest);
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, personEvent(call, found.refs, "person.erasureRequested")),
  );
  return { kind: "previewed", preview: { brand: brand.id, ...counts, confirmation, endsAt: endsAt.toISOString() } };
}

/** Erases a person after a preview. An erasure previewed by an agent needs the confirmation of another agent. */
export async function erasePerson(
  deps: PersonDeps,
  { confirmation, ...call }: PersonCall & { confirmation: string },
): Promise<EraseResult> {
  const found = await findPerson(deps, call);
  if (found.kind !== "found") return found;
  const requestedBy = await readConfirmation(deps, found.refs, confirmation);
  if (requestedBy === undefined) return { kind: "unconfirmed" };
  const isAgent = call.actor.startsWith("agent:");
  if (isAgent && isSameStaff(requestedBy, call.actor)) return { kind: "ownRequest" };
  const counts = await transact(deps.database, async (transaction) => {
    const deleted = await deletePersonRows(transaction, found.refs);
    await deps.auditor.record(transaction, personEvent(call, found.refs, "person.erased", { requestedBy }));
    return deleted;
  });
  return isNothingKept(counts) ? { kind: "unknown" } : { kind: "erased", report: { brand: call.brand.id, ...counts } };
}

/** Returns who previewed this person's erasure; undefined when the confirmation is not valid for the person. */
async function readConfirmation(deps: PersonDeps, refs: PersonRefs, confirmation: string): Promise<string | undefined> {
  const options = { algorithms: ["HS256"], audience, currentDate: deps.clock.now() };
  for (const key of deps.keys.operator.all) {
    try {
      const { payload } = await jwtVerify<{ by: string }>(confirmation, key, options);
      if (subjectHashes(deps, refs).includes(payload.sub ?? "")) return payload.by;
    } catch {
      // Signed with another key, expired, or not a confirmation.
    }
  }
  return undefined;
}

/** Keyed hashes that identify the person without personal data, under every active key. */
function subjectHashes({ keys }: PersonDeps, { brandId, rows, accountId, contacts }: PersonRefs): string[] {
  const policies = rows.map(({ company, policyNumber, personKey }) => `${company} ${policyNumber} ${personKey}`).sort();
  const person = policies.length === 0 && accountId === null ? contacts : [...policies, accountId ?? ""];
  return keyedHashes(keys.lookupHash, ["erasure", brandId, ...person]);
}

function isNothingKept({ deletes, keeps }: ErasureCounts): boolean {
  return Object.keys(deletes).length === 0 && keeps.every(({ rows }) => rows === 0);
}
