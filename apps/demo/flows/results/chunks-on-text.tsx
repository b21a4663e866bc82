"use client";

import type { ElementType } from "@headwater/client";
import type { NodeResultItem } from "@headwater/spec";
import { useRef, useState } from "react";
import { nameOfElement } from "../../document/element-names.ts";
import { plainName } from "../../sources/kinds.ts";
import { type NumberedChunk, stretchesOf } from "./overlaps.ts";
import { type Rail, useRails } from "./use-rails.ts";

type Chunk = NumberedChunk & { file: string; page: number | undefined; item: NodeResultItem };

/** Chunks drawn on the text that they were cut from: half brackets where one begins and ends, dotted where two share. */
export function ChunksOnText({ items }: { items: readonly NodeResultItem[] }) {
  const chunks = items.map(chunkOf);
  const [chosen, setChosen] = useState<string>();
  const files = [...new Set(chunks.map(({ file }) => file))];
  const open = chunks.find(({ item }) => item.id === chosen);
  return (
    <>
      {files.map((file) => (
        <article className="run num" key={file} aria-label={plainName(file)}>
          <h3>
            <bdi>{plainName(file)}</bdi>
          </h3>
          <Text chunks={chunks.filter((chunk) => chunk.file === file)} chosen={chosen} onChoose={setChosen} />
        </article>
      ))}
      <p className="hint keyline">
        <span className="shared">Dotted</span>: shared by two chunks. Half brackets: where a chunk begins and
        ends.
      </p>
      {open ? <ChosenChunk chunk={open} /> : null}
    </>
  );
}

type TextProperties = { chunks: readonly Chunk[]; chosen: string | undefined; onChoose(id: string): void };

function Text({ chunks, chosen, onChoose }: TextProperties) {
  const byNumber = new Map(chunks.map((chunk) => [chunk.number, chunk]));
  const isOn = (number: number) => byNumber.get(number)?.item.id === chosen;
  const text = useRef<HTMLDivElement>(null);
  const stretches = stretchesOf(chunks);
  const rails = useRails(text, chunks.map(({ item }) => item.id).join(" "));
  return (
    <div className="run-text" ref={text}>
      <Rails rails={rails} chunks={byNumber} isOn={isOn} />
      {stretches.map(({ text, isShared, begins, ends, leftOut }, index) =>
        leftOut ? (
          <span className="gone" key={index}>
            <s>{leftOut.text}</s> <span>{leftOut.type}, left out</span>
          </span>
        ) : (
          <span key={index} className={begins.length > 0 && !isShared ? "chunk" : undefined}>
            {begins.map((number) => (
              <button
                type="button"
                key={number}
                className={isOn(number) ? "cut-at on" : "cut-at"}
                data-begins={number}
                aria-label={`Chunk ${number} begins`}
                aria-pressed={isOn(number)}
                onClick={() => onChoose(byNumber.get(number)?.item.id ?? "")}
              >
                <i className={isOn(number) ? "cut on" : "cut"} aria-hidden="true" />
                {number}
              </button>
            ))}
            <span className={isShared ? "shared" : undefined}>
              {/* What was left out ends its line already. */}
              {stretches[index - 1]?.leftOut ? text.replace(/^\s+/, "") : text}
            </span>
            {ends.map((number) => (
              <span key={number} data-ends={number}>
                <i className={isOn(number) ? "cut end on" : "cut end"} aria-hidden="true" />
                <span className="off"> Chunk {number} ends. </span>
              </span>
            ))}
          </span>
        ),
      )}
    </div>
  );
}

type RailsProperties = {
  rails: readonly Rail[];
  chunks: ReadonlyMap<number, Chunk>;
  isOn(number: number): boolean;
};

/** Heights of a label with and without its length and page, in pixels. */
const [whole, numberAlone] = [52, 20];

/** Brackets in the margin, two beside each other where text is shared. The half brackets in the text say the same. */
function Rails({ rails, chunks, isOn }: RailsProperties) {
  let free = Number.NEGATIVE_INFINITY;
  return (
    <div className="rails onlywide" aria-hidden="true">
      {rails.map(({ number, top, height }, at) => {
        const chunk = chunks.get(number);
        const tone = isOn(number) ? " on" : "";
        // Short chunks are close: their labels give way, and keep the number alone.
        const said = Math.max(top, free);
        const isWhole = said + whole <= (rails[at + 1]?.top ?? Number.POSITIVE_INFINITY);
        free = said + (isWhole ? whole : numberAlone);
        return (
          <div key={number}>
            <p className={`rail-said${tone}`} style={{ top: said }}>
              <b>{number}</b>
              {chunk && isWhole ? `${chunk.item.content.length.toLocaleString("en")} characters` : ""}
              {chunk?.page === undefined || !isWhole ? null : <span>page {chunk.page}</span>}
            </p>
            <i className={`rail r${at % 2}${tone}`} style={{ top, height }} />
          </div>
        );
      })}
    </div>
  );
}

function ChosenChunk({ chunk: { number, item, page, start, end } }: { chunk: Chunk }) {
  const { metadata, embedding, content } = item;
  const model = typeof metadata.embedding_model === "string" ? metadata.embedding_model : undefined;
  const rows: [string, string | undefined][] = [
    ["Length", `${content.length.toLocaleString("en")} characters`],
    ["Page", page ? String(page) : undefined],
    ["Under", typeof metadata.title === "string" && metadata.title !== "" ? metadata.title : undefined],
    [
      "Place",
      start === undefined || end === undefined
        ? undefined
        : `characters ${start.toLocaleString("en")} to ${end.toLocaleString("en")}`,
    ],
    [
      "Vector",
      embedding && embedding.length > 0
        ? [`${embedding.length} numbers`, model].filter(Boolean).join(", ")
        : "none",
    ],
  ];
  return (
    <section className="chosen-chunk" aria-live="polite" aria-label={`Chunk ${number}`}>
      <h2 className="h2">Chunk {number}</h2>
      <dl className="pairs num">
        {rows.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt className="label">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

type WireLeftOut = { at: number; element_type: ElementType; text: string };

function chunkOf(item: NodeResultItem, index: number): Chunk {
  const { metadata } = item;
  const number = (name: string) =>
    typeof metadata[name] === "number" ? (metadata[name] as number) : undefined;
  return {
    number: number("chunk_index") ?? index,
    text: item.content,
    file: typeof metadata.source_file === "string" ? metadata.source_file : "",
    page: number("page_number"),
    start: number("char_start"),
    end: number("char_end"),
    leftOut: (Array.isArray(metadata.left_out) ? (metadata.left_out as WireLeftOut[]) : []).map(
      ({ at, element_type, text }) => ({ at, text, type: nameOfElement({ element_type }).toLowerCase() }),
    ),
    item,
  };
}
