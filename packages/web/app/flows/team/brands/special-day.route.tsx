import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/special-day.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { draftAction, draftLoader } from "./draft.server.ts";
import { SpecialDayScreen } from "./special-day.screen.tsx";
import { specialDayFormView } from "./special-day.server.ts";

export const loader = draftLoader("special-day", specialDayFormView);

export const action = draftAction("special-day");

export const handle: ScreenHandle = { isHelp: true };

export default function SpecialDayRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { refused, looked } = actionData ?? {};
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <SpecialDayScreen page={page} refused={refused} looked={looked} />
        )
      }
    </BrandsRoutePage>
  );
}
