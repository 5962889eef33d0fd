import { accountHandle, openAccountHandle } from "../../capabilities/accounts/account-handle.rule.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { ApiParts, Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { LegacyAct, LegacyCall, LegacyMove, LegacyRefusal } from "./legacy-call.port.ts";
import { findLegacyRegistration, howEnded, saveLegacyStep } from "./legacy-registration.store.ts";

type Gone = Extract<LegacyRefusal, { kind: "gone" }>;

/** The row's id behind an id of the wire; undefined for one of another journey or brand. */
export function registrationIdOf(
  { keys }: Pick<ApiParts, "keys">,
  { brand }: Pick<Visit, "brand">,
  text: string,
): string | undefined {
  const opened = openAccountHandle(keys.secretHash, { purpose: "registration", brandId: brand.id, text });
  return opened?.kind === "account" ? opened.accountId : undefined;
}

/** The id under which a registration is known outside: opaque, and another one each time. */
export function registrationHandle({ keys }: Pick<ApiParts, "keys">, registration: { id: string; brandId: string }) {
  const { id: accountId, brandId } = registration;
  return accountHandle(keys.secretHash, { purpose: "registration", brandId, accountId });
}

/** The registration behind an id, with its person read afresh from the book. */
export async function openRegistration(
  parts: ProvingParts,
  visit: Visit,
  text: string,
): Promise<({ kind: "open" } & LegacyCall) | Gone> {
  const brandId = visit.brand.id;
  const id = registrationIdOf(parts, visit, text);
  const session = id && (await findLegacyRegistration(parts.database, { id, brandId, lock: "none" }));
  if (!session) return { kind: "gone" };
  const { rowId, personKey } = session.state.found;
  const policies = await parts.directory.findByPerson({ companies: visit.brand.companies, personKey });
  const person = policies.find((row) => row.id === rowId);
  return person === undefined ? { kind: "gone" } : { kind: "open", visit, session, person, policies };
}

/** Runs what changes a registration on its held row, so that its calls come one after another, and writes it all down. */
export function holdRegistration<Ending extends { kind: string }>(
  parts: ProvingParts,
  { visit, session: { id, brandId } }: Pick<LegacyCall, "session" | "visit">,
  act: LegacyAct<Ending>,
): Promise<Ending | Gone> {
  return transact(parts.database, async (transaction) => {
    const session = await findLegacyRegistration(transaction, { id, brandId, lock: "held" });
    if (session === undefined) return { kind: "gone" };
    const move = await act(transaction, session);
    for (const notice of move.notices ?? []) await parts.notifier.notify(transaction, { ...notice, journeyId: id });
    await saveLegacyStep(transaction, {
      id,
      state: move.state ?? session.state,
      counts: countsAsStep(move) ? "step" : "noStep",
      endedHow: move.endedHow,
    });
    for (const event of move.events ?? [])
      await parts.auditor.record(transaction, {
        ...event,
        brandId,
        journeyId: id,
        actor: "person",
        lived: livedIn("legacyRegistration", visit),
      });
    return move.ending;
  });
}

/** What is said of a registration that is over: that this is done, where a call like this one ended it. */
export async function goneOrDone(
  { database, keys }: Pick<ProvingParts, "database" | "keys">,
  visit: Visit,
  { id: text, how }: { id: string; how: "created" | "joined" },
): Promise<Extract<LegacyRefusal, { kind: "gone" | "done" }>> {
  const id = registrationIdOf({ keys }, visit, text);
  const ended = id && (await howEnded(database, { id, brandId: visit.brand.id }));
  return { kind: ended === how ? "done" : "gone" };
}

/** A call that was not weighed at all begins no new idle time. */
function countsAsStep({ ending }: LegacyMove<{ kind: string }>): boolean {
  return !["malformed", "gone", "wait"].includes(ending.kind);
}
