import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";

/** A separate form in the header: saves a choice and returns to this page, with its typed values. */
export function SwitchForm({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form className="switch" method="post" action="/preferences" replace preventScrollReset>
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      {children}
    </Form>
  );
}
