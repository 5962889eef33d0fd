import { accountSlices } from "./flows/account/session-slice.server.ts";
import { emailLinkSlices } from "./flows/email-link/session-slice.server.ts";
import { householdRequestSlices } from "./flows/household-request/session-slice.server.ts";
import { loginSlices } from "./flows/login/session-slice.server.ts";
import { passwordResetSlices } from "./flows/password-reset/session-slice.server.ts";
import { registrationSlices } from "./flows/registration/session-slice.server.ts";
import { secondFactorSlices } from "./flows/second-factor/session-slice.server.ts";
import { stopRequestSlices } from "./flows/stop-request/session-slice.server.ts";
import { undoEmailSlices } from "./flows/undo-email/session-slice.server.ts";
import { undoRemovalSlices } from "./flows/undo-removal/session-slice.server.ts";
import { requestSlices } from "./request/session-slice.server.ts";
import { roadblockSlices } from "./roadblock/session-slice.server.ts";
import type { SessionOf } from "./session/session-slice.server.ts";
import { agentSlices } from "./staff/session-slice.server.ts";

/** The slices of the portal session, in the order in which a session that is too large loses its expendable ones. */
export const portalSlices = {
  ...loginSlices,
  ...emailLinkSlices,
  ...stopRequestSlices,
  ...householdRequestSlices,
  ...registrationSlices,
  ...passwordResetSlices,
  ...secondFactorSlices,
  ...accountSlices,
  ...undoEmailSlices,
  ...undoRemovalSlices,
  ...agentSlices,
  ...roadblockSlices,
  ...requestSlices,
};

/** State of one browser between requests, encrypted in the session cookie. It contains no passwords or codes. */
export type PortalSession = SessionOf<typeof portalSlices>;
