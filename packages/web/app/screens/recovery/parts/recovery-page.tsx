import type { ReactNode } from "react";
import { Opening } from "../../../design/text.tsx";
import { PageTitle } from "../../../visit/page-title.tsx";
import "./recovery.css";

/** The frame of each page on the way back into an account: the question, then what is beside it. */
export function RecoveryPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="stack stack-wide">
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>{lead}</Opening>
      {children}
    </div>
  );
}
