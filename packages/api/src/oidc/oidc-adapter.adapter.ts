import { createHash } from "node:crypto";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { type GatewaySession, lockAccountOfSession } from "../accounts/gateway-session.store.ts";
import type { ApiDeps } from "../deps.ts";
import { UnstorableText } from "../platform/database-fault.rule.ts";
import { hasConsent } from "./allowed-application.store.ts";
import { type AcrRequests, authenticationContextsOf, type Proof, satisfiesAcr } from "./authentication-context.rule.ts";
import { librarySeconds, toDatabaseTime, toLibraryTime } from "./library-time.adapter.ts";
import {
  artifactHashes,
  consumeArtifact,
  deleteArtifact,
  findArtifact,
  type NewArtifact,
  revokeGrants,
  saveArtifact,
  saveUsedAssertion,
} from "./oidc-artifact.store.ts";
import { findOidcSession, findOidcSessionByUid, saveOidcSession } from "./oidc-session.store.ts";
import { providerRequests } from "./provider-request.ts";
import { openSuccessor, sealSuccessor } from "./refresh-token.rule.ts";

export type OidcStorageDeps = Pick<ApiDeps, "database" | "keys">;

/** Storage of one model of one issuer. Ids are bearer secrets, so only their keyed hashes are stored. */
export function oidcAdapter(deps: OidcStorageDeps, issuer: string): (model: string) => Adapter {
  return (model) => (model === "Session" ? sessionAdapter(deps, issuer) : artifactAdapter(deps, { model, issuer }));
}

function artifactAdapter(
  { database, keys }: OidcStorageDeps,
  { model, issuer }: { model: string; issuer: string },
): Adapter {
  const hashesOf = (id: string, of = model) => artifactHashes(keys, { issuer, model: of, id });
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const row = await findArtifact(database, hashesOf(id));
    if (row === undefined) return undefined;
    const { successor, ...payload } = row.payload;
    if (model === "RefreshToken" && row.isConsumedRecently && typeof successor === "string") {
      const request = providerRequests.getStore();
      if (request !== undefined) request.successor = await openSuccessor(id, successor);
      return { ...toLibraryTime(payload), jti: id };
    }
    const consumed = row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) };
    return { ...toLibraryTime(payload), jti: id, ...consumed };
  };
  /** Uses a refresh token up and saves its successor, which a repeated request is answered with. */
  const replaceRefreshToken = async (replaced: string, id: string, artifact: NewArtifact): Promise<void> => {
    const successor = await sealSuccessor(replaced, id);
    const isFirst = await database.transaction().execute(async (transaction) => {
      if (!(await consumeArtifact(transaction, hashesOf(replaced), { successor }))) return false;
      await saveArtifact(transaction, artifact);
      return true;
    });
    if (isFirst) return;
    const request = providerRequests.getStore();
    if (request !== undefined) request.lostReplacement = true;
    throw new errors.InvalidGrant("refresh token already used");
  };
  return {
    ...unusedLookups,
    find,
    async upsert(id, { jti: _id, ...libraryPayload }, expiresInSeconds = 0) {
      const payload = toDatabaseTime(libraryPayload);
      const artifact = { idHashes: hashesOf(id), model, issuer, payload, expiresInSeconds };
      // The library looks an assertion up before it saves it: of requests at once, one saves it.
      if (model === "ReplayDetection") {
        if (await saveUsedAssertion(database, artifact)) return;
        throw new errors.InvalidClientAuth("client assertion tokens must only be used once");
      }
      const { session, replaced, consent } = providerRequests.getStore() ?? {};
      if (model === "RefreshToken" && replaced !== undefined) return replaceRefreshToken(replaced, id, artifact);
      if (model !== "Grant" || session === undefined) return refuseUnstorable(saveArtifact(database, artifact));
      // A grant that is saved after a password reset would survive it, and so would what is issued under it.
      await database.transaction().execute(async (transaction) => {
        if (!(await lockAccountOfSession(transaction, session)))
          throw new errors.LoginRequired("the session has ended");
        // The person may have ended the access of the application since its consent was read.
        if (consent !== undefined && !(await hasConsent(transaction, consent)))
          throw new errors.ConsentRequired("the person has ended the access of the application");
        await saveArtifact(transaction, artifact);
      });
    },
    async consume(id) {
      const request = providerRequests.getStore();
      if (model === "RefreshToken" && request !== undefined) {
        request.replaced = id;
        return;
      }
      if (await consumeArtifact(database, hashesOf(id))) return;
      // A concurrent request used it: as for a later reuse, everything of the grant is revoked.
      const grantId = (await find(id))?.grantId;
      if (grantId !== undefined) {
        // Without the grant, what the concurrent request is about to issue is invalid as well.
        await deleteArtifact(database, hashesOf(grantId, "Grant"));
        await revokeGrants(database, [grantId]);
      }
      throw new errors.InvalidGrant(`${model} already used`);
    },
    destroy: (id) => deleteArtifact(database, hashesOf(id)),
    revokeByGrantId: (grantId) => revokeGrants(database, [grantId]),
  };
}

