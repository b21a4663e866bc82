import type { Metadata } from "next";
import "../../styles/scope.css";
import "../../styles/facsimile.css";
import "../../styles/values.css";
import "../../styles/extract.css";
import "../../styles/verdict.css";
import { ExtractRoom } from "../../extract/extract-room.tsx";

export const metadata: Metadata = { title: "Extract" };

export default function Page() {
  return <ExtractRoom />;
}
