"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { handScope } from "../scope/handed-scope.ts";
import { askAddress, askHandedAddress, maxAddressLength } from "../shell/addresses.ts";
import { BusyButton } from "../shell/busy-button.tsx";
import { Link } from "../shell/link.tsx";

type Properties = {
  fileIds: readonly string[];
  /** They are too many for an address, and the browser stores nothing for the page. */
  onRefused(): void;
};

/** Leads to the Ask room with the chosen sources as its scope, however many they are. */
export function AskChosen({ fileIds, onRefused }: Properties) {
  const address = askAddress(fileIds);
  if (address.length > maxAddressLength) return <AskMany fileIds={fileIds} onRefused={onRefused} />;
  return (
    <Link className="btn bare" href={address} prefetch={false}>
      Ask
    </Link>
  );
}

/** Not a link: in another tab there would be no scope. */
function AskMany({ fileIds, onRefused }: Properties) {
  const router = useRouter();
  const [isOpening, startOpening] = useTransition();
  const open = () => {
    if (handScope(fileIds)) startOpening(() => router.push(askHandedAddress));
    else onRefused();
  };
  return (
    <BusyButton className="btn bare" isBusy={isOpening} onClick={open}>
      Ask
      {isOpening ? <span hidden data-opening /> : null}
    </BusyButton>
  );
}
