import type { Credentials } from "../flows/sign-in/credentials.rule.ts";

/** Parsed login form. `empty`: the user name or the secret is missing, and no attempt is counted. */
export type LoginForm =
  | { kind: "credentials"; username: string; secret: Credentials["secret"]; clientLoginAction: string | null }
  | { kind: "empty" }
  | { kind: "malformed" };

/** Reads `username` and `password`, or `ticket` if `login-form-type` says so, from a form-encoded body. */
export function readLoginForm({ mediaType, body }: { mediaType: string | undefined; body: string }): LoginForm {
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(mediaType ?? "")) return { kind: "malformed" };
  const form = new URLSearchParams(body);
  const username = form.get("username") ?? "";
  const type = form.get("login-form-type") ?? "pwd";
  if (type !== "pwd" && type !== "ticket") return { kind: "malformed" };
  const secret =
    type === "pwd"
      ? ({ kind: "password", password: form.get("password") ?? "" } as const)
      : ({ kind: "ticket", ticket: form.get("ticket") ?? "" } as const);
  const text = secret.kind === "password" ? secret.password : secret.ticket;
  if (username.trim() === "" || text === "") return { kind: "empty" };
  return { kind: "credentials", username, secret, clientLoginAction: form.get("client_login_action") };
}
