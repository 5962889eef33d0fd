import { applicationEndpoints } from "./account/application.endpoint.ts";
import { credentialEndpoints } from "./account/credentials.endpoint.ts";
import { emailChangeEndpoints, emailUndoEndpoints } from "./account/email-change.endpoint.ts";
import { householdRequestEndpoints, ownHouseholdRequestEndpoints } from "./account/household-request.endpoint.ts";
import { ownDataEndpoints } from "./account/own-data.endpoint.ts";
import { passkeyEndpoints } from "./account/passkey.endpoint.ts";
import { policyAdditionEndpoints } from "./account/policy-addition.endpoint.ts";
import { profileEndpoints } from "./account/profile.endpoint.ts";
import { removalUndoEndpoints, secondFactorEndpoints } from "./account/second-factor.endpoint.ts";
import { securityEndpoints } from "./account/security.endpoint.ts";
import { type Endpoint, routerPath } from "./endpoint.ts";
import { agentSessionEndpoints } from "./internal/agent-session.endpoint.ts";
import { auditExportEndpoints } from "./internal/audit-export.endpoint.ts";
import { brandVersionEndpoints, publishedBrandEndpoints } from "./internal/brand-version.endpoint.ts";
import { eventEndpoints } from "./internal/event.endpoint.ts";
import { insurerSystemEndpoints } from "./internal/insurer-system.endpoint.ts";
import { maintenanceEndpoints } from "./internal/maintenance.endpoint.ts";
import { personEndpoints } from "./internal/person.endpoint.ts";
import { supportDeskEndpoints } from "./internal/support-desk.endpoint.ts";
import { teamEndpoints } from "./internal/team.endpoint.ts";
import { teamAuditEndpoints } from "./internal/team-audit.endpoint.ts";
import { teamDeskEndpoints } from "./internal/team-desk.endpoint.ts";
import { teamExplainEndpoints } from "./internal/team-explain.endpoint.ts";
import { teamPeopleEndpoints } from "./internal/team-people.endpoint.ts";
import { accountEndpoints } from "./v1/account.endpoint.ts";
import { helpEndpoints } from "./v1/help.endpoint.ts";
import { linkEndpoints, policyNumberRegistrationEndpoints, stopLinkEndpoints } from "./v1/link.endpoint.ts";
import { puzzleEndpoints } from "./v1/puzzle.endpoint.ts";
import { recoveryEndpoints } from "./v1/recovery.endpoint.ts";
import { denialEndpoints, pendingSignInEndpoints } from "./v1/second-factor.endpoint.ts";
import { registrationEndpoints } from "./v2/registration.endpoint.ts";

export const endpointGroups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  account: accountEndpoints,
  puzzle: puzzleEndpoints,
  recovery: recoveryEndpoints,
  pendingSignIn: pendingSignInEndpoints,
  secondFactorDenial: denialEndpoints,
  link: linkEndpoints,
  stopLink: stopLinkEndpoints,
  policyNumberRegistration: policyNumberRegistrationEndpoints,
  registration: registrationEndpoints,
  help: helpEndpoints,
  agentSession: agentSessionEndpoints,
  supportDesk: supportDeskEndpoints,
  service: insurerSystemEndpoints,
  auditExport: auditExportEndpoints,
  brandVersion: brandVersionEndpoints,
  publishedBrand: publishedBrandEndpoints,
  event: eventEndpoints,
  person: personEndpoints,
  team: teamEndpoints,
  teamAudit: teamAuditEndpoints,
  teamDesk: teamDeskEndpoints,
  teamExplain: teamExplainEndpoints,
  teamPeople: teamPeopleEndpoints,
  maintenance: maintenanceEndpoints,
  accountCredentials: credentialEndpoints,
  accountSecurity: securityEndpoints,
  accountApplications: applicationEndpoints,
  accountOwnData: ownDataEndpoints,
  accountEmailChange: emailChangeEndpoints,
  emailUndo: emailUndoEndpoints,
  accountPasskeys: passkeyEndpoints,
  accountSecondFactors: secondFactorEndpoints,
  removalUndo: removalUndoEndpoints,
  accountProfile: profileEndpoints,
  policyAddition: policyAdditionEndpoints,
  householdRequest: householdRequestEndpoints,
  ownHouseholdRequest: ownHouseholdRequestEndpoints,
};

/** Paths of all endpoints in the router's notation. */
export const endpointPaths = Object.values(endpointGroups).flatMap((group) =>
  Object.values(group).map(({ path }) => routerPath(path)),
);
