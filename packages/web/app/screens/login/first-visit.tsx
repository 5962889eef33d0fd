import { Form } from "react-router";
import { Button } from "../../design/button.tsx";
import { useSay } from "../../visit/texts.tsx";

/** The second way of the page: an account is always begun afresh. */
export function FirstVisit() {
  const say = useSay();
  return (
    <section className="first-visit stack stack-tight" aria-labelledby="first-visit">
      <h2 className="heading" id="first-visit">
        {say("login:firstVisit.title")}
      </h2>
      <p className="quiet">{say("login:firstVisit.lead")}</p>
      <Form method="post" action="/create-an-account/start">
        <Button kind="quiet">{say("login:signUp")}</Button>
      </Form>
    </section>
  );
}
