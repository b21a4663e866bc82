"use client";

import { BusyButton } from "../../shell/busy-button.tsx";
import { troubleOf } from "../../shell/trouble.ts";
import { useDraft, useDraftState } from "../draft/draft-context.ts";
import { useSaving } from "../draft/saving.tsx";
import { counted } from "../graph/node-summary.ts";

/** Says what is not saved, with the ways on; also when the flow was changed meanwhile. */
export function SaveNote() {
  const draft = useDraft();
  const saving = useSaving();
  const { count } = useDraftState(({ changes }) => changes);
  const isOutdated = useDraftState((state) => state.isOutdated);
  const { trouble } = saving;
  if (!saving.isEdited && !trouble) return null;
  const conflict = trouble?.conflict || isOutdated;
  return (
    <div className="save-note cluster" role="status">
      {conflict ? (
        <p className="silent trouble">
          <b>The flow was changed meanwhile, not here.</b> Your changes are kept on this page and are not
          saved.
        </p>
      ) : trouble ? (
        <p className="silent trouble">
          <b>Not saved.</b> {troubleOf(trouble.error).help || troubleOf(trouble.error).what}
        </p>
      ) : (
        <p className="num">
          {count > 0
            ? `${counted(count, "change is", "changes are")} not saved.`
            : "Places on the canvas are not saved."}
        </p>
      )}
      <div className="doings cluster">
        {conflict ? (
          <>
            <button type="button" className="btn" onClick={() => void saving.readAgain()}>
              Read it again, drop mine
            </button>
            <button type="button" className="btn" onClick={() => void saving.save("over")}>
              Save mine over it
            </button>
          </>
        ) : (
          <>
            <BusyButton className="btn" isBusy={saving.isBusy} onClick={() => void saving.save()}>
              {saving.isBusy ? "Saving" : "Save all"}
            </BusyButton>
            <button type="button" className="btn bare" onClick={draft.reset}>
              Undo all
            </button>
          </>
        )}
      </div>
    </div>
  );
}
