import { platformAuthenticatorIsAvailable } from "@simplewebauthn/browser";
import { checkRecoveryCode } from "@vestibule/contract/fields/recovery-code.rule.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../../design/button.tsx";
import { Disclosure } from "../../design/disclosure.tsx";
import { Notice } from "../../design/notice.tsx";
import { Checkbox } from "../../form/checkbox.tsx";
import { CodeField } from "../../form/code-field.tsx";
import { CodeTroubleshooting } from "../../form/code-troubleshooting.tsx";
import { CodeExpiry, ExpiryLine, ExpiryNotice, ExtendForm } from "../../form/expiry-notice.tsx";
import type { FormError } from "../../form/form-error.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { PostButton } from "../../form/post-button.tsx";
import { ResendForm } from "../../form/resend-form.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { MaskedContact } from "../../frame/masked-contact.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { RichText, type Translate, useTranslate } from "../../i18n/translate.tsx";
import { methodPath, setUpPath, stayPath } from "./second-factor-path.table.ts";
import { isSendingMethod, type ShownMethod, sendsCodes, type TwoFactorData } from "./two-factor-view.ts";

const sixDigits: FieldRules = { securityCode: checkSecurityCode };

/** Rules of the form, by the id of its method. */
export const rulesOf = (id: string): FieldRules =>
  id === "recoveryCode" ? { recoveryCode: checkRecoveryCode } : sixDigits;

/** Asks for the second proof of a sign-in. */
export function TwoFactorScreen({ data, refusal }: { data: TwoFactorData; refusal?: FormError | undefined }) {
  const t = useTranslate();
  const { chosen, sent, remember, reason, late, newMobileFrom } = data;
  const canCreatePasskeys = useCanCreatePasskeys();
  const isReady = chosen !== null && (sent !== null || !sendsCodes(chosen.method));
  return (
    <div className="stack stack-wide">
      <PageOpening title={t("twoFactor:title")}>
        {reason === undefined ? null : t(`twoFactor:why.${reason}`)}
      </PageOpening>
      <Status data={data} />
      {data.waived === null ? null : (
        <>
          <Notice tone="success" title={t("twoFactor:waived.title")}>
            {t("twoFactor:waived", data.waived)}
          </Notice>
          <ButtonLink to={setUpPath}>{t("twoFactor:waived.button")}</ButtonLink>
        </>
      )}
      {late === null ? null : (
        <p className="quiet">{t(late === "calls" ? "twoFactor:delayed.call" : "twoFactor:delayed")}</p>
      )}
      {newMobileFrom === null ? null : <p className="quiet">{t("twoFactor:newMobile", newMobileFrom)}</p>}
      {chosen?.method === "passkey" ? (
        <>
          <p>{t("twoFactor:own.passkey")}</p>
          <ButtonLink to="/">{t("twoFactor:own.passkey.button")}</ButtonLink>
        </>
      ) : isReady ? (
        <>
          {sent !== null && isSendingMethod(chosen.method) ? (
            <p>
              <MaskedContact
                text="twoFactor:sent"
                method={chosen.method}
                maskedRecipient={chosen.maskedRecipient ?? ""}
                facts={{ time: sent.at }}
              />
            </p>
          ) : null}
          {chosen.method === "authenticator" || chosen.method === "recoveryCode" ? (
            <p>{t(`twoFactor:own.${chosen.method}`)}</p>
          ) : null}
          <ScreenForm
            rules={rulesOf(chosen.id)}
            formError={refusal}
            alert={
              refusal?.retryAt === undefined ? null : (
                <Notice tone="caution" title={t("twoFactor:wait.title")} takesFocus>
                  {t("twoFactor:wait", { time: refusal.retryAt })}
                </Notice>
              )
            }
            also={refusal?.triesLeft === 1 ? <LastTry /> : undefined}
          >
            <input type="hidden" name="method" value={chosen.id} />
            <input type="hidden" name="passkeys" value={canCreatePasskeys ? "yes" : ""} />
            {/* Before the code, which is sent with its last digit. */}
            {remember === null ? null : (
              <Checkbox name="remember" defaultChecked={remember.isTicked}>
                {t("twoFactor:remember", { count: remember.days })}
              </Checkbox>
            )}
            {chosen.method === "recoveryCode" ? (
              <TextField name="recoveryCode" autoCapitalize="characters" enterKeyHint="done" width="medium" />
            ) : (
              <CodeField
                name="securityCode"
                help={sent === null ? null : t("twoFactor:help", { time: sent.ends.endsAt })}
              />
            )}
            <Button busyText={t("common:checking")}>{t("twoFactor:submit")}</Button>
          </ScreenForm>
        </>
      ) : (
        <Choice data={data} />
      )}
      <Troubleshooting data={data} isReady={isReady} />
      <ExpiryLine limit={data.limit} idle="twoFactor:endsAt" last="twoFactor:endsAt">
        <ExtendForm action={stayPath}>{t("common:moreTime")}</ExtendForm>
      </ExpiryLine>
    </div>
  );
}

/** Whether the device itself can create passkeys; false on the server and without a script. */
function useCanCreatePasskeys(): boolean {
  const [canCreate, setCanCreate] = useState(false);
  useEffect(() => {
    platformAuthenticatorIsAvailable().then(setCanCreate, () => {});
  }, []);
  return canCreate;
}

