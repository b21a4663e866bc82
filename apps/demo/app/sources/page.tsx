import type { Metadata } from "next";
import "../../styles/source-list.css";
import "../../styles/many-sources.css";
import "../../styles/question.css";
import { sieveFrom } from "../../sources/sieve.ts";
import { SourcesRoom } from "../../sources/sources-room.tsx";

export const metadata: Metadata = { title: "Sources" };

type Properties = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Properties) {
  return <SourcesRoom asked={sieveFrom(await searchParams)} />;
}
