import type { SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import { askingWeight, type SignInSignalId, signInSignals } from "@vestibule/catalogue/sign-in-signal.table.ts";
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
  signals: readonly SignInSignalId[],
): SecondFactorReason[] {
  if (!asksForSecondFactor(brand)) return [];
  const { when, signals: raised } = brand.secondFactor;
  if (when === "always") return ["everySignIn", ...signals];
  const weight = signals.reduce((sum, id) => sum + (raised[id] ?? signInSignals[id].weight), 0);
  return weight < askingWeight ? [] : [...signals];
}
