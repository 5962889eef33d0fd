import { layout, type RouteConfig, route } from "@react-router/dev/routes";
import { raisedRoadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";

const roadblockFolders = new Set(
  raisedRoadblockIds.map((id) => roadblocks[id].path).map((path) => path.slice(1, path.lastIndexOf("/"))),
);

/** The form targets of a flow, which share a route file. */
const actions = (file: string, paths: readonly string[]) => paths.map((path) => route(path, file, { id: path }));

/** All URLs of the portal. One screen renders every roadblock of the table. */
export default [
  route("/", "flows/login/login.screen.tsx"),
  route("preferences", "frame/preferences.route.ts"),
  route("webseal.do", "flows/login/gateway-return.route.ts"),
  route("forgot", "flows/password-reset/forgot/forgot.route.tsx"),
  route("verify", "flows/password-reset/verify/verify.route.tsx"),
  route("reset", "flows/password-reset/reset/reset.route.tsx"),
  ...actions("flows/password-reset/actions.route.ts", ["verify/send-again", "reset/stay"]),
  layout("flows/account/account-layout.route.tsx", [
    route("account", "flows/account/overview.route.tsx"),
    route("account/policies", "flows/account/policies.route.tsx"),
    route("account/add-policy", "flows/account/add-policy.route.tsx"),
    route("account/add-policy-code", "flows/account/add-policy-code.route.tsx"),
    route("account/household", "flows/account/household.route.tsx"),
    route("account/sign-in", "flows/account/sign-in.route.tsx"),
    route("account/proof", "flows/account/proof.route.tsx"),
    route("account/password", "flows/account/password.route.tsx"),
    route("account/email", "flows/account/email.route.tsx"),
    route("account/email-code", "flows/account/email-code.route.tsx"),
    route("account/passkeys", "flows/account/passkeys/passkeys.route.tsx"),
    route("account/new-passkey", "flows/account/passkeys/new-passkey.route.tsx"),
    route("account/passkey-offer", "flows/account/passkeys/passkey-offer.route.tsx"),
    route("account/second-factors", "flows/account/second-factors/second-factors.route.tsx"),
    route("account/new-authenticator", "flows/account/second-factors/new-authenticator.route.tsx"),
    route("account/recovery-codes", "flows/account/second-factors/recovery-codes.route.tsx"),
    route("account/contact", "flows/account/contact.route.tsx"),
    route("account/sessions", "flows/account/sessions.route.tsx"),
    route("account/applications", "flows/account/applications.route.tsx"),
    route("account/activity", "flows/account/activity.route.tsx"),
    route("account/freeze", "flows/account/freeze.route.tsx"),
    route("account/my-data", "flows/account/my-data.route.tsx"),
    route("account/close", "flows/account/close.route.tsx"),
    route("account/my-data.json", "flows/account/data-file.route.ts"),
    route("account/recovery-codes.txt", "flows/account/second-factors/recovery-codes-file.route.ts"),
  ]),

  ...actions("flows/registration/actions.route.ts", [
    "create-an-account/start",
    "create-an-account/back",
    "create-an-account/cancel",
    "create-an-account/resend",
    "forgot/find-account",
  ]),
  route("create-an-account/identification/account-type", "flows/registration/account-type/account-type.route.tsx"),
  route("create-an-account/identification", "flows/registration/identification/identification.route.tsx"),
  route("create-an-account/verify/options", "flows/registration/verify/verify-options.route.tsx"),
  route("create-an-account/verify/code", "flows/registration/verify/verify-code.route.tsx"),
  route("create-an-account/verify/email", "flows/registration/verify/username.route.tsx"),
  route("create-an-account/account-creation/create", "flows/registration/account/create.route.tsx"),
  route("create-an-account/confirmation", "flows/registration/account/confirmation.route.tsx"),
  route("create-an-account/welcome-back", "flows/registration/account/welcome-back.route.tsx"),

  route("email-link/fresh", "flows/email-link/reissue-link.route.ts"),
  route("two-factor", "flows/second-factor/two-factor.route.tsx"),
  route("two-factor/set-up", "flows/second-factor/set-up.route.tsx"),
  ...actions("flows/second-factor/actions.route.ts", ["two-factor/method", "two-factor/stay"]),
  route("this-wasnt-me", "flows/second-factor/this-wasnt-me.route.tsx"),
  route("undo-email", "flows/undo-email/undo-email.route.tsx"),
  route("household-request", "flows/household-request/household-request.route.tsx"),
  route("undo-removal", "flows/undo-removal/undo-removal.route.tsx"),
  route("stop-request", "flows/stop-request/stop-request.route.tsx"),
  route("check-your-inbox", "flows/email-link/check-your-inbox.screen.tsx"),
  route("registration/identification", "flows/registration/policy-number/identification.route.tsx"),
  route("registration/validation", "flows/registration/policy-number/validation.route.tsx"),
  route("registration/validation/:methodId", "flows/registration/policy-number/code.route.tsx"),
  route("registration/account-creation/email", "flows/registration/policy-number/new-email.route.tsx", {
    id: "registration/email",
  }),
  route("registration/password-validation", "flows/registration/policy-number/password-validation.route.tsx"),
  route("registration/ask-policyholder", "flows/registration/policy-number/ask-policyholder.route.tsx"),
  route("registration/policyholder-asked", "flows/registration/policy-number/policyholder-asked.route.tsx"),
  route("registration/account-creation/new-email", "flows/registration/policy-number/new-email.route.tsx"),
  route("registration/account-creation/email-sent", "flows/registration/policy-number/email-sent.route.tsx"),
  route("registration/account-creation/password", "flows/registration/policy-number/password.route.tsx"),
  ...actions("flows/registration/policy-number/actions.route.ts", [
    "registration/back",
    "registration/stay",
    "registration/resend",
    "registration/cancel",
    "registration/account-creation/send-again",
  ]),

  // One dynamic route for each folder, because a route for each row would enlarge the manifest sent to the browser.
  ...[...roadblockFolders].map((folder) =>
    route(`${folder}/:roadblock`, "roadblock/roadblock.screen.tsx", { id: `${folder}/any` }),
  ),
  route("roadblock", "roadblock/bare.route.ts"),
  ...actions("roadblock-actions.route.ts", ["roadblock/leave", "contact-changed", "letter-request"]),

  route("legal/:document", "flows/legal/legal.screen.tsx"),
  route("help", "flows/help/help.screen.tsx"),
  route("agent", "flows/agent/agent.route.tsx"),
  route("agent/:step", "flows/agent/open-id.route.ts"),
  route("team/numbers.csv", "flows/team/numbers-file.route.ts"),
  route("team/brands/:brand?/:part?", "flows/team/brands/brands.route.tsx"),
  route("team/:page?", "flows/team/team.route.tsx"),
  route("*", "flows/not-found/not-found.screen.tsx"),
] satisfies RouteConfig;
