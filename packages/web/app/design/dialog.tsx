import { type ReactNode, useEffect, useId, useRef } from "react";

export interface DialogProps {
  title: ReactNode;
  /** Announced together with the title. */
  text: ReactNode;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Native dialog element. Without a script an open one is a panel in the page flow. */
export function Dialog({ title, text, open, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const titleId = `${id}title`;
  const textId = `${id}text`;

  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    // A dialog that the server rendered open is reopened: only a script can make it modal.
    element.close();
    element.showModal();
    return () => element.close();
  }, [open]);

  return (
    <dialog
      className="dialog"
      ref={dialog}
      open={open}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={onClose}
    >
      <div className="stack">
        <h2 className="heading" id={titleId}>
          {title}
        </h2>
        <div className="stack stack-tight" id={textId}>
          {text}
        </div>
        {children}
      </div>
    </dialog>
  );
}
