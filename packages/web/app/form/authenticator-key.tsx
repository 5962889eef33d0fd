import { Disclosure } from "../design/disclosure.tsx";
import { RichText, useTranslate } from "../i18n/translate.tsx";
import type { AuthenticatorKeyView } from "./authenticator-key.server.ts";

/** The key of a new authenticator app: a QR code, a link that opens the app, and the same key as text. */
export function AuthenticatorKey({ groups, uri, code, email }: AuthenticatorKeyView) {
  const t = useTranslate();
  return (
    <section className="stack" aria-labelledby="scan">
      <h2 className="heading" id="scan">
        {t("account:newAuthenticator.scan")}
      </h2>
      <svg className="qr-code" viewBox={`0 0 ${code.size} ${code.size}`} role="img" shapeRendering="crispEdges">
        <title>{t("account:newAuthenticator.qr")}</title>
        <path d={code.path} />
      </svg>
      <p>
        <a href={uri}>{t("account:newAuthenticator.open")}</a>
      </p>
      <Disclosure question={t("account:newAuthenticator.key.question")}>
        <p>
          <RichText text="account:newAuthenticator.key" parts={{ email: <span className="email">{email}</span> }} />
        </p>
        <p className="figures secret-key" translate="no">
          {groups.join(" ")}
        </p>
      </Disclosure>
    </section>
  );
}
