import type { ProfileAnswer } from "@vestibule/contract/account/profile.schema.ts";
import { maskPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { maskTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { type Account, findAccountById } from "../../accounts/account.store.ts";
import type { AccountCall } from "../../accounts/account-call.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import { DirectoryUnavailable } from "../../directory/circuit-breaker.adapter.ts";

/** Returns the profile of an account, or undefined if the account has been deleted. */
export async function readProfile(
  deps: Pick<ApiDeps, "database" | "directory">,
  { requestContext, session }: AccountCall,
): Promise<ProfileAnswer | undefined> {
  const account = await findAccountById(deps.database, session.accountId);
  if (account === undefined) return undefined;
  const { language, province } = account;
  const onFile = await readMaskedContacts(deps, requestContext, account);
  return { language, province, ...(onFile && { onFile }) };
}

/** Returns the masked contacts on file, or undefined while the policy directory does not answer. */
async function readMaskedContacts(
  { directory }: Pick<ApiDeps, "directory">,
  { brand }: RequestContext,
  { personKey }: Account,
): Promise<ProfileAnswer["onFile"]> {
  try {
    const rows = await directory.findByPerson({ companies: brand.companies, personKey });
    return {
      mobiles: maskedBy(
        maskTelephone,
        rows.map(({ cellPhone }) => cellPhone),
      ),
      postalCodes: maskedBy(
        maskPostalCode,
        rows.map(({ postalCode }) => postalCode),
      ),
    };
  } catch (fault) {
    if (fault instanceof DirectoryUnavailable) return undefined;
    throw fault;
  }
}

const maskedBy = (mask: (value: string) => string, values: readonly (string | null)[]) => [
  ...new Set(values.filter((value) => value !== null).map(mask)),
];
