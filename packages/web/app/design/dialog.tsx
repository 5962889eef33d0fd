import { type ReactNode, useEffect, useId, useRef } from "react";

export interface DialogProps {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog. Without a script an open one is a panel in its place. */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    // What the server sent open is shown anew: only a script can make it modal.
    element.close();
    element.showModal();
    return () => element.close();
  }, [open]);

  return (
    <dialog className="dialog" ref={dialog} open={open} aria-labelledby={titleId} onCancel={onClose}>
      <div className="stack">
        <h2 className="heading" id={titleId}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
