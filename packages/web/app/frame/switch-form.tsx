import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";

/** A form of its own beside the screen's: keeps a choice and comes back to this page, with what was typed on it. */
export function SwitchForm({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form className="switch" method="post" action="/preferences" replace preventScrollReset>
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      {children}
    </Form>
  );
}
