import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/telephone.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { editLoader } from "./brands-page.server.ts";
import { draftAction } from "./draft.server.ts";
import { TelephoneScreen } from "./telephone.screen.tsx";
import { changedTelephone, telephoneField, telephoneFormView } from "./telephone.server.ts";

export const loader = editLoader(telephoneFormView);

export const action = draftAction({ change: changedTelephone, fieldAt: telephoneField });

export const handle: ScreenHandle = { isHelp: true };

export default function TelephoneRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <TelephoneScreen page={page} refused={refused} />
        )
      }
    </BrandsRoutePage>
  );
}