function LastTry() {
  const t = useTranslate();
  return (
    <>
      <strong>{t("twoFactor:lastTry.title")}</strong> {t("twoFactor:lastTry")}
    </>
  );
}

/** What happened to the newest request, and warnings before the code or the sign-in expires. */
function Status({ data: { flash, retryAt, usedUpUntil, sent, chosen, limit } }: { data: TwoFactorData }) {
  const t = useTranslate();
  const time = sent?.at ?? "";
  const isCall = chosen?.method === "call";
  return (
    <>
      {flash === "sentAgain" || flash === "tooSoon" ? (
        <Notice key={time} tone={flash === "sentAgain" ? "success" : "calm"} takesFocus>
          {t(isCall ? `twoFactor:${flash}.call` : `twoFactor:${flash}`, { time })}
        </Notice>
      ) : null}
      {flash === "wait" || flash === "full" ? (
        <Notice tone="caution" title={t(`twoFactor:${flash}.title`)} takesFocus>
          {t(`twoFactor:${flash}`, retryAt)}
        </Notice>
      ) : null}
      {usedUpUntil === null ? null : (
        <Notice tone="caution" title={t("twoFactor:usedUp.title")} takesFocus>
          <p>
            <RichText text="twoFactor:usedUp" parts={{ ...usedUpUntil, number: <CustomerTelephone /> }} />
          </p>
        </Notice>
      )}
      {sent === null || chosen === null ? null : <CodeExpiry limit={sent.ends} again={newCode(chosen, t)} />}
      <ExpiryNotice limit={limit} title={t("twoFactor:ending.title", { time: limit.endsAt })}>
        <p>{t(limit.isExtended ? "twoFactor:ending" : "twoFactor:ending.last")}</p>
        {limit.isExtended ? <ExtendForm action={stayPath}>{t("common:moreTime")}</ExtendForm> : null}
      </ExpiryNotice>
    </>
  );
}

/** The form for a new code by the chosen method. */
const newCode = ({ id, method }: ShownMethod, t: Translate) => ({
  action: `${methodPath}?again=${encodeURIComponent(id)}`,
  label: t(method === "call" ? "twoFactor:resend.call" : "twoFactor:resend"),
});

/** The chosen method and the others, before a code was sent by it. */
function Choice({ data: { chosen, others } }: { data: TwoFactorData }) {
  const t = useTranslate();
  if (chosen === null && others.length === 0) return null;
  return (
    <div className="stack">
      <p>{t("twoFactor:choose")}</p>
      {[...(chosen === null ? [] : [chosen]), ...others].map((method) => (
        <MethodButton key={method.id} method={method} kind="quiet" />
      ))}
    </div>
  );
}

function MethodButton({ method, kind }: { method: ShownMethod; kind?: "quiet" }) {
  return (
    <PostButton action={methodPath} sends={{ method: method.id }} {...(kind && { kind })}>
      <MethodWords method={method} />
    </PostButton>
  );
}

function MethodWords({ method: { method, maskedRecipient = "" } }: { method: ShownMethod }) {
  const t = useTranslate();
  if (method === "passkey") return t("twoFactor:method.passkey");
  if (method === "authenticator" || method === "recoveryCode") return t(`twoFactor:other.${method}`);
  return <MaskedContact text="twoFactor:other" method={method} maskedRecipient={maskedRecipient} />;
}

/** What to do without the code: a new one, another method, another way to log in, or a call. */
function Troubleshooting({ data: { sent, chosen, others }, isReady }: { data: TwoFactorData; isReady: boolean }) {
  const t = useTranslate();
  const resend =
    sent === null || chosen === null ? undefined : (
      <ResendForm
        {...newCode(chosen, t)}
        kind="link"
        wait={{
          seconds: sent.resend.waitSeconds,
          since: sent.resend.since,
          words: t("twoFactor:resend.wait", { time: sent.resend.retryAt }),
        }}
      />
    );
  const otherMethods =
    isReady && others.length > 0 ? (
      <Disclosure question={t("twoFactor:otherWay")}>
        <div className="away-options">
          {others.map((method) => (
            <MethodButton key={method.id} method={method} />
          ))}
        </div>
      </Disclosure>
    ) : undefined;
  const cancel = (
    <div className="away-options">
      <ButtonLink kind="link" to="/">
        {t("twoFactor:cancel")}
      </ButtonLink>
    </div>
  );
  const call = (
    <p>
      <RichText text="twoFactor:none.call" parts={{ number: <CustomerTelephone /> }} />
    </p>
  );
  if (sent === null)
    return (
      <CodeTroubleshooting otherMethods={otherMethods} question={t("twoFactor:none")}>
        {chosen?.method === "authenticator" ? <p>{t("twoFactor:clock")}</p> : null}
        {call}
        {cancel}
      </CodeTroubleshooting>
    );
  return (
    <CodeTroubleshooting
      {...(resend && { resend })}
      otherMethods={
        <>
          {otherMethods}
          <Disclosure question={t("twoFactor:none")}>{call}</Disclosure>
        </>
      }
      question={t("twoFactor:late")}
    >
      <p>{t(chosen?.method === "call" ? "twoFactor:late.text.call" : "twoFactor:late.text")}</p>
      {cancel}
    </CodeTroubleshooting>
  );
}
