"use client";

import { useDeployFlow } from "@headwater/react-hooks";
import { limits } from "@headwater/spec";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { troubleOf } from "../../shell/trouble.ts";
import { Question } from "../../sources/question.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import { useSaving } from "../draft/saving.tsx";

/** Asks before the draft becomes what answers. */
export function DeployQuestion({ onClose }: { onClose(): void }) {
  const { name, revision_id, url } = useDraftState(({ saved }) => saved);
  const saving = useSaving();
  const deployment = useDeployFlow(name);
  const [told, setTold] = useState("");
  const id = useId();
  const deploy = useMutation({
    mutationFn: async () => {
      if (!(await saving.save())) throw new Error("The draft is not saved, so nothing was deployed.");
      const tool_description = told.trim();
      return deployment.mutateAsync(tool_description ? { tool_description } : {});
    },
    onSuccess: ({ warnings }) => {
      if (!warnings?.length) onClose();
    },
  });
  const trouble = deploy.error ? troubleOf(deploy.error) : undefined;
  if (deploy.data)
    return (
      <Question label={`${name} is deployed`} onClose={onClose} leave="Close">
        <p>Deployed. {deploy.data.warnings?.join(" ")}</p>
      </Question>
    );
  return (
    <Question label={`Deploy ${name}`} onClose={onClose}>
      <p>
        {saving.isEdited ? "The draft is saved first. " : ""}
        {revision_id
          ? "The draft becomes the next revision, and runs answer from it. Earlier revisions stay, and you can go back to them."
          : `The draft becomes revision 1, and answers${url ? ` at ${url.replace(/^https?:\/\//, "")}` : ""}.`}
      </p>
      <label className="fl" htmlFor={id}>
        What it is for, for agents that may call it
      </label>
      <input
        className="field"
        id={id}
        maxLength={limits.maxToolDescription}
        value={told}
        onChange={({ target }) => setTold(target.value)}
      />
      {trouble ? (
        <p className="hint bad" role="alert">
          Not deployed. {trouble.help || trouble.what}
        </p>
      ) : null}
      <BusyButton className="btn main" data-first isBusy={deploy.isPending} onClick={() => deploy.mutate()}>
        {deploy.isPending ? "Deploying" : "Deploy the draft"}
      </BusyButton>
      <button type="button" className="btn" onClick={onClose}>
        Not now
      </button>
    </Question>
  );
}
