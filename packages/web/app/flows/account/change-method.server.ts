import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { type FailedResult, isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";

type Call<Input extends unknown[]> = (...input: Input) => Promise<AccountCallResult<unknown>>;

/** Calls that change one passkey or authenticator app of the account. */
interface MethodCalls {
  remove: Call<[id: string]>;
  keep: Call<[id: string]>;
  rename: Call<[id: string, body: { name: string }]>;
}

/** Removes, keeps or renames the method that a form names. Returns what was done, or the failed call. */
export async function changeMethod(
  { remove, keep, rename }: MethodCalls,
  { change, id = "", name }: FormValues & { name: string },
): Promise<{ kind: "changed"; changed: "removed" | "kept" | "renamed" } | FailedResult> {
  const [result, changed] =
    change === "remove"
      ? ([await remove(id), "removed"] as const)
      : change === "keep"
        ? ([await keep(id), "kept"] as const)
        : ([await rename(id, { name }), "renamed"] as const);
  // One that does not exist was removed in another tab.
  if (result.kind !== "ok" && !isRejected(result, { status: 404 })) return result;
  return { kind: "changed", changed };
}
