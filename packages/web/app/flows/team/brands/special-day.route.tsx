import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/special-day.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { editLoader } from "./brands-page.server.ts";
import { draftAction } from "./draft.server.ts";
import { SpecialDayScreen } from "./special-day.screen.tsx";
import { changedSpecialDay, specialDayField, specialDayFormView } from "./special-day.server.ts";

export const loader = editLoader(specialDayFormView);

export const action = draftAction({ change: changedSpecialDay, fieldAt: specialDayField });

export const handle: ScreenHandle = { isHelp: true };

export default function SpecialDayRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <SpecialDayScreen page={page} refused={refused} />
        )
      }
    </BrandsRoutePage>
  );
}
