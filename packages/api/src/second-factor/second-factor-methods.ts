import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import { callMethod, emailMethod, textMethod } from "./code-methods.ts";
import { authenticatorMethod, recoveryCodeMethod } from "./own-code-methods.ts";
import type { SecondFactorMethod } from "./second-factor-method.port.ts";

/** Methods of the page of the second proof; a passkey signs in by itself. */
export const secondFactorMethods: Readonly<Partial<Record<SecondFactorId, SecondFactorMethod>>> = {
  authenticator: authenticatorMethod,
  text: textMethod,
  call: callMethod,
  email: emailMethod,
  recoveryCode: recoveryCodeMethod,
};
