import { RunsPage } from "../../../../flows/runs/runs-page.tsx";

export default function Page() {
  return <RunsPage />;
}
