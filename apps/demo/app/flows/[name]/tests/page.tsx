import { TestsPage } from "../../../../flows/tests/tests-page.tsx";

export default function Page() {
  return <TestsPage />;
}
