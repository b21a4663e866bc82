"use client";

import type { EvaluationMeasure } from "@headwater/spec";
import { useId, useState } from "react";
import { elementNames } from "../../document/element-names.ts";
import { readTyped } from "./check-config.ts";
import type { SettingField } from "./fields.ts";
import { FilesSetting } from "./files-setting.tsx";
import { NeededSetting } from "./needed-setting.tsx";
import { PromptSetting } from "./prompt-setting.tsx";
import { TestCases } from "./test-cases.tsx";

type Properties<Field = SettingField> = {
  field: Field;
  value: unknown;
  /** What is saved, when that is something else. */
  was: unknown;
  problem: string | undefined;
  onValue(value: unknown): void;
};
type Of<Kind extends SettingField["kind"]> = Properties<Extract<SettingField, { kind: Kind }>>;

/** One setting of a node, with its label, its bounds in words and what was saved before. */
export function Setting({ field, ...rest }: Properties) {
  switch (field.kind) {
    case "number":
      return <NumberSetting field={field} {...rest} />;
    case "text":
      return <TextSetting field={field} {...rest} />;
    case "choice":
      return <ChoiceSetting field={field} {...rest} />;
    case "elements":
      return <Ticks label={field.label} options={elementNames} {...rest} />;
    case "measures":
      return <Ticks label={field.label} options={measures} {...rest} />;
    case "needed":
      return <NeededSetting label={field.label} {...rest} />;
    case "files":
      return <FilesSetting label={field.label} value={rest.value} onValue={rest.onValue} />;
    case "prompt":
      return <PromptSetting label={field.label} value={rest.value} onValue={rest.onValue} />;
    case "cases":
      return <TestCases label={field.label} value={rest.value} onValue={rest.onValue} />;
  }
}

function NumberSetting({ field, value, was, problem, onValue }: Of<"number">) {
  const id = useId();
  // What is typed may be on its way to a number: "0," must not lose its comma.
  const [typed, setTyped] = useState<string>();
  const shown = value === undefined || value === null ? "" : String(value);
  return (
    <div className="grp">
      <label className="fl" htmlFor={id}>
        {field.label}
        {typeof was === "number" ? <span className="was num">was {was.toLocaleString("en")}</span> : null}
      </label>
      <input
        className="field num"
        id={id}
        inputMode={field.whole ? "numeric" : "decimal"}
        value={typed ?? shown}
        placeholder={field.usual === undefined ? undefined : String(field.usual)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem || field.hint ? `${id}-said` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          onValue(readTyped(event.target.value, field.empty));
        }}
        onBlur={() => setTyped(undefined)}
      />
      <Said id={`${id}-said`} problem={problem} hint={field.hint} />
    </div>
  );
}

function TextSetting({ field, value, problem, onValue }: Of<"text">) {
  const id = useId();
  const text = typeof value === "string" ? value : "";
  const parts = {
    id,
    className: field.raw ? "field mono" : "field",
    value: field.raw ? text.replaceAll("\n", "\\n").replaceAll("\t", "\\t") : text,
    maxLength: field.maxLength,
    "aria-describedby": problem || field.hint ? `${id}-said` : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      const typed = field.raw ? target.value.replaceAll("\\n", "\n").replaceAll("\\t", "\t") : target.value;
      onValue(typed === "" ? undefined : typed);
    },
  };
  return (
    <div className="grp">
      <label className="fl" htmlFor={id}>
        {field.label}
      </label>
      {field.long ? <textarea rows={3} {...parts} /> : <input {...parts} />}
      <Said id={`${id}-said`} problem={problem} hint={field.hint} />
    </div>
  );
}

function ChoiceSetting({ field, value, onValue }: Of<"choice">) {
  const id = useId();
  return (
    <fieldset className="grp">
      <legend className="fl">{field.label}</legend>
      <div className="rad">
        {field.options.map(([option, does]) => (
          <label key={option}>
            <input
              type="radio"
              name={id}
              checked={(value ?? field.usual) === option}
              onChange={() => onValue(option)}
            />
            <span>{option}</span>
            <span className="faint">{does}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The measures of an evaluation. None ticked means all. */
const measures = (
  [
    "relevance",
    "precision",
    "recall",
    "ndcg",
    "answer_relevance",
    "faithfulness",
  ] satisfies EvaluationMeasure[]
).map((measure) => [measure, measure.replace("_", " ")] as const);

type TicksProperties = Pick<Properties, "value" | "onValue"> & {
  label: string;
  options: readonly (readonly [value: string, name: string])[];
};

/** Some of a few; without any the setting is left out. */
function Ticks({ label, options, value, onValue }: TicksProperties) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <fieldset className="grp">
      <legend className="fl">{label}</legend>
      <div className="two-checks columns">
        {options.map(([option, name]) => (
          <label className="check strip" key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) => {
                const next = target.checked ? [...chosen, option] : chosen.filter((each) => each !== option);
                onValue(next.length > 0 ? next : undefined);
              }}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What is wrong, else a hint. */
function Said({ id, problem, hint }: { id: string; problem: string | undefined; hint: string | undefined }) {
  if (!problem && !hint) return null;
  return (
    <p className={problem ? "hint bad" : "hint"} id={id}>
      {problem ?? hint}
    </p>
  );
}
