import { useEffect } from "react";
import { useActionData } from "react-router";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Disclosure } from "../../../design/disclosure.tsx";
import { Icon } from "../../../design/icon.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useChangeCount } from "../../../design/use-change-count.ts";
import type { FormError } from "../../../form/form-error.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { accountPagePath } from "../account-path.table.ts";
import type { Route } from "./+types/passkeys.route";
import { passkeyRules } from "./passkey-name.rule.ts";

/** Lists the passkeys; right after a new password, asks whether each still belongs to the person. */
export function PasskeysScreen({ passkeys, changed, isReview, accepted }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const changeCount = useChangeCount(passkeys);
  useEffect(() => {
    // Devices stop offering a passkey that was removed. Not every browser has it.
    if (accepted) globalThis.PublicKeyCredential?.signalAllAcceptedCredentials?.(accepted).catch(() => {});
  }, [accepted]);
  return (
    <>
      <PageOpening title={t("account:passkeys.title")}>{t("account:passkeys.lead")}</PageOpening>
      {changed === undefined ? null : (
        <Notice key={changeCount} tone="success" title={t(`account:passkeys.changed.${changed}`)} takesFocus />
      )}
      {isReview && changed === undefined ? (
        <Notice tone="calm" title={t("account:passkeys.review.title")}>
          {t("account:passkeys.review")}
        </Notice>
      ) : null}
      {passkeys.length === 0 ? (
        <p>{t("account:passkeys.none")}</p>
      ) : (
        <ul className="tiles">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} {...passkey} />
          ))}
        </ul>
      )}
      <ButtonLink to={accountPagePath("new-passkey")} kind={passkeys.length === 0 ? "primary" : "quiet"}>
        {t("account:passkeys.new")}
      </ButtonLink>
    </>
  );
}

type ListedPasskey = Route.ComponentProps["loaderData"]["passkeys"][number];

function PasskeyItem({ id, name, created, lastUsed, isBackedUp, isBlocked, isOff }: ListedPasskey) {
  const t = useTranslate();
  const formError = useActionData<FormError>();
  const itemError = formError?.values.id === id ? formError : undefined;
  return (
    <li className="account-card">
      <h2 className="tile-title cluster">
        <Icon name="key" />
        {name}
      </h2>
      {isBlocked ? <p>{t("account:passkeys.blocked")}</p> : null}
      {isOff ? <p>{t("account:passkeys.off")}</p> : null}
      <p className="tile-note">
        {lastUsed === undefined ? t("account:passkeys.unused") : t("account:passkeys.used", lastUsed)}
      </p>
      <p className="tile-note">
        {t("account:passkeys.created", created)}
        {isBackedUp ? ` ${t("account:passkeys.backedUp")}` : null}
      </p>
      {isOff ? (
        <PostButton kind="quiet" sends={{ change: "keep", id }}>
          {t("account:passkeys.keep", { name })}
        </PostButton>
      ) : null}
      <Disclosure question={t("account:passkeys.rename", { name })} isOpen={itemError !== undefined}>
        <ScreenForm rules={passkeyRules} formError={itemError}>
          <input type="hidden" name="change" value="rename" />
          <input type="hidden" name="id" value={id} />
          <TextField
            name="passkeyName"
            id={itemError === undefined ? `passkeyName-${id}` : "passkeyName"}
            defaultValue={name}
            enterKeyHint="done"
          />
          <Button kind="quiet">{t("account:passkeys.save", { name })}</Button>
        </ScreenForm>
      </Disclosure>
      <Disclosure question={t("account:passkeys.remove", { name })}>
        <p>{t("account:passkeys.remove.what")}</p>
        <PostButton kind="quiet" sends={{ change: "remove", id }}>
          {t("account:passkeys.remove.confirm", { name })}
        </PostButton>
      </Disclosure>
    </li>
  );
}
