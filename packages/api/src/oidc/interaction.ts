import type { Provider } from "oidc-provider";
import type { GatewaySession } from "../accounts/gateway-session.store.ts";
import { type OidcStorageDeps, sessionUid, signInOf } from "./oidc-adapter.adapter.ts";
import { findOidcSession, moveOidcSession } from "./oidc-session.store.ts";

export type OidcInteraction = InstanceType<Provider["Interaction"]>;

/**
 * Whether a gateway session answers an interaction: any, where the browser was not signed in; a newer one, where the
 * application asks the signed-in person for a new proof (`prompt=login`, `max_age`).
 */
export async function isProven(
  { database }: OidcStorageDeps,
  interaction: OidcInteraction,
  session: GatewaySession,
): Promise<boolean> {
  const before = interaction.session?.uid;
  if (before === undefined) return true;
  const stored = await findOidcSession(database, session.idHash);
  return before !== (stored?.uid ?? sessionUid(session));
}

/** Completes an interaction with a gateway session. */
export async function proveInteraction(
  { database, clock }: OidcStorageDeps,
  interaction: OidcInteraction,
  session: GatewaySession,
): Promise<void> {
  const before = interaction.session?.uid;
  if (before !== undefined) await moveOidcSession(database, { uid: before, session });
  const { accountId, loginTs: ts, acr, amr } = signInOf(session, clock.now());
  interaction.result = { login: { accountId, ts, acr, amr } };
  // The session that it began in has ended.
  interaction.session = undefined;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}
