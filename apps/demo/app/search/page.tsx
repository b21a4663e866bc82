import { connection } from "next/server";
import "../../styles/scope.css";
import "../../styles/search.css";
import { SearchRoom } from "../../search/search-room.tsx";
import { Title } from "../../shell/title.tsx";

export default async function Page() {
  // The first page holds the query of its address already. So it cannot be made when the workbench is built.
  await connection();
  return (
    <>
      <Title of="Search" />
      <SearchRoom />
    </>
  );
}
