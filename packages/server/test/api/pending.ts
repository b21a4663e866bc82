/** Operations of the spec that no version serves yet, with the reason. The list may only become shorter. */
const flows = "the flow surface comes with flows themselves";

export const pending = {
  runFlow: flows,
  listFlows: flows,
  simulateFlow: flows,
  getNodeResults: flows,
  simulateNode: flows,
  deployFlow: flows,
  listDatasets: flows,
  updateDataset: flows,
  listChunking: flows,
  updateChunking: flows,
  listRetrieval: flows,
  updateRetrieval: flows,
  listReranking: flows,
  updateReranking: flows,
  listSmartRag: flows,
  updateSmartRag: flows,
  listGraphRag: flows,
  updateGraphRag: flows,
  listRaptorRag: flows,
  updateRaptorRag: flows,
  listLlm: flows,
  updateLlm: flows,
} as const;
