"use client";

import type { Build } from "@headwater/client";
import { BuildProgress, useBuilds } from "@headwater/react-hooks";
import { buildNews } from "../document/build-news.ts";
import { documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { addressKinds } from "../sources/address.ts";
import { counted } from "../sources/sizes.ts";
import { stateOfSource } from "../sources/state.ts";
import { StatusLabel } from "../sources/status-label.tsx";
import { Told } from "../sources/told.tsx";
import { translated } from "../sources/workbench-words.ts";
import { nameOfAddress } from "./name-of-address.ts";
import type { Added } from "./use-sending.ts";

/** The addresses that were accepted on this page, and how far each is read. */
export function BeingRead({ added }: { added: readonly Added[] }) {
  const builds = useBuilds(added.map(({ buildId }) => buildId));
  if (added.length === 0) return null;
  return (
    <section className="source-list later" aria-label="Being read">
      {added.map((address, index) => (
        <AddedAddress key={address.buildId} address={address} build={builds[index]?.data} />
      ))}
      <p className="tail strip">
        <Link href="/sources">All sources</Link>
        <span>If this is interrupted, what was read stays, and reading goes on from there.</span>
      </p>
    </section>
  );
}

function AddedAddress({ address, build }: { address: Added; build: Build | undefined }) {
  const name = nameOfAddress(address);
  const state = stateOfBuilding(build);
  const fileId = build?.file_id;
  const news = state.shape === "ready" ? buildNews(build?.message) : "";
  return (
    <div className="draft columns">
      <span className="label">{addressKinds[address.kind].name}</span>
      <div>
        {fileId ? (
          <Link className="title" href={documentAddress(fileId)}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi className="title">{name}</bdi>
        )}
        {state.shape === "ready" && build ? (
          <p className="sum cluster num">
            {build.total_pages ? <span>{counted(build.total_pages, "page")}</span> : null}
            {build.total_partitions == null ? null : (
              <span>{counted(build.total_partitions, "element")}</span>
            )}
          </p>
        ) : null}
      </div>
      <div className="stat" role="status">
        <StatusLabel {...state} />
        {state.why ? <p className="why">{state.why}</p> : null}
        <Told original={state.told} />
        {news ? <p className="why">{translated(news).words}</p> : null}
      </div>
      {build && state.fraction !== undefined ? (
        <BuildProgress build={build} className="progress">
          {() => <span className="prog" style={{ width: `${100 * (state.fraction ?? 0)}%` }} />}
        </BuildProgress>
      ) : null}
    </div>
  );
}

/** A build that has just been scheduled may not be recorded yet. */
function stateOfBuilding(build: Build | undefined) {
  if (build === undefined || build.status === "not_found")
    return stateOfSource({ status: "New", error: null });
  if (build.status === "Pending") return stateOfSource({ status: "New", error: null });
  return stateOfSource({ status: build.status, error: build.error ?? null }, build);
}
