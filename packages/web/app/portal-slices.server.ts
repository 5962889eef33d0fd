import type { z } from "zod";
import { accountEmailSlice, accountPolicySlice, accountSlices } from "./flows/account/session-slice.server.ts";
import { householdRequestSlices } from "./flows/household-request/session-slice.server.ts";
import { loginSlices } from "./flows/login/session-slice.server.ts";
import { registrationSlices } from "./flows/registration/session-slice.server.ts";
import { secondFactorSlice, secondFactorSlices } from "./flows/second-factor/session-slice.server.ts";
import { stopRequestSlices } from "./flows/stop-request/session-slice.server.ts";
import { undoEmailSlices } from "./flows/undo-email/session-slice.server.ts";
import { undoRemovalSlices } from "./flows/undo-removal/session-slice.server.ts";
import { requestSlices } from "./request/session-slice.server.ts";
import { roadblockSlice, roadblockSlices } from "./roadblock/session-slice.server.ts";
import { PortalSession } from "./session/portal-session.server.ts";
import { linkSlice, linkSlices } from "./shared-slices/link-slices.server.ts";
import { sharedLoginSlices } from "./shared-slices/login-slices.server.ts";
import { finishedResetSlice, recoverySlice, recoverySlices } from "./shared-slices/recovery-slices.server.ts";
import {
  finishedRegistrationSlice,
  mailedLinkSlice,
  policyNumberRegistrationSlice,
  policyNumberStartSlice,
  registrationSlice,
  sharedRegistrationSlices,
} from "./shared-slices/registration-slices.server.ts";
import { agentSlices } from "./staff/session-slice.server.ts";

/** The slices of the portal session, in the order in which a session that is too large loses its expendable ones. */
export const portalSlices = [
  ...sharedLoginSlices,
  ...loginSlices,
  ...linkSlices,
  ...stopRequestSlices,
  ...householdRequestSlices,
  ...sharedRegistrationSlices,
  ...registrationSlices,
  ...recoverySlices,
  ...secondFactorSlices,
  ...accountSlices,
  ...undoEmailSlices,
  ...undoRemovalSlices,
  ...agentSlices,
  ...roadblockSlices,
  ...requestSlices,
];

/** Slices of a journey under way, which keeps the brand as it began. */
export const journeySlices = [
  registrationSlice,
  policyNumberStartSlice,
  policyNumberRegistrationSlice,
  mailedLinkSlice,
  finishedRegistrationSlice,
  recoverySlice,
  finishedResetSlice,
  linkSlice,
  secondFactorSlice,
  accountEmailSlice,
  accountPolicySlice,
];

type AnySlice = (typeof portalSlices)[number];

/** Values of the portal session by the name of their slice, for previews and tests. */
export type SessionContents = { [Slice in AnySlice as Slice["name"]]?: z.infer<Slice["schema"]> };

/** Whether a page with these contents may be one of a journey, which a roadblock is where a journey has led to it. */
export const isOfJourney = (contents: SessionContents): boolean =>
  [...journeySlices, roadblockSlice].some(({ name }) => Object.hasOwn(contents, name));

export const newPortalSession = (contents: SessionContents = {}): PortalSession =>
  new PortalSession(portalSlices, contents);
