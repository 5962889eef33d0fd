import type { ReactNode } from "react";
import { Opening } from "../../../design/text.tsx";
import { PageTitle } from "../../../visit/page-title.tsx";
import "./recovery.css";

/** Page frame of the recovery flow. */
export function RecoveryPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="stack stack-wide">
      <PageTitle>{title}</PageTitle>
      <Opening title={title}>{lead}</Opening>
      {children}
    </div>
  );
}
