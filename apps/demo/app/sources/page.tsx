import type { Metadata } from "next";
import "../../styles/source-list.css";
import "../../styles/question.css";
import { SourcesRoom } from "../../sources/sources-room.tsx";

export const metadata: Metadata = { title: "Sources" };

export default function Page() {
  return <SourcesRoom />;
}
