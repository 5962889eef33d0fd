import { Disclosure } from "../../design/disclosure.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AmountText } from "./numbers-amount.tsx";
import { Bar, SentenceLink } from "./numbers-parts.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import type { RoadblockView } from "./team-view.ts";

/** The roadblocks by how often they were shown, and what people did next. */
export function Roadblocks({ roadblocks }: { roadblocks: readonly RoadblockView[] }) {
  const t = useTranslate();
  if (roadblocks.length === 0) return null;
  return (
    <section className="stack stack-tight">
      <h2 className="heading" id="roadblocks">
        {t("team:roadblocks.title")}
      </h2>
      <p className="small quiet">{t("team:roadblocks.lead")}</p>
      <NumbersTable labelledBy="roadblocks">
        <thead>
          <tr>
            <th scope="col">{t("team:roadblocks.roadblock")}</th>
            <th scope="col">{t("team:roadblocks.shown")}</th>
          </tr>
        </thead>
        <tbody>
          {roadblocks.map(({ code, title, to, share, count, before }) => (
            <tr key={`${code} ${title}`}>
              <th scope="row">
                <div className="numbers-row">
                  <span>
                    <SentenceLink to={to} name={title} of={code} /> <span className="small quiet">{code}</span>
                  </span>
                  <Bar on={0} stuck={share} left={0} />
                </div>
              </th>
              <td>
                <AmountText count={count} before={before} />
              </td>
            </tr>
          ))}
        </tbody>
      </NumbersTable>
      <Disclosure question={<span id="roadblocks-next">{t("team:roadblocks.next")}</span>}>
        <div className="stack stack-tight">
          <p className="small quiet">{t("team:roadblocks.next.lead")}</p>
          <NumbersTable labelledBy="roadblocks roadblocks-next">
            <thead>
              <tr>
                <th scope="col">{t("team:roadblocks.roadblock")}</th>
                {roadblocks[0]?.next.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {roadblocks.map(({ code, title, next }) => (
                <tr key={`${code} ${title}`}>
                  <th scope="row">
                    {title} <span className="small quiet">{code}</span>
                  </th>
                  {next.map(({ name, ...amount }) => (
                    <td key={name}>
                      <AmountText {...amount} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </NumbersTable>
        </div>
      </Disclosure>
    </section>
  );
}
