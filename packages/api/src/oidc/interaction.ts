import type { AcrLevel } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { Provider } from "oidc-provider";
import type { GatewaySession } from "../accounts/gateway-session.store.ts";
import { hasPasskey } from "../passkeys/passkey.store.ts";
import {
  type AcrRequests,
  asksForSecondProof,
  isAcrAllowed,
  reachesMinimum,
  readAcrRequests,
} from "./authentication-context.rule.ts";
import { type OidcStorageDeps, sessionUid, signInOf } from "./oidc-adapter.adapter.ts";
import { findOidcSession, moveOidcSession } from "./oidc-session.store.ts";

export type OidcInteraction = InstanceType<Provider["Interaction"]>;

/** Reasons of a prompt that only another sign-in method can satisfy. */
const acrReasons = ["acr_values", "essential_acr", "essential_acrs", "minimum_acr"];

/** Whether the person is signed in, and only by another method than the application requests. */
export function asksForStrongerProof({ session, prompt }: OidcInteraction): boolean {
  return session?.uid !== undefined && prompt.reasons.every((reason) => acrReasons.includes(reason));
}

interface AcrDetails {
  acr?: Parameters<typeof isAcrAllowed>[0];
  minimumAcr?: AcrLevel;
}

const detailsOf = ({ prompt }: OidcInteraction) => prompt.details as AcrDetails;

const readRequests = (interaction: OidcInteraction): AcrRequests => ({
  ...readAcrRequests(interaction.params),
  minimumAcr: detailsOf(interaction).minimumAcr,
});

/** Whether the session lacks only a second proof, because the person need not sign in again. */
export async function needsSecondProof(
  { database }: OidcStorageDeps,
  interaction: OidcInteraction,
  session: GatewaySession,
): Promise<boolean> {
  const requested = readRequests(interaction);
  if (!asksForSecondProof(requested, signInOf(session, requested).acr)) return false;
  return asksForStrongerProof(interaction) || (await isOtherSession({ database }, interaction, session));
}

/** Whether the interaction asks the person of this session for consent. */
export async function asksForConsent(
  deps: Pick<OidcStorageDeps, "database">,
  interaction: OidcInteraction,
  session: GatewaySession,
): Promise<boolean> {
  return interaction.prompt.name === "consent" && !(await isOtherSession(deps, interaction, session));
}

/** Scopes that the person is asked to allow, as they were when the interaction began. */
export const consentScopesOf = ({ prompt }: OidcInteraction) => (prompt.details as { scopes: string[] }).scopes;

/** Ends an interaction that asked for consent; its sign-in, if it had one, is kept. */
export async function finishConsent(interaction: OidcInteraction, isAllowed: boolean): Promise<void> {
  interaction.result = isAllowed
    ? { ...interaction.lastSubmission, consent: {} }
    : { error: "access_denied", error_description: "the person did not allow it" };
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

/** Whether the person has signed in since the interaction began. */
async function isOtherSession(
  { database }: Pick<OidcStorageDeps, "database">,
  { session: before }: OidcInteraction,
  session: GatewaySession,
): Promise<boolean> {
  if (before === undefined) return true;
  const stored = await findOidcSession(database, session.idHash);
  return before.uid !== (stored?.uid ?? sessionUid(session));
}

/**
 * Whether a gateway session satisfies an interaction: any session, if the browser was not signed in; a newer one, if
 * the application requests a new proof from a signed-in person (`prompt=login`, `max_age`) or a passkey that they have.
 * `relyingParty`: of passkeys at this origin.
 */
export async function satisfiesInteraction(
  { database }: OidcStorageDeps,
  interaction: OidcInteraction,
  { session, relyingParty }: { session: GatewaySession; relyingParty: string | undefined },
): Promise<boolean> {
  if (await isOtherSession({ database }, interaction, session)) return true;
  return (
    asksForStrongerProof(interaction) && !(await hasPasskey(database, { accountId: session.accountId, relyingParty }))
  );
}

/** Completes an interaction with a gateway session, or refuses it if the application requires a stronger one. */
export async function finishInteraction(
  { database }: OidcStorageDeps,
  interaction: OidcInteraction,
  session: GatewaySession,
): Promise<void> {
  const before = interaction.session?.uid;
  if (before !== undefined) await moveOidcSession(database, { uid: before, session });
  const { accountId, loginTs: ts, acr, amr } = signInOf(session, readRequests(interaction));
  const { acr: requested, minimumAcr } = detailsOf(interaction);
  interaction.result =
    isAcrAllowed(requested, [acr]) && reachesMinimum(minimumAcr, acr)
      ? { login: { accountId, ts, acr, amr } }
      : { error: "unmet_authentication_requirements" };
  // The session that it began in has ended.
  interaction.session = undefined;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}
