import "../../styles/source-list.css";
import "../../styles/many-sources.css";
import "../../styles/question.css";
import { Title } from "../../shell/title.tsx";
import { sieveFrom } from "../../sources/sieve.ts";
import { SourcesRoom } from "../../sources/sources-room.tsx";

type Properties = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Properties) {
  return (
    <>
      <Title of="Sources" />
      <SourcesRoom asked={sieveFrom(await searchParams)} />
    </>
  );
}
