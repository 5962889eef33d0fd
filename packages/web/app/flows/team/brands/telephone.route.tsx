import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/telephone.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { draftAction, draftLoader } from "./draft.server.ts";
import { TelephoneScreen } from "./telephone.screen.tsx";
import { telephoneFormView } from "./telephone.server.ts";

export const loader = draftLoader("telephone", telephoneFormView);

export const action = draftAction("telephone");

export const handle: ScreenHandle = { isHelp: true };

export default function TelephoneRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { refused, looked } = actionData ?? {};
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <TelephoneScreen page={page} refused={refused} looked={looked} />
        )
      }
    </BrandsRoutePage>
  );
}
