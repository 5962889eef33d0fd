import { Form } from "react-router";
import { Button } from "../../design/button.tsx";
import { useTranslate } from "../../visit/texts.tsx";

/** Starts a registration; each one begins from scratch. */
export function FirstVisit() {
  const t = useTranslate();
  return (
    <section className="first-visit stack stack-tight" aria-labelledby="first-visit">
      <h2 className="heading" id="first-visit">
        {t("login:firstVisit.title")}
      </h2>
      <p className="quiet">{t("login:firstVisit.lead")}</p>
      <Form method="post" action="/create-an-account/start">
        <Button kind="quiet">{t("login:signUp")}</Button>
      </Form>
    </section>
  );
}
