"use client";

import { usePrompts } from "@headwater/react-hooks";
import { useId, useState } from "react";
import { PromptEditor } from "./prompt-editor.tsx";

type Properties = { label: string; value: unknown; onValue(value: unknown): void };

/** Chooses one of the project's prompts, or the built-in one, and opens it to be changed. */
export function PromptSetting({ label, value, onValue }: Properties) {
  const prompts = usePrompts();
  const id = useId();
  const chosen = typeof value === "string" ? value : "";
  const known = prompts.data?.prompts ?? [];
  const own = known.find(({ prompt_id }) => prompt_id === chosen);
  const [open, setOpen] = useState<"own" | "new">();
  return (
    <div className="grp">
      <label className="fl" htmlFor={id}>
        {label}
      </label>
      <select
        className="field"
        id={id}
        value={chosen}
        onChange={({ target }) => {
          setOpen(undefined);
          onValue(target.value === "" ? undefined : target.value);
        }}
      >
        <option value="">Built in: answers with citations</option>
        {known.map(({ prompt_id, name }) => (
          <option key={prompt_id} value={prompt_id}>
            {name}
          </option>
        ))}
        {chosen !== "" && !known.some(({ prompt_id }) => prompt_id === chosen) ? (
          <option value={chosen}>{chosen}</option>
        ) : null}
      </select>
      {open === undefined ? (
        <div className="doings cluster">
          {own ? (
            <button type="button" className="link" onClick={() => setOpen("own")}>
              Change it
            </button>
          ) : null}
          <button type="button" className="link" onClick={() => setOpen("new")}>
            Write a prompt
          </button>
        </div>
      ) : (
        <PromptEditor
          key={open === "own" ? own?.prompt_id : ""}
          prompt={open === "own" ? own : undefined}
          onChosen={onValue}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
