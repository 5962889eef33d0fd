import { useActionData } from "react-router";
import { Button } from "../design/button.tsx";
import { Disclosure } from "../design/disclosure.tsx";
import { RichText, useTranslate } from "../i18n/translate.tsx";
import { newAuthenticatorRules } from "./authenticator.rule.ts";
import type { AuthenticatorKeyView } from "./authenticator-key.server.ts";
import { CodeField } from "./code-field.tsx";
import { RetryLaterNotice } from "./email-not-received.tsx";
import type { FormError } from "./form-error.ts";
import { ScreenForm } from "./screen-form.tsx";
import { TextField } from "./text-field.tsx";

/** Shows the key of a new authenticator app, and asks for its name and its first code. */
export function NewAuthenticatorForm({ setup, submit }: { setup: AuthenticatorKeyView; submit: string }) {
  const t = useTranslate();
  const formError = useActionData<FormError>();
  return (
    <>
      <AuthenticatorKey {...setup} />
      <h2 className="heading">{t("account:newAuthenticator.type")}</h2>
      <ScreenForm
        rules={newAuthenticatorRules}
        formError={formError}
        alert={formError?.retryAt === undefined ? null : <RetryLaterNotice time={formError.retryAt} />}
      >
        <TextField name="authenticatorName" defaultValue={t("account:newAuthenticator.name")} />
        <CodeField name="securityCode" />
        <Button busyText={t("common:checking")}>{submit}</Button>
      </ScreenForm>
    </>
  );
}

/** A QR code, a link that opens the app, and the same key as text. */
function AuthenticatorKey({ groups, uri, code, email }: AuthenticatorKeyView) {
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
