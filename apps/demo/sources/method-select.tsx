"use client";

import type { Method } from "@headwater/client";
import { useAbilities } from "../shell/abilities.ts";

type Properties = { method: Method | undefined; onMethod(method: Method | undefined): void };

/** The method for the next files. Shown only when the service has more than one. */
export function MethodSelect({ method, onMethod }: Properties) {
  const { methods } = useAbilities();
  if (methods.length < 2) return null;
  return (
    <span className="with">
      <label className="faint" htmlFor="read-with">
        Read with
      </label>
      <select
        id="read-with"
        className="field"
        value={method ?? ""}
        onChange={(event) => onMethod(methods.find((offered) => offered === event.target.value))}
      >
        <option value="">the usual method</option>
        {methods.map((offered) => (
          <option key={offered} value={offered}>
            {offered}
          </option>
        ))}
      </select>
    </span>
  );
}
