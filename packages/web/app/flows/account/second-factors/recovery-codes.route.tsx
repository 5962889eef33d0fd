import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { sessionApi } from "../../../api/api-client.server.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { refuse } from "../../../form/form-error.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { dataOrRedirect, redirectToProof } from "../account-session.server.ts";
import type { Route } from "./+types/recovery-codes.route";
import { RecoveryCodesScreen } from "./recovery-codes.screen.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await sessionApi(requestContext, credentialEndpoints).session();
  const { isProven, needsSecondProof } = dataOrRedirect(requestContext, session, "recovery-codes");
  if (!isProven || needsSecondProof) throw redirectToProof(requestContext, "recovery-codes");
  const result = await sessionApi(requestContext, secondFactorEndpoints).list();
  const { recoveryCodes } = dataOrRedirect(requestContext, result, "recovery-codes");
  return {
    hasCodes: (recoveryCodes?.left ?? 0) > 0,
    texts: textsFor(requestContext, ["account:recovery-codes", "account:newAuthenticator.notNow"]),
  };
}

/** Makes recovery codes, and shows them in this response alone: they are kept nowhere. */
export async function action({ context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, secondFactorEndpoints).makeRecoveryCodes();
  if (isRejected(result, accountErrors.tooManyMethods)) return refuse({ values: {}, alert: "tooMany" });
  return { codes: dataOrRedirect(requestContext, result, "recovery-codes").codes };
}

export default function RecoveryCodesRoute({ loaderData }: Route.ComponentProps) {
  return <RecoveryCodesScreen {...loaderData} />;
}
