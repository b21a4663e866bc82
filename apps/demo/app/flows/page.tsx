import "../../styles/source-list.css";
import "../../styles/question.css";
import "../../styles/scope.css";
import "../../styles/flows/chain.css";
import "../../styles/flows/room.css";
import { FlowsRoom } from "../../flows/room/flows-room.tsx";
import { Title } from "../../shell/title.tsx";

export default function Page() {
  return (
    <>
      <Title of="Flows" />
      <FlowsRoom />
    </>
  );
}
