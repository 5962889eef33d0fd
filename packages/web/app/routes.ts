import { type RouteConfig, route } from "@react-router/dev/routes";
import { roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";

/** Every address of the portal. Roadblocks come from their table: one screen draws all of them. */
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

  ...roadblockIds.map((id) =>
    route(roadblocks[id].path.slice(1), "roadblock/roadblock.screen.tsx", { id: `roadblock/${id}` }),
  ),
  route("roadblock", "roadblock/bare.route.ts"),
  route("roadblock/leave", "roadblock/leave.route.ts"),

  route("legal/:document", "screens/legal/legal.screen.tsx"),
  route("help", "screens/help/help.screen.tsx"),
  route("*", "screens/not-found/not-found.screen.tsx"),
] satisfies RouteConfig;
