import type { Metadata } from "next";
import "../../styles/source-list.css";
import "../../styles/question.css";
import "../../styles/scope.css";
import "../../styles/flows/room.css";
import { FlowsRoom } from "../../flows/room/flows-room.tsx";

export const metadata: Metadata = { title: "Flows" };

export default function Page() {
  return <FlowsRoom />;
}
