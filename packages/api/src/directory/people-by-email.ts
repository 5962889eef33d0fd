import type { ApiDeps } from "../deps.ts";
import type { PolicyPerson } from "./policy-directory.port.ts";

/** People with this e-mail on file, in either role. */
export async function peopleByEmail(
  { directory }: Pick<ApiDeps, "directory">,
  { companies, email }: { companies: readonly string[]; email: string },
): Promise<PolicyPerson[]> {
  const byRole = ([40, 80] as const).map((role) => directory.findByEmail({ companies, email, role }));
  return (await Promise.all(byRole)).flat();
}
