import { agentRoles } from "./support.table.ts";

/**
 * Roles of the digital team, each alone. `look`: what happens, in numbers. `edit`: drafts of a brand. `publish`: approve
 * and publish the drafts of others. `operate`: planned maintenance.
 */
export const teamRoles = ["look", "edit", "publish", "operate"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** What one login of the insurer's staff can grant: roles at the call centre's page and at the team's. */
export const staffRoles = [...agentRoles, ...teamRoles] as const;
export type StaffRole = (typeof staffRoles)[number];
