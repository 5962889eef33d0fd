import type { ReactNode } from "react";

/** The page's one title; takes the focus when a link led here without a new document. */
export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 className="title" tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The sentence or two that belong to the title. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className="lead">{children}</p>;
}

/** Title and lead, close together. */
export function Opening({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="opening">
      <Heading>{title}</Heading>
      {children === undefined || children === null ? null : <Lead>{children}</Lead>}
    </div>
  );
}
