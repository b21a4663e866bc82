import { FlowWorkspace } from "../../../flows/shell/flow-workspace.tsx";

export default function Page() {
  return <FlowWorkspace view="canvas" />;
}
