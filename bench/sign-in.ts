import { gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import type { BenchServer } from "./bench-server.ts";
import { type Answer, call, formType, newClientIp } from "./http-call.ts";
import { password, personOf } from "./people.ts";

/** Posts the login form from a new client IP. */
export function signIn(port: number, form: { username: string; password: string }): Promise<Answer> {
  return call({
    port,
    path: "/pkmslogin.form",
    method: "POST",
    clientIp: newClientIp(),
    headers: formType,
    body: new URLSearchParams({ ...form, "login-form-type": "pwd" }).toString(),
  });
}

/** Whether the gateway signs the person in. */
export async function signsIn(port: number, form: Parameters<typeof signIn>[1]): Promise<boolean> {
  return isSignedIn(await signIn(port, form));
}

export const isSignedIn = ({ headers }: Answer) => headers.location?.includes(gatewayOutcomes.success.code) === true;

/** Signs the next holder in with the correct password. */
export function signInNextHolder(benchServer: BenchServer): Promise<Answer> {
  return signIn(benchServer.nextPort(), { username: personOf("holder", benchServer.nextHolder()).email, password });
}
