import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import type { BenchServer } from "./bench-server.ts";
import { call, formType, type HttpResponse, newClientIp } from "./http-call.ts";
import { password, personOf } from "./people.ts";

/** Posts the login form, from a new client IP unless one is given, in a new browser unless its cookies are given. */
export function signIn(
  port: number,
  form: { username: string; password: string },
  { clientIp = newClientIp(), cookie }: { clientIp?: string; cookie?: string } = {},
): Promise<HttpResponse> {
  return call({
    port,
    path: "/pkmslogin.form",
    method: "POST",
    clientIp,
    headers: { ...formType, ...(cookie && { cookie }) },
    body: new URLSearchParams({ ...form, "login-form-type": "pwd" }).toString(),
  });
}

/** Whether the gateway signs the person in. */
export async function signsIn(port: number, form: Parameters<typeof signIn>[1]): Promise<boolean> {
  return isSignedIn(await signIn(port, form));
}

export const isSignedIn = ({ headers }: HttpResponse) =>
  headers.location?.includes(gatewayResults.success.code) === true;

/** Signs the next holder in with the correct password. */
export function signInNextHolder(benchServer: BenchServer): Promise<HttpResponse> {
  return signIn(benchServer.nextPort(), { username: personOf("holder", benchServer.nextHolder()).email, password });
}
