/** A file that does not describe a flow. The message names the place: `support.yaml:7:7: nodes.found.type is missing`. */
export class FlowFileError extends Error {
  override readonly name = "FlowFileError";
}
