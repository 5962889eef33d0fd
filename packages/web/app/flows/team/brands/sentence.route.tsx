import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/sentence.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { draftAction, draftLoader } from "./draft.server.ts";
import { SentenceScreen } from "./sentence.screen.tsx";
import { sentenceFormView } from "./sentence.server.ts";

export const loader = draftLoader("sentence", sentenceFormView);

export const action = draftAction("sentence");

export const handle: ScreenHandle = { isHelp: true };

export default function SentenceRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { refused, looked } = actionData ?? {};
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <SentenceScreen page={page} refused={refused} looked={looked} />
        )
      }
    </BrandsRoutePage>
  );
}
