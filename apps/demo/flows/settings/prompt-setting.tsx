"use client";

import { useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { listPrompts } from "../calls/flow-calls.ts";
import { flowKeys } from "../calls/flow-keys.ts";

type Properties = { label: string; value: unknown; onValue(value: unknown): void };

/** Chooses one of the project's prompts, or the built-in one. */
export function PromptSetting({ label, value, onValue }: Properties) {
  const root = useDocuments().flowsRoot();
  const prompts = useQuery({
    queryKey: flowKeys.prompts(root),
    queryFn: ({ signal }) => listPrompts(root, signal),
    retry: false,
  });
  const id = useId();
  const chosen = typeof value === "string" ? value : "";
  const known = prompts.data?.prompts ?? [];
  return (
    <div className="grp">
      <label className="fl" htmlFor={id}>
        {label}
      </label>
      <select
        className="field"
        id={id}
        value={chosen}
        onChange={({ target }) => onValue(target.value === "" ? undefined : target.value)}
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
    </div>
  );
}
