import { ResultsPage } from "../../../../../flows/results/results-page.tsx";

export default async function Page({ params }: { params: Promise<{ nodeId: string }> }) {
  const { nodeId } = await params;
  return <ResultsPage nodeId={decodeURIComponent(nodeId)} />;
}
