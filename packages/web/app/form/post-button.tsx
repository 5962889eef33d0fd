import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, type ButtonKind } from "../design/button.tsx";

/** A form of its own beside the page's: Back, cancel, a new code, another way. One button, nothing typed. */
export function PostButton({
  action,
  sends = {},
  kind = "link",
  children,
}: {
  /** Where it posts; absent: the page's own address. */
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
