"use client";

import type { Method } from "@headwater/client";
import { useIngestGithub, useIngestUrl, useIngestYoutube } from "@headwater/react-hooks";
import { type FormEvent, useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { BusyButton } from "../shell/busy-button.tsx";
import { Link } from "../shell/link.tsx";
import { troubleOf } from "../shell/trouble.ts";
import { addressKinds, readAddress } from "./address.ts";

/** Adds the content of an address: a web page, a repository, a video. */
export function AddressForm({ method }: { method: Method | undefined }) {
  const { can } = useAbilities();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const ingest = {
    "ingest-url": useIngestUrl(),
    "ingest-github": useIngestGithub(),
    "ingest-youtube": useIngestYoutube(),
  };
  const isBusy = Object.values(ingest).some(({ isPending }) => isPending);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const address = readAddress(typed, can);
    if ("problem" in address) return setProblem(address.problem);
    setProblem(undefined);
    ingest[address.kind].mutate(
      { url: address.url, ...(method ? { method } : {}) },
      {
        onSuccess: () => setTyped(""),
        onError: (error) => {
          const { what, help } = troubleOf(error);
          setProblem(`${what} ${help}`);
        },
      },
    );
  };

  const seen = readAddress(typed, can);
  return (
    <form className="addr strip" onSubmit={add} noValidate>
      <label className="off" htmlFor="address">
        {`Address of ${acceptedAddresses(can)}`}
      </label>
      <div className="grow">
        <input
          className="field"
          id="address"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={placeholder(can)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : "address-problem"}
        />
        {problem === undefined ? null : (
          <p className="hint bad" id="address-problem" role="alert">
            {problem}
          </p>
        )}
        <p className="hint">
          {"url" in seen ? <span>{seen.note ?? `${addressKinds[seen.kind].name}. `}</span> : null}
          <Link href="/sources/add">Several addresses, or a whole site</Link>
        </p>
      </div>
      <BusyButton type="submit" className="btn" isBusy={isBusy} isIdle={typed.trim() === ""}>
        {isBusy ? "Adding" : "Add"}
      </BusyButton>
    </form>
  );
}

type Can = (capability: string) => boolean;

function acceptedAddresses(can: Can): string {
  const parts = [
    can("ingest-url") ? "a web page" : "",
    can("ingest-github") ? "a repository" : "",
    can("ingest-youtube") ? "a video" : "",
  ].filter(Boolean);
  return parts.join(" or ");
}

function placeholder(can: Can): string {
  const parts = [
    can("ingest-url") ? "Web" : "",
    can("ingest-github") ? "GitHub" : "",
    can("ingest-youtube") ? "YouTube" : "",
  ].filter(Boolean);
  return `${parts.length > 1 ? `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}` : parts[0]} address`;
}
