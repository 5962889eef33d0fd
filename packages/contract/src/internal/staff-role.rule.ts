import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import { type StaffRole, type TeamRole, teamRoles } from "@vestibule/catalogue/team.table.ts";

/** The role at the call centre's page, where `act` includes `read`; undefined without one. */
export function agentRoleOf(roles: readonly StaffRole[]): AgentRole | undefined {
  return (["act", "read"] as const).find((role) => roles.includes(role));
}

/** Whether two ids, or two actors, are of one member of the staff: a provider may return an id as it was typed. */
export function isSameStaff(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The roles at the team's page. */
export function teamRolesOf(roles: readonly StaffRole[]): TeamRole[] {
  return teamRoles.filter((role) => roles.includes(role));
}
