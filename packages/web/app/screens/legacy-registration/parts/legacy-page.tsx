import type { ReactNode } from "react";
import { Opening } from "../../../design/text.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { PageTitle } from "../../../visit/page-title.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { cancelPath } from "../flow/legacy-path.table.ts";
import "../../registration/parts/registration.css";

/** The frame of every page of this road: the question, and the way to leave it. */
export function LegacyPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const say = useSay();
  return (
    <div className="stack stack-wide journey">
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>{lead}</Opening>
      {children}
      <div className="cluster cluster-apart journey-leaves">
        <StepForm action={cancelPath}>{say("common:cancel")}</StepForm>
      </div>
    </div>
  );
}
