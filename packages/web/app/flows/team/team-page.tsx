import "../../staff/staff.css";
import "./numbers.css";
import "./team.css";
import type { ComponentProps } from "react";
import { StaffPage } from "../../staff/staff-page.tsx";

/** A page of the team, with its styles. */
export function TeamPage<Page extends { kind: string }>(page: Omit<ComponentProps<typeof StaffPage<Page>>, "at">) {
  return <StaffPage at="team" {...page} />;
}
