import "../../staff/staff.css";
import "./numbers.css";
import "./team.css";
import { Outlet } from "react-router";
import type { ScreenHandle } from "../../frame/frame.tsx";

export const handle: ScreenHandle = { isHelp: true };

/** The styles of every page of the team. */
export default function TeamLayout() {
  return <Outlet />;
}
