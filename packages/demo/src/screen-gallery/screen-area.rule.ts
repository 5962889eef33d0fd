import { type ScreenId, screens } from "@vestibule/catalogue/screen.table.ts";
import type { ScreenState } from "@vestibule/catalogue/screen-state.table.ts";

/** Sections of the gallery, in order. */
export const screenAreas = [
  "login",
  "recovery",
  "registration",
  "legacy",
  "link",
  "roadblock",
  "message",
  "agent",
  "frame",
  "other",
] as const;
export type ScreenArea = (typeof screenAreas)[number];

const areaOfKind: Partial<Record<ScreenState["kind"], ScreenArea>> = {
  login: "login",
  recovery: "recovery",
  registration: "registration",
  legacy: "legacy",
  link: "link",
  afterLink: "link",
  roadblock: "roadblock",
  agent: "agent",
  stopRequest: "link",
  frame: "frame",
};

export function areaOf(id: ScreenId): ScreenArea {
  return areaOfKind[screens[id].kind] ?? "other";
}
