import { Suspense } from "react";
import { ComparePage } from "../../../../flows/compare/compare-page.tsx";

export default function Page() {
  // It reads the query of the address, which is known only in the browser.
  return (
    <Suspense>
      <ComparePage />
    </Suspense>
  );
}
