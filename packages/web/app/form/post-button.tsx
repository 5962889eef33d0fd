import type { ReactNode } from "react";
import { Button, type ButtonKind } from "../design/button.tsx";
import type { FormValues } from "./form-values.ts";
import { PostForm } from "./post-form.tsx";

/** A form with one button and no visible fields, such as Back, Cancel or a new code. `sends`: hidden fields. */
export function PostButton({
  action,
  sends = {},
  kind = "link",
  children,
}: {
  /** URL to post to; absent: the current page. */
  action?: string;
  sends?: FormValues;
  kind?: ButtonKind;
  children: ReactNode;
}) {
  return (
    <PostForm className="step-form" action={action}>
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button kind={kind}>{children}</Button>
    </PostForm>
  );
}
