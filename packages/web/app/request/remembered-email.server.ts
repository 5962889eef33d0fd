import { z } from "zod";
import { preferenceSeconds } from "./preferences.ts";
import type { PortalRequestContext } from "./request-context.ts";

const remembered = { name: "remembered", lifetimeSeconds: preferenceSeconds, schema: z.object({ email: z.string() }) };

/** E-mail saved by "remember me", or undefined. */
export async function readRememberedEmail({ cookies }: PortalRequestContext): Promise<string | undefined> {
  return (await cookies.open(remembered))?.email;
}

/** Saves the remembered e-mail; undefined deletes it. */
export function rememberEmail({ cookies }: PortalRequestContext, email: string | undefined): void {
  cookies.save(remembered, email === undefined ? undefined : { email });
}
