import type { ReactNode } from "react";

/** Summary of details that the person gave before. A row without a value is omitted. */
export function DetailsSummary({
  rows,
  children,
}: {
  rows: readonly (readonly [label: string, value: string | undefined])[];
  /** Buttons below the details. */
  children?: ReactNode;
}) {
  return (
    <div className="details">
      <dl>
        {rows.map(([label, value]) =>
          value === undefined ? null : (
            <div key={label}>
              <dt className="quiet">{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {children}
    </div>
  );
}
