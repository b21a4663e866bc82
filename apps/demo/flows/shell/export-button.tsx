"use client";

import { usePrompts } from "@headwater/react-hooks";
import { useMutation } from "@tanstack/react-query";
import { BusyButton } from "../../shell/busy-button.tsx";
import { troubleOf } from "../../shell/trouble.ts";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { flowAsFile } from "../room/flow-as-file.ts";

/** Saves the flow, as it is on the page, with the texts of its prompts to a YAML file that `headwater flow push` takes. */
export function ExportButton() {
  const draft = useDraft();
  const name = useDraftState(({ saved }) => saved.name);
  const prompts = usePrompts();
  const save = useMutation({
    mutationFn: async () => {
      const { saved, graph } = draft.get();
      const { data } = await prompts.refetch({ throwOnError: true });
      const text = await flowAsFile(
        { name: saved.name, description: saved.description, graph },
        data?.prompts ?? [],
      );
      const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = `${name}.yaml`;
      link.click();
      URL.revokeObjectURL(address);
    },
  });
  return (
    <>
      <BusyButton className="btn bare" isBusy={save.isPending} onClick={() => save.mutate()}>
        Save as a file
      </BusyButton>
      {save.error ? (
        <p className="hint bad" role="alert">
          Not saved. {troubleOf(save.error).help || troubleOf(save.error).what}
        </p>
      ) : null}
    </>
  );
}
