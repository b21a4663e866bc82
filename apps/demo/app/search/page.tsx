import type { Metadata } from "next";
import "../../styles/scope.css";
import "../../styles/search.css";
import { searchFrom } from "../../search/search-address.ts";
import { SearchRoom } from "../../search/search-room.tsx";

export const metadata: Metadata = { title: "Search" };

type Properties = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Properties) {
  return <SearchRoom asked={searchFrom(await searchParams)} />;
}
