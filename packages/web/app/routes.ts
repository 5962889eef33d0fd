import { type RouteConfig, route } from "@react-router/dev/routes";
import { raisedRoadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";

const roadblockFolders = new Set(
  raisedRoadblockIds.map((id) => roadblocks[id].path).map((path) => path.slice(1, path.lastIndexOf("/"))),
);

/** All URLs of the portal. One screen renders every roadblock of the table. */
export default [
  route("/", "screens/login/login.screen.tsx"),
  route("preferences", "frame/preferences.route.ts"),
  route("icon.svg", "frame/icon.route.ts"),
  route("webseal.do", "screens/login/gateway-answer.route.ts"),
  route("forgot", "screens/recovery/forgot/forgot.route.tsx"),
  route("forgot/find-account", "screens/recovery/find-account.route.ts"),
  route("verify", "screens/recovery/verify/verify.route.tsx"),
  route("verify/send-again", "screens/recovery/verify/send-again.route.ts"),
  route("reset", "screens/recovery/reset/reset.route.tsx"),
  route("reset/stay", "screens/recovery/reset/stay.route.ts"),
  route("home", "screens/home/home.screen.tsx"),

  route("create-an-account/start", "screens/registration/start.route.ts"),
  route("create-an-account/identification/account-type", "screens/registration/account-type/account-type.route.tsx"),
  route("create-an-account/identification", "screens/registration/identification/identification.route.tsx"),
  route("create-an-account/verify/options", "screens/registration/verify/verify-options.route.tsx"),
  route("create-an-account/verify/code", "screens/registration/verify/verify-code.route.tsx"),
  route("create-an-account/verify/email", "screens/registration/verify/username.route.tsx"),
  route("create-an-account/account-creation/create", "screens/registration/account/create.route.tsx"),
  route("create-an-account/confirmation", "screens/registration/account/confirmation.route.tsx"),
  route("create-an-account/welcome-back", "screens/registration/account/welcome-back.route.tsx"),
  route("create-an-account/back", "screens/registration/back.route.ts"),
  route("create-an-account/cancel", "screens/registration/cancel.route.ts"),
  route("create-an-account/resend", "screens/registration/resend.route.ts"),

  route("email-link/fresh", "screens/email-link/reissue-link.route.ts"),
  route("stop-request", "screens/stop-request/stop-request.route.tsx"),
  route("check-your-inbox", "screens/email-link/check-your-inbox.screen.tsx"),
  route("registration/identification", "screens/legacy-registration/identification/identification.route.tsx"),
  route("registration/validation", "screens/legacy-registration/validation/validation.route.tsx"),
  route("registration/validation/:way", "screens/legacy-registration/validation/code.route.tsx"),
  route("registration/account-creation/email", "screens/legacy-registration/account-email/account-email.route.tsx"),
  route(
    "registration/password-validation",
    "screens/legacy-registration/password-validation/password-validation.route.tsx",
  ),
  route("registration/account-creation/new-email", "screens/legacy-registration/new-email/new-email.route.tsx"),
  route("registration/account-creation/email-sent", "screens/legacy-registration/email-sent/email-sent.route.tsx"),
  route("registration/account-creation/send-again", "screens/legacy-registration/email-sent/send-again.route.ts"),
  route("registration/account-creation/password", "screens/legacy-registration/password/password.route.tsx"),
  route("registration/back", "screens/legacy-registration/back.route.ts"),
  route("registration/stay", "screens/legacy-registration/stay.route.ts"),
  route("registration/resend", "screens/legacy-registration/resend.route.ts"),
  route("registration/cancel", "screens/legacy-registration/cancel.route.ts"),

  // One dynamic route per folder: a route for each row would enlarge the manifest sent to the browser.
  ...[...roadblockFolders].map((folder) =>
    route(`${folder}/:roadblock`, "roadblock/roadblock.screen.tsx", { id: `${folder}/any` }),
  ),
  route("roadblock", "roadblock/bare.route.ts"),
  route("roadblock/leave", "roadblock/leave.route.ts"),
  route("contact-changed", "roadblock/contact-changed.route.ts"),
  route("letter-request", "roadblock/letter-request.route.ts"),

  route("legal/:document", "screens/legal/legal.screen.tsx"),
  route("help", "screens/help/help.screen.tsx"),
  route("agent", "screens/agent/agent.route.tsx"),
  route("agent/:step", "screens/agent/open-id.route.ts"),
  route("*", "screens/not-found/not-found.screen.tsx"),
] satisfies RouteConfig;
