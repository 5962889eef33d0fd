import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A passkey's challenge is valid for one response, so another attempt needs a new challenge. */
export function revalidateAfterPasskey({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.has("passkey") || defaultShouldRevalidate;
}
