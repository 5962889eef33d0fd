import type { SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";

/** What a brand says about the second proof. */
export type SecondFactorBrand = Pick<Brand, "id" | "gateway" | "secondFactor">;

/** Whether a brand asks for a second proof at all. An outside gateway asks for it itself. */
export function asksForSecondFactor({ gateway, secondFactor }: Pick<SecondFactorBrand, "gateway" | "secondFactor">) {
  return gateway.kind === "builtIn" && secondFactor.when !== "never";
}

/** Why a sign-in by password waits for a second proof; empty where the password is enough. */
export function secondFactorReasonsOf(
  brand: SecondFactorBrand,
  { isRemembered }: { isRemembered: boolean },
): SecondFactorReason[] {
  if (!asksForSecondFactor(brand)) return [];
  const reasons: SecondFactorReason[] = brand.secondFactor.when === "always" ? ["everySignIn"] : [];
  return isRemembered ? reasons : [...reasons, "unknownBrowser"];
}
