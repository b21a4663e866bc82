"use client";

import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { flowAsFile } from "../room/flow-as-file.ts";

/** Saves the flow, as it stands on the page, to a YAML file that `headwater flow push` takes. */
export function ExportButton() {
  const draft = useDraft();
  const name = useDraftState(({ saved }) => saved.name);
  const save = async () => {
    const { saved, graph } = draft.get();
    const text = await flowAsFile({ name: saved.name, description: saved.description, graph });
    const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${name}.yaml`;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <button type="button" className="btn bare" onClick={() => void save()}>
      Save as a file
    </button>
  );
}
