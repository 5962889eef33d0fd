import type { ReactNode } from "react";

/** The page's one title; takes the focus when a link led here without a new document. */
export function Heading({ describedBy, children }: { describedBy?: string | undefined; children: ReactNode }) {
  return (
    <h1 className="title" tabIndex={-1} aria-describedby={describedBy}>
      {children}
    </h1>
  );
}

/** The sentence or two that belong to the title. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className="lead">{children}</p>;
}

export interface OpeningProps {
  title: ReactNode;
  /** What is heard after the title where it takes the focus: an id. */
  describedBy?: string | undefined;
  children?: ReactNode;
}

/** Title and lead, close together. */
export function Opening({ title, describedBy, children }: OpeningProps) {
  return (
    <div className="opening">
      <Heading describedBy={describedBy}>{title}</Heading>
      {children === undefined || children === null ? null : <Lead>{children}</Lead>}
    </div>
  );
}
