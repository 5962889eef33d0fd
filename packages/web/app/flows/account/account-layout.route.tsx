import "./account.css";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { Outlet, useLocation } from "react-router";
import { ExpiryLine, ExpiryNotice, ExtendButton } from "../../form/expiry-notice.tsx";
import { PostButton } from "../../form/post-button.tsx";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { packTexts } from "../../i18n/localize.server.ts";
import { useTranslate } from "../../i18n/translate.tsx";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/account-layout.route";
import { AccountNav } from "./account-nav.tsx";
import { accountPageAt, accountPath, accountSections, pagesWithoutSections } from "./account-path.table.ts";
import { redirectAfterSessionEnd, sessionTimeLimit } from "./account-session.server.ts";

/** Admits signed-in people alone. Only the gateway's request headers identify them. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    if (!request.headers.has("iv-user")) throw redirectAfterSessionEnd(context.get(requestContextKey));
  },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  return {
    limit: sessionTimeLimit(requestContext, request),
    // Sent as data: the table stays on the server.
    wholeMinutes: ttl.gatewayAbsoluteMinutes,
    texts: packTexts(requestContext, [
      "account:back",
      "account:stay",
      "account:ending",
      "account:endsAt",
      "account:sections",
      "account:signOut",
      ...accountSections.map((section) => `account:${section}.title` as const),
    ]),
  };
}

export const handle: ScreenHandle = { isWide: true };

/** Navigation and the expiry of the session around every page of the account. */
export default function AccountLayout({ loaderData: { limit, wholeMinutes } }: Route.ComponentProps) {
  const t = useTranslate();
  const page = accountPageAt(useLocation().pathname);
  return (
    <div className="account-desk">
      {pagesWithoutSections.includes(page) ? null : <AccountNav page={page} />}
      <div className="stack stack-wide account">
        {limit === undefined ? null : <SessionExpiry limit={limit} wholeMinutes={wholeMinutes} />}
        <Outlet />
        {limit === undefined ? null : (
          <ExpiryLine limit={limit} idle="account:endsAt" last="account:endsAt.last">
            <PostButton action={accountPath} {...(page && { sends: { page } })}>
              {t("account:stay")}
            </PostButton>
          </ExpiryLine>
        )}
      </div>
    </div>
  );
}

interface SessionExpiryProps {
  limit: SessionLimit;
  /** Absolute session limit in minutes. */
  wholeMinutes: number;
}

/** Warns two minutes before the session ends, and extends it where possible. */
function SessionExpiry({ limit, wholeMinutes }: SessionExpiryProps) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("account:ending.title", { time: limit.endsAt })}>
      <p>{limit.isExtended ? t("account:ending") : t("account:ending.last", { minutes: wholeMinutes })}</p>
      {limit.isExtended ? <ExtendButton>{t("account:stay")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}
