import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, type ButtonKind } from "../design/button.tsx";

/** A separate form with one button and no visible fields: Back, cancel, a new code, another method. */
export function PostButton({
  action,
  sends = {},
  kind = "link",
  children,
}: {
  /** URL to post to; absent: the current page. */
  action?: string;
  sends?: Readonly<Record<string, string>>;
  kind?: ButtonKind;
  children: ReactNode;
}) {
  return (
    <Form className="step-form" method="post" action={action}>
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button kind={kind}>{children}</Button>
    </Form>
  );
}
