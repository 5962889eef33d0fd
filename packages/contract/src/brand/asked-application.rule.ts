import type { BrandData } from "./brand.schema.ts";

/** Where a link's `client_login_action` leads after a sign-in: a name on the brand's closed list, never an address. */
export function askedApplication(
  { clientLoginActions }: Pick<BrandData, "clientLoginActions">,
  name: string | null | undefined,
): string | undefined {
  return name && Object.hasOwn(clientLoginActions, name) ? clientLoginActions[name] : undefined;
}
