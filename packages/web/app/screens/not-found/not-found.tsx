import { ButtonLink } from "../../design/button.tsx";
import { Opening } from "../../design/text.tsx";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";

export function NotFound() {
  const say = useSay();
  return (
    <div className="stack stack-wide">
      <PageTitle>{say("common:notFound.title")}</PageTitle>
      <Opening title={say("common:notFound.title")}>{say("common:notFound.lead")}</Opening>
      <ButtonLink to="/">{say("common:notFound.home")}</ButtonLink>
    </div>
  );
}
