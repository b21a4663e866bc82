"use client";

import type { Method } from "@headwater/client";
import { useAbilities } from "../shell/abilities.ts";
import { methodWords } from "./method-words.ts";

const usual = "Pictures as with balanced, everything else as with auto.";

type Properties = { method: Method | undefined; onMethod(method: Method | undefined): void };

/** The method for the next files. Shown only when the service has more than one. */
export function MethodSelect({ method, onMethod }: Properties) {
  const { methods, can } = useAbilities();
  if (methods.length < 2) return null;
  return (
    <span className="with cluster">
      <label className="faint" htmlFor="read-with">
        Read with
      </label>
      <select
        id="read-with"
        className="field"
        aria-describedby="read-with-words"
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
      <span className="method-words faint" id="read-with-words">
        {method ? methodWords(method, can("vision")) : usual}
      </span>
    </span>
  );
}
