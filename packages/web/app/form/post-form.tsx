import { type FormEvent, useRef } from "react";
import { Form, type FormProps, useSubmit } from "react-router";

export interface PostFormProps extends Omit<FormProps, "method" | "onSubmit"> {
  /** Sends the form unless it prevents the default. A returned promise ends when the form may be sent again. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => Promise<void> | void;
}

/**
 * A form that is sent once: another press counts only after the response. The router's own state comes too late for
 * that, because React draws it in a transition.
 */
export function PostForm({ onSubmit, ...props }: PostFormProps) {
  const submit = useSubmit();
  const isSending = useRef(false);

  function sendOnce(event: FormEvent<HTMLFormElement>) {
    if (isSending.current) return event.preventDefault();
    const handled = onSubmit?.(event);
    const sent = event.defaultPrevented ? handled : send(event);
    if (sent === undefined) return;
    isSending.current = true;
    void sent.finally(() => {
      isSending.current = false;
    });
  }

  function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const target = submitter instanceof HTMLButtonElement ? submitter : event.currentTarget;
    return submit(target, { preventScrollReset: props.preventScrollReset });
  }

  return <Form {...props} method="post" onSubmit={sendOnce} />;
}
