import { RevisionsPage } from "../../../../flows/revisions/revisions-page.tsx";

export default function Page() {
  return <RevisionsPage />;
}
