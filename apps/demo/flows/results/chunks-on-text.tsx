"use client";

import type { NodeResultItem } from "@headwater/spec";
import { useState } from "react";
import { plainName } from "../../sources/kinds.ts";
import { type NumberedChunk, stretchesOf } from "./overlaps.ts";

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
  return (
    <div className="run-text">
      {stretchesOf(chunks).map(({ text, isShared, begins, ends }, index) => (
        <span key={index} className={begins.length > 0 && !isShared ? "chunk" : undefined}>
          {begins.map((number) => (
            <button
              type="button"
              key={number}
              className={isOn(number) ? "cut-at on" : "cut-at"}
              aria-label={`Chunk ${number} begins`}
              aria-pressed={isOn(number)}
              onClick={() => onChoose(byNumber.get(number)?.item.id ?? "")}
            >
              <i className={isOn(number) ? "cut on" : "cut"} aria-hidden="true" />
              {number}
            </button>
          ))}
          <span className={isShared ? "shared" : undefined}>{text}</span>
          {ends.map((number) => (
            <span key={number}>
              <i className={isOn(number) ? "cut end on" : "cut end"} aria-hidden="true" />
              <span className="off"> Chunk {number} ends. </span>
            </span>
          ))}
        </span>
      ))}
    </div>
  );
}

function ChosenChunk({ chunk: { number, item, page, start, end } }: { chunk: Chunk }) {
  const { metadata, embedding, content } = item;
  const model = typeof metadata.embedding_model === "string" ? metadata.embedding_model : undefined;
  const rows: [string, string | undefined][] = [
    ["Length", `${content.length.toLocaleString("en")} characters`],
    ["Page", page ? String(page) : undefined],
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

function chunkOf(item: NodeResultItem, index: number): Chunk {
  const { metadata } = item;
  const number = (name: string) =>
    typeof metadata[name] === "number" ? (metadata[name] as number) : undefined;
  return {
    number: number("chunk_index") ?? index,
    text: item.content,
    file: typeof metadata.source_file === "string" ? metadata.source_file : "",
    page: number("page_number"),
    start: number("start"),
    end: number("end"),
    item,
  };
}
