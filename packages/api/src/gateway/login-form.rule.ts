import { puzzleField } from "@vestibule/catalogue/puzzle.table.ts";
import { interactionParameter } from "@vestibule/contract/cookies/waiting-application.rule.ts";
import type { Credentials } from "../flows/sign-in/credentials.rule.ts";

/** Parsed login form. `empty`: the user name or the secret is missing, and no attempt is counted. */
export type PostedLogin =
  | ({ kind: "credentials"; clientLoginAction: string | null } & Pick<
      Credentials,
      "username" | "secret" | "puzzleSolution"
    >)
  | { kind: "empty" }
  | { kind: "malformed" };

/** Reads from a form the id of the interaction that its sign-in belongs to. */
export function interactionIn(form: URLSearchParams): string | undefined {
  const id = form.get(interactionParameter) ?? "";
  return /^[\w-]{20,60}$/.test(id) ? id : undefined;
}

/** The path of a form, with its interaction, from which the portal leads back to the same login page. */
export function formUrl(path: string, interaction: string | undefined): string {
  return interaction === undefined ? path : `${path}?${interactionParameter}=${interaction}`;
}

/** Reads `username` and `password`, or `ticket` if `login-form-type` says so, from a form-encoded body. */
export function readLoginForm({ mediaType, body }: { mediaType: string | undefined; body: string }): PostedLogin {
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
  return {
    kind: "credentials",
    username,
    secret,
    clientLoginAction: form.get("client_login_action"),
    puzzleSolution: form.get(puzzleField) ?? undefined,
  };
}
