import { Notice } from "../../design/notice.tsx";
import { ScreenReaderText } from "../../design/screen-reader-text.tsx";
import { useChangeCount } from "../../design/use-change-count.ts";
import { PostButton } from "../../form/post-button.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { DeskList } from "./desk-list.tsx";
import type { LettersPage, LettersResult } from "./desk-view.ts";
import { TeamFrame } from "./team-frame.tsx";

/** Letters with a new PIN that were asked for; the page itself is printed as the list. */
export function LettersScreen({ page, result }: { page: LettersPage; result: LettersResult | undefined }) {
  const t = useTranslate();
  const changeCount = useChangeCount(result);
  const { letters } = page;
  const failure = letters === undefined ? "unavailable" : result?.kind === "failed" ? result.why : undefined;
  return (
    <TeamFrame
      page={page}
      title={t("teamDesk:letters.title")}
      lead={t("teamDesk:letters.lead")}
      isRefused={failure !== undefined}
    >
      {failure === undefined ? null : (
        <Notice key={changeCount} tone="error" title={t(`teamDesk:letters.${failure}`)} takesFocus />
      )}
      {result?.kind === "printed" ? (
        <Notice key={changeCount} tone="success" title={t("teamDesk:letters.marked")} takesFocus />
      ) : null}
      {letters === undefined ? null : (
        <section className="stack stack-tight">
          <h2 className="heading" id="letters">
            {letters.length === 0
              ? t("teamDesk:letters.none")
              : t("teamDesk:letters.waiting", { count: letters.length })}
          </h2>
          <DeskList
            rows={letters}
            labelledBy="letters"
            act={({ id, name }) => (
              <div className="print-hidden">
                <PostButton kind="quiet" sends={{ act: "printed", id }}>
                  <ScreenReaderText
                    visible={t("teamDesk:letters.printed")}
                    spoken={`${t("teamDesk:letters.printed")}, ${name}`}
                  />
                </PostButton>
              </div>
            )}
          />
        </section>
      )}
    </TeamFrame>
  );
}
