import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { HandOffPage } from "../../login/hand-off-page.tsx";
import type { Route } from "./+types/password-validation.route";
import { HandOffScreen } from "./hand-off.screen.tsx";
import { PasswordValidationScreen } from "./password-validation.screen.tsx";
import { SelfPostedPassword } from "./self-posted-password.tsx";

export { action, loader } from "./password-validation.journey.server.ts";

export const handle: ScreenHandle = { isOfLink: true };

/**
 * Skips revalidation while the page keeps the password that a script is about to post, so that it is not asked again.
 */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !(actionResult && "handOff" in actionResult) && defaultShouldRevalidate;
}

export default function PasswordValidationRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData;
  const handOff = actionData !== undefined && "handOff" in actionData ? actionData.handOff : undefined;
  if (handOff?.password !== undefined) return <HandOffPage {...handOff} password={handOff.password} />;
  if (page.kind === "handOff") return <HandOffScreen {...page.handOff} />;
  if (page.kind === "leaving") return null;
  return (
    <>
      <PasswordValidationScreen
        data={page.data}
        refusal={actionData !== undefined && "faults" in actionData ? actionData : undefined}
      />
      {handOff === undefined ? null : <SelfPostedPassword {...handOff} />}
    </>
  );
}
