"use client";

import type { Method } from "@headwater/client";
import { useAbilities } from "../shell/abilities.ts";
import { AddressForm } from "./address-form.tsx";
import { MethodSelect } from "./method-select.tsx";
import { maxFileInWords } from "./sizes.ts";

type Properties = {
  isOver: boolean;
  /** Files dragged over the page. Undefined where the browser does not say. */
  heldCount: number | undefined;
  onChoose(): void;
  method: Method | undefined;
  onMethod(method: Method | undefined): void;
};

/** The first line of the list, always empty: drop or choose files, or paste an address. */
export function AddLine({ isOver, heldCount, onChoose, method, onMethod }: Properties) {
  const { can } = useAbilities();
  const takesAddresses = ["ingest-url", "ingest-github", "ingest-youtube"].some(can);
  const className = `lrow columns next${takesAddresses ? "" : " plain"}${isOver ? " over" : ""}`;
  return (
    <div className={className}>
      <span className="label onlywide">Add</span>
      <div className="drop cluster">
        {/* The zone's own file input is the keyboard stop. A second one here would repeat it. */}
        <span role="status">{isOver ? dropMessage(heldCount) : "Drop files here, or"}</span>
        <button type="button" className="btn choose" tabIndex={-1} onClick={onChoose}>
          Choose files
        </button>
        <span className="faint onlywide">up to {maxFileInWords} each</span>
        {takesAddresses ? <MethodSelect method={method} onMethod={onMethod} /> : null}
      </div>
      {takesAddresses ? (
        <AddressForm method={method} />
      ) : (
        <MethodSelect method={method} onMethod={onMethod} />
      )}
    </div>
  );
}

function dropMessage(heldCount: number | undefined): string {
  if (!heldCount) return "Let go to add the files";
  return `Let go to add ${heldCount === 1 ? "the file" : `${heldCount} files`}`;
}
