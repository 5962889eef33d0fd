import { z } from "zod";

const clientData = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() });

/** What the browser says about the call that a device answered; undefined when it cannot be read. */
export function clientDataOf({ clientDataJSON }: { clientDataJSON: string }) {
  try {
    return clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
