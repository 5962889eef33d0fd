import type { BrandData } from "./brand.schema.ts";

/** Target of a link's `client_login_action` after sign-in: a name on the brand's closed list, never a URL. */
export function askedApplication(
  { clientLoginActions }: Pick<BrandData, "clientLoginActions">,
  name: string | null | undefined,
): string | undefined {
  return name && Object.hasOwn(clientLoginActions, name) ? clientLoginActions[name] : undefined;
}
