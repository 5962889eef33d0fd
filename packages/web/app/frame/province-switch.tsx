import { useEffect, useState } from "react";
import { useSay } from "../visit/texts.tsx";
import { SwitchForm } from "./switch-form.tsx";

interface ProvinceSwitchProps {
  province: string;
  provinces: readonly { id: string; name: string }[];
}

/** Where space is short the closed list shows the province's two letters; opened it always shows names. */
export function ProvinceSwitch({ province, provinces }: ProvinceSwitchProps) {
  const say = useSay();
  const [chosen, choose] = useState(province);
  useEffect(() => choose(province), [province]);
  return (
    <SwitchForm>
      <label className="visually-hidden" htmlFor="header-province">
        {say("frame:header.province")}
      </label>
      <span className="switch-select">
        <span className="switch-short" aria-hidden="true">
          {chosen.toUpperCase()}
        </span>
        <select
          id="header-province"
          name="province"
          value={chosen}
          onChange={(event) => {
            choose(event.currentTarget.value);
            event.currentTarget.form?.requestSubmit();
          }}
        >
          {provinces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <noscript>
        <button className="switch-apply" type="submit">
          <span className="switch-apply-name">{say("frame:header.apply")}</span>
        </button>
      </noscript>
    </SwitchForm>
  );
}
