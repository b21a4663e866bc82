"use client";

import { useCreatePrompt, useDeletePrompt, useReplacePrompt } from "@headwater/react-hooks";
import type { Prompt } from "@headwater/spec";
import { type FormEvent, useId, useState } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { troubleOf } from "../../shell/trouble.ts";
import { Question } from "../../sources/question.tsx";

/** What a new prompt begins with: both places are there to be moved. */
const template =
  "Answer the question from the passages alone. Name the number of the passage after each statement.\n\n{context}\n\nQuestion: {question}";

type Properties = {
  /** The prompt to change; undefined: a new one. */
  prompt: Prompt | undefined;
  /** A new prompt was made, or the one that was open is gone. */
  onChosen(promptId: string | undefined): void;
  onClose(): void;
};

/** Writes, changes or deletes a prompt of the project. Every node that names it writes by it from then on. */
export function PromptEditor({ prompt, onChosen, onClose }: Properties) {
  const [create, replace, remove] = [useCreatePrompt(), useReplacePrompt(), useDeletePrompt()];
  const [name, setName] = useState(prompt?.name ?? "");
  const [text, setText] = useState(prompt?.text ?? template);
  const [isDeleting, setDeleting] = useState(false);
  const id = useId();
  const missing = ["{question}", "{context}"].filter((place) => !text.includes(place));
  const error = create.error ?? replace.error ?? remove.error;
  const isBusy = create.isPending || replace.isPending || remove.isPending;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), text };
    if (prompt) replace.mutate({ prompt_id: prompt.prompt_id, ...body }, { onSuccess: onClose });
    else
      create.mutate(body, {
        onSuccess: ({ prompt_id }) => {
          onChosen(prompt_id);
          onClose();
        },
      });
  };
  return (
    <form
      className="prompt-edit"
      aria-label={prompt ? `Prompt ${prompt.name}` : "New prompt"}
      onSubmit={save}
    >
      <label className="fl" htmlFor={`${id}-name`}>
        Name
      </label>
      <input
        className="field"
        id={`${id}-name`}
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <label className="fl" htmlFor={`${id}-text`}>
        Text
      </label>
      <textarea
        className="field mono"
        id={`${id}-text`}
        rows={9}
        maxLength={32_000}
        value={text}
        aria-describedby={`${id}-said`}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="hint" id={`${id}-said`}>
        {missing.length === 0
          ? "{question} and {context} stand for the question and the passages."
          : `Without ${missing.join(" and ")} the model does not see ${missing.length > 1 ? "them" : "it"}.`}
        {prompt ? " A change reaches deployed flows, too." : ""}
      </p>
      {error ? (
        <p className="hint bad" role="alert">
          Not saved. {troubleOf(error).help || troubleOf(error).what}
        </p>
      ) : null}
      <div className="doings cluster">
        <BusyButton
          type="submit"
          className="btn"
          isBusy={isBusy}
          isIdle={name.trim() === "" || text.trim() === ""}
        >
          {create.isPending || replace.isPending ? "Saving" : prompt ? "Save the prompt" : "Add the prompt"}
        </BusyButton>
        <button type="button" className="btn bare" onClick={onClose}>
          Close
        </button>
        {prompt ? (
          <button type="button" className="link bad" onClick={() => setDeleting(true)}>
            Delete
          </button>
        ) : null}
      </div>
      {prompt && isDeleting ? (
        <Question label={`Delete ${prompt.name}`} onClose={() => setDeleting(false)} leave="Keep it">
          <p>Delete the prompt {prompt.name}? Nodes that name it fail from then on, deployed ones too.</p>
          <BusyButton
            className="btn danger"
            isBusy={isBusy}
            onClick={() =>
              remove.mutate(
                { prompt_id: prompt.prompt_id },
                {
                  onSuccess: () => {
                    onChosen(undefined);
                    onClose();
                  },
                },
              )
            }
          >
            {remove.isPending ? "Deleting" : "Delete for good"}
          </BusyButton>
        </Question>
      ) : null}
    </form>
  );
}
