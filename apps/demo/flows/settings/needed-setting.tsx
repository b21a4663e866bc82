"use client";

import { useId, useState } from "react";
import { measureNames, measures } from "../tests/test-words.ts";
import { readTyped } from "./check-config.ts";

type Properties = {
  label: string;
  value: unknown;
  problem: string | undefined;
  onValue(value: unknown): void;
};

/** The least mean that is needed of each measure; an empty field needs nothing. */
export function NeededSetting({ label, value, problem, onValue }: Properties) {
  const id = useId();
  const needed = (value ?? {}) as Record<string, unknown>;
  // What is typed may be on its way to a number: "0." must not lose its point.
  const [typed, setTyped] = useState<{ measure: string; text: string }>();
  const change = (measure: string, text: string) => {
    setTyped({ measure, text });
    const { [measure]: _, ...rest } = needed;
    const read = readTyped(text, "default");
    const next = read === undefined ? rest : { ...rest, [measure]: read };
    onValue(Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <fieldset className="grp">
      <legend className="fl">{label}</legend>
      <div className="needed">
        {measures.map((measure) => (
          <label key={measure}>
            <span>{measureNames[measure][0]}</span>
            <input
              className="field num"
              inputMode="decimal"
              value={typed?.measure === measure ? typed.text : String(needed[measure] ?? "")}
              aria-describedby={`${id}-said`}
              aria-invalid={problem !== undefined}
              onChange={({ target }) => change(measure, target.value)}
              onBlur={() => setTyped(undefined)}
            />
          </label>
        ))}
      </div>
      <p className={problem ? "hint bad" : "hint"} id={`${id}-said`}>
        {problem ?? "Least mean, 0 to 1. Tests say which figures are below it."}
      </p>
    </fieldset>
  );
}
