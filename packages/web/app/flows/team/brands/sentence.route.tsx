import type { ScreenHandle } from "../../../frame/frame.tsx";
import type { Route } from "./+types/sentence.route";
import { BrandScreen } from "./brand.screen.tsx";
import { BrandsRoutePage } from "./brands-frame.tsx";
import { editLoader } from "./brands-page.server.ts";
import { draftAction } from "./draft.server.ts";
import { SentenceScreen } from "./sentence.screen.tsx";
import { changedSentence, sentenceField, sentenceFormView } from "./sentence.server.ts";

export const loader = editLoader(sentenceFormView);

export const action = draftAction({ change: changedSentence, fieldAt: sentenceField });

export const handle: ScreenHandle = { isHelp: true };

export default function SentenceRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  return (
    <BrandsRoutePage data={loaderData} refused={refused}>
      {(page) =>
        page.kind === "brand" ? (
          <BrandScreen page={page} refused={refused} />
        ) : (
          <SentenceScreen page={page} refused={refused} />
        )
      }
    </BrandsRoutePage>
  );
}
