import { useActionData } from "react-router";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useReady } from "../../../design/ready.ts";
import { useLastReceived } from "../../../design/use-last-received.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { accountPagePath, recoveryCodesFilePath } from "../account-path.table.ts";
import type { Route } from "./+types/recovery-codes.route";

/** Offers new recovery codes, then shows them once. */
export function RecoveryCodesScreen({ hasCodes }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const actionData = useActionData<{ codes?: string[]; alert?: "tooMany" }>();
  // Stay on the page while another form of it is sent, such as “Stay logged in”.
  const codes = useLastReceived(actionData?.codes);
  if (codes !== undefined) return <ShownCodes codes={codes} />;
  const alert = actionData?.alert;
  return (
    <>
      <PageOpening title={t("account:recovery-codes.title")} isRefused={alert !== undefined}>
        {t("account:recovery-codes.lead")}
      </PageOpening>
      {alert === undefined ? null : (
        <Notice tone="caution" title={t("account:recovery-codes.tooMany.title")} takesFocus>
          {t("account:recovery-codes.tooMany")}
        </Notice>
      )}
      {hasCodes ? <p>{t("account:recovery-codes.replaces")}</p> : null}
      <PostButton kind="primary">{t("account:recovery-codes.make")}</PostButton>
      <ButtonLink kind="link" to={accountPagePath("second-factors")}>
        {t("account:newAuthenticator.notNow")}
      </ButtonLink>
    </>
  );
}

function ShownCodes({ codes }: { codes: string[] }) {
  const t = useTranslate();
  return (
    <>
      <PageOpening title={t("account:recovery-codes.shown.title")}>{t("account:recovery-codes.shown")}</PageOpening>
      <ol className="recovery-codes figures" aria-label={t("account:recovery-codes.list")} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="cluster print-hidden">
        <form method="post" action={recoveryCodesFilePath}>
          <input type="hidden" name="codes" value={codes.join(" ")} />
          <Button kind="quiet">{t("account:recovery-codes.save")}</Button>
        </form>
        {useReady() ? (
          <Button kind="quiet" type="button" onClick={() => globalThis.print()}>
            {t("account:recovery-codes.print")}
          </Button>
        ) : null}
      </div>
      <ButtonLink to={accountPagePath("second-factors")}>{t("account:recovery-codes.done")}</ButtonLink>
    </>
  );
}