/**
 * Storage of the provider's session, which is the gateway's: it has no other cookie, and starts and ends with the
 * gateway session. Only what the provider adds is stored. `destroy` deletes nothing, because the end of the gateway
 * session is announced from the row.
 */
function sessionAdapter({ database }: OidcStorageDeps, issuer: string): Adapter {
  return {
    ...unusedLookups,
    async find() {
      const request = providerRequests.getStore();
      if (request?.session === undefined) return request?.draft;
      const stored = await findOidcSession(database, request.session.idHash);
      const { authorizations, ...values } = toLibraryTime(stored ?? {});
      const applications = request.isSigningOut ? {} : { authorizations };
      return {
        uid: sessionUid(request.session),
        ...values,
        ...applications,
        ...signInOf(request.session, request.acr),
      };
    },
    async upsert(_id, payload) {
      const request = providerRequests.getStore();
      if (request?.session !== undefined)
        await saveOidcSession(database, { session: request.session, issuer, payload: toDatabaseTime(payload) });
      else if (request !== undefined) request.draft = payload;
    },
    async findByUid(uid) {
      const stored = await findOidcSessionByUid(database, uid);
      return stored && toLibraryTime(stored);
    },
    destroy: async () => {},
    consume: async () => {},
    revokeByGrantId: async () => {},
  };
}

/** Refuses a request with a text that PostgreSQL cannot store. */
async function refuseUnstorable(saving: Promise<void>): Promise<void> {
  try {
    await saving;
  } catch (fault) {
    throw fault instanceof UnstorableText
      ? new errors.InvalidRequest("a parameter has a character that cannot be stored")
      : fault;
  }
}

/** Lookups for flows that are not offered. */
const unusedLookups = { findByUserCode: async () => undefined, findByUid: async () => undefined };

/** Describes the sign-in to the library: the newest proof, or an older one where only that has the requested `acr`. */
export function signInOf(session: GatewaySession, requested: AcrRequests = {}) {
  const { accountId, endsAt } = session;
  const proofs = proofsOf(session);
  const describe = ({ at, ...proof }: TimedProof) =>
    authenticationContextsOf(proof).map((context) => ({ at, ...context }));
  const satisfying = proofs.flatMap(describe).find(({ acr }) => satisfiesAcr(requested, acr));
  const { at, acr, amr } = satisfying ?? { at: proofs[0].at, ...authenticationContextsOf(proofs[0])[0] };
  return {
    kind: "Session",
    accountId,
    loginTs: librarySeconds(at),
    exp: librarySeconds(endsAt),
    acr,
    amr: [...amr],
  } satisfies AdapterPayload;
}

type TimedProof = Proof & { at: Date };

/** Proofs of a session, newest first. Earlier versions did not store how a session was proven since it was opened. */
function proofsOf({ openedBy, secondFactor, authenticatedAt, provenBy, provenAt }: GatewaySession) {
  const opened: TimedProof = { at: authenticatedAt, by: openedBy ?? "password", secondFactor };
  const isProvenSince = provenAt > authenticatedAt;
  if (!isProvenSince) return [opened] as const;
  return [{ at: provenAt, by: provenBy ?? "password" } satisfies TimedProof, opened] as const;
}

export function sessionUid({ idHash }: GatewaySession): string {
  return createHash("sha256").update(`oidc session ${idHash}`).digest("base64url");
}
