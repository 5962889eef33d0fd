import { useActionData } from "react-router";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Disclosure } from "../../../design/disclosure.tsx";
import { Icon } from "../../../design/icon.tsx";
import { Notice } from "../../../design/notice.tsx";
import { useChangeCount } from "../../../design/use-change-count.ts";
import { authenticatorNameRules } from "../../../form/authenticator.rule.ts";
import type { FormError } from "../../../form/form-error.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { MaskedContact } from "../../../frame/masked-contact.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";
import { accountPagePath } from "../account-path.table.ts";
import { LinkRow } from "../account-row.tsx";
import type { Route } from "./+types/second-factors.route";

type View = Route.ComponentProps["loaderData"];

/** Lists the methods of a second proof: what the person has set up, and contacts on file that get a code. */
export function SecondFactorsScreen(data: View) {
  const { methods, first, authenticators, codes, newMobileFrom, hasPasskeys, changed } = data;
  const t = useTranslate();
  const changeCount = useChangeCount(authenticators);
  const contacts = methods.flatMap(({ id, method, maskedRecipient }) =>
    method === "authenticator" || maskedRecipient === undefined ? [] : [{ id, method, maskedRecipient }],
  );
  const lacksCodes = changed === "added" && (codes?.left ?? 0) === 0;
  return (
    <>
      <PageOpening title={t("account:second-factors.title")}>{t("account:second-factors.lead")}</PageOpening>
      {changed === undefined ? null : (
        <Notice key={changeCount} tone="success" title={t(`account:second-factors.changed.${changed}`)} takesFocus />
      )}
      {lacksCodes ? (
        <Notice tone="calm" title={t("account:second-factors.next.title")}>
          {t("account:second-factors.next")}
        </Notice>
      ) : null}
      <section className="stack stack-tight" aria-labelledby="apps">
        <h2 className="heading" id="apps">
          {t("account:second-factors.apps")}
        </h2>
        {authenticators.length === 0 ? (
          <p>{t("account:second-factors.apps.none")}</p>
        ) : (
          <ul className="tiles">
            {authenticators.map((app) => (
              <AuthenticatorItem key={app.id} {...app} isOnly={authenticators.length === 1} />
            ))}
          </ul>
        )}
        <ButtonLink to={accountPagePath("new-authenticator")} kind={authenticators.length === 0 ? "primary" : "quiet"}>
          {t("account:second-factors.apps.add")}
        </ButtonLink>
      </section>
      <section className="stack stack-tight" aria-labelledby="codes">
        <h2 className="heading" id="codes">
          {t("account:second-factors.codes")}
        </h2>
        <p>
          {codes === undefined ? t("account:second-factors.codes.none") : t("account:second-factors.codes.left", codes)}
        </p>
        <ButtonLink to={accountPagePath("recovery-codes")} kind={lacksCodes ? "primary" : "quiet"}>
          {t(codes === undefined ? "account:second-factors.codes.get" : "account:second-factors.codes.new")}
        </ButtonLink>
      </section>
      {contacts.length === 0 && newMobileFrom === undefined ? null : (
        <section className="stack stack-tight" aria-labelledby="sent">
          <h2 className="heading" id="sent">
            {t("account:second-factors.sent")}
          </h2>
          <p>{t("account:second-factors.sent.lead")}</p>
          {newMobileFrom === undefined ? null : (
            <p>
              <RichText
                text="account:second-factors.newMobile"
                parts={{ ...newMobileFrom, number: <CustomerTelephone /> }}
              />
            </p>
          )}
          {contacts.length === 0 ? null : (
            <ul className="tiles">
              {contacts.map((contact) => (
                <li className="account-card" key={contact.id}>
                  <p className="tile-title">
                    <MaskedContact text="account:second-factors.sent" {...contact} />
                  </p>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {methods.length < 2 ? null : <FirstMethodForm methods={methods} first={first} />}
      {hasPasskeys ? (
        <ul className="tiles">
          <LinkRow page="passkeys" icon="key" note={t("account:passkeys.note")} />
        </ul>
      ) : null}
    </>
  );
}

function FirstMethodForm({ methods, first }: Pick<View, "methods" | "first">) {
  const t = useTranslate();
  const options = methods.map(({ id, method, maskedRecipient = "" }) => ({
    value: id,
    label:
      method === "authenticator" ? (
        t("account:second-factors.first.authenticator")
      ) : (
        <MaskedContact text="account:second-factors.sent" method={method} maskedRecipient={maskedRecipient} />
      ),
  }));
  return (
    <section className="stack stack-tight" aria-labelledby="order">
      <h2 className="heading" id="order">
        {t("account:second-factors.first")}
      </h2>
      <p>{t("account:second-factors.first.lead")}</p>
      <ScreenForm rules={{}}>
        <input type="hidden" name="change" value="first" />
        <RadioCards
          name="first"
          label={t("account:second-factors.first.label")}
          options={options}
          {...(first !== undefined && { defaultValue: first })}
        />
        <Button kind="quiet">{t("account:second-factors.first.submit")}</Button>
      </ScreenForm>
    </section>
  );
}

type AuthenticatorItemProps = View["authenticators"][number] & { isOnly: boolean };

function AuthenticatorItem({ id, name, added, lastUsed, isOff, isOnly }: AuthenticatorItemProps) {
  const t = useTranslate();
  const formError = useActionData<FormError>();
  const itemError = formError?.values.id === id ? formError : undefined;
  return (
    <li className="account-card">
      <h3 className="tile-title cluster">
        <Icon name="confirmation" />
        {name}
      </h3>
      {isOff ? <p>{t("account:second-factors.off")}</p> : null}
      <p className="tile-note">
        {lastUsed === undefined ? t("account:second-factors.unused") : t("account:second-factors.used", lastUsed)}
      </p>
      <p className="tile-note">{t("account:second-factors.added", added)}</p>
      {isOff ? (
        <PostButton kind="quiet" sends={{ change: "keep", id }}>
          {t("account:second-factors.keep", { name })}
        </PostButton>
      ) : null}
      <Disclosure question={t("account:second-factors.rename", { name })} isOpen={itemError !== undefined}>
        <ScreenForm rules={authenticatorNameRules} formError={itemError}>
          <input type="hidden" name="change" value="rename" />
          <input type="hidden" name="id" value={id} />
          <TextField
            name="authenticatorName"
            id={itemError === undefined ? `authenticatorName-${id}` : "authenticatorName"}
            defaultValue={name}
            enterKeyHint="done"
          />
          <Button kind="quiet">{t("account:second-factors.save", { name })}</Button>
        </ScreenForm>
      </Disclosure>
      <Disclosure question={t("account:second-factors.remove", { name })}>
        <p>{t("account:second-factors.remove.what")}</p>
        {isOnly ? <p>{t("account:second-factors.remove.last")}</p> : null}
        <PostButton kind="quiet" sends={{ change: "remove", id }}>
          {t("account:second-factors.remove.confirm", { name })}
        </PostButton>
      </Disclosure>
    </li>
  );
}
