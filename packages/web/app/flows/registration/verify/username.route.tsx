import { refuseFieldErrors } from "../../../form/form-error.ts";
import { registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { Route } from "./+types/username.route";
import { type UsernameData, UsernameScreen, usernameRules } from "./username.screen.tsx";

export const loader = registrationLoader<UsernameData>({
  pages: ["CONFIRM_USERNAME", "ASK_USERNAME"],
  sections: ["username"],
  draw: ({ page }) => {
    const mode = page.mode ?? (page.page === "ASK_USERNAME" ? "ask" : "confirm");
    return { mode, email: mode === "confirm" ? page.email : undefined, sends: "code" };
  },
});

export const action = registrationAction(
  async (call, values) =>
    refuseFieldErrors(values, usernameRules) ??
    sendForm(call, { name: "username", values }, { email: values.email ?? "" }),
);

export default function UsernameRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <UsernameScreen data={loaderData} refusal={actionData} />;
}
