/** Longer than any command written here, including its backslash. */
const maxCommandLength = 32;

/** A formula in two forms: one line to read and search, `(a + b)/2`, and LaTeX. */
export type Formula = { text: string; latex: string };

export const symbol = (text: string): Formula => ({ text, latex: latexSymbol(text) });

export function sequence(parts: readonly Formula[]): Formula {
  return { text: parts.map((part) => part.text).join(""), latex: joinLatex(parts.map((part) => part.latex)) };
}

export function fraction(over: Formula, under: Formula): Formula {
  return {
    text: `${grouped(over.text)}/${grouped(under.text)}`,
    latex: `\\frac{${over.latex}}{${under.latex}}`,
  };
}

/** A base with its subscript and superscript. Either may be absent. */
export function scripts(base: Formula, below?: Formula, above?: Formula): Formula {
  const lower = below && below.text !== "" ? below : undefined;
  const upper = above && above.text !== "" ? above : undefined;
  // A base with several parts is raised as a whole.
  const latex = /^(?:.?|\\[a-zA-Z]+|\w+)$/su.test(base.latex) ? base.latex : `{${base.latex}}`;
  return {
    text:
      grouped(base.text) +
      (lower ? `_${grouped(lower.text)}` : "") +
      (upper ? `^${grouped(upper.text)}` : ""),
    latex: latex + (lower ? `_{${lower.latex}}` : "") + (upper ? `^{${upper.latex}}` : ""),
  };
}

export function root(radicand: Formula, degree?: Formula): Formula {
  if (!degree || degree.text === "")
    return { text: `√${grouped(radicand.text)}`, latex: `\\sqrt{${radicand.latex}}` };
  return {
    text: `√[${degree.text}]${grouped(radicand.text)}`,
    latex: `\\sqrt[${degree.latex}]{${radicand.latex}}`,
  };
}

export function fenced(open: string, parts: readonly Formula[], separator: string, close: string): Formula {
  return {
    text: open + parts.map((part) => part.text).join(`${separator} `.trimStart()) + close,
    latex: `\\left${fence(open)}${parts.map((part) => part.latex).join(separator)}\\right${fence(close)}`,
  };
}

export function matrix(rows: readonly (readonly Formula[])[]): Formula {
  const text = rows.map((row) => row.map((cell) => cell.text).join(", ")).join("; ");
  const latex = rows.map((row) => row.map((cell) => cell.latex).join(" & ")).join(" \\\\ ");
  return { text: `[${text}]`, latex: `\\begin{matrix}${latex}\\end{matrix}` };
}

const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "\u0302": "hat",
    "^": "hat",
    "\u0303": "tilde",
    "~": "tilde",
    "\u0304": "bar",
    "\u0305": "overline",
    "¯": "bar",
    "‾": "overline",
    "\u0307": "dot",
    "˙": "dot",
    "\u0308": "ddot",
    "¨": "ddot",
    "\u20d7": "vec",
    "→": "vec",
    "\u030c": "check",
    "⏞": "overbrace",
  }),
);

/** A base under an accent: x̂, x̄, x⃗. */
export function accented(base: Formula, accent: string): Formula {
  const name = ACCENTS.get(accent);
  const combining = /^\p{M}$/u.test(accent) ? accent : "";
  if (name === undefined) return scripts(base, undefined, symbol(accent));
  return { text: `${base.text}${combining}`, latex: `\\${name}{${base.latex}}` };
}

export function underlined(base: Formula): Formula {
  return { text: base.text, latex: `\\underline{${base.latex}}` };
}

function grouped(text: string): string {
  const simple =
    /^[\p{L}\p{N}\p{M}.,]*$/u.test(text) || /^.$/u.test(text) || /^(?:\([^()]*\)|\[[^[\]]*\])$/.test(text);
  return simple ? text : `(${text})`;
}

function fence(bracket: string): string {
  if (bracket === "") return ".";
  return bracket === "{" || bracket === "}" ? `\\${bracket}` : bracket;
}

const LATEX: Record<string, string> = {
  "∑": "\\sum",
  "∏": "\\prod",
  "∫": "\\int",
  "∮": "\\oint",
  "∞": "\\infty",
  "≤": "\\leq",
  "≥": "\\geq",
  "≠": "\\neq",
  "≈": "\\approx",
  "±": "\\pm",
  "×": "\\times",
  "÷": "\\div",
  "⋅": "\\cdot",
  "·": "\\cdot",
  "→": "\\to",
  "∈": "\\in",
  "∂": "\\partial",
  "∇": "\\nabla",
  "∀": "\\forall",
  "∃": "\\exists",
  "∪": "\\cup",
  "∩": "\\cap",
  "⊂": "\\subset",
  "⊆": "\\subseteq",
  "−": "-",
  "√": "\\surd",
  α: "\\alpha",
  β: "\\beta",
  γ: "\\gamma",
  δ: "\\delta",
  ε: "\\varepsilon",
  ζ: "\\zeta",
  η: "\\eta",
  θ: "\\theta",
  κ: "\\kappa",
  λ: "\\lambda",
  μ: "\\mu",
  ν: "\\nu",
  ξ: "\\xi",
  π: "\\pi",
  ρ: "\\rho",
  σ: "\\sigma",
  τ: "\\tau",
  φ: "\\varphi",
  ϕ: "\\phi",
  χ: "\\chi",
  ψ: "\\psi",
  ω: "\\omega",
  Γ: "\\Gamma",
  Δ: "\\Delta",
  Θ: "\\Theta",
  Λ: "\\Lambda",
  Ξ: "\\Xi",
  Π: "\\Pi",
  Σ: "\\Sigma",
  Φ: "\\Phi",
  Ψ: "\\Psi",
  Ω: "\\Omega",
  "%": "\\%",
  "#": "\\#",
  "&": "\\&",
  $: "\\$",
  _: "\\_",
  "{": "\\{",
  "}": "\\}",
  "\\": "\\backslash ",
};

function latexSymbol(text: string): string {
  return joinLatex(Array.from(text, (character) => LATEX[character] ?? character));
}

/** A space goes between a command and a letter. Otherwise the letter would be read as part of the command's name. */
function joinLatex(parts: readonly string[]): string {
  const joined: string[] = [];
  // Look at the end only, because the formula may be very long.
  let end = "";
  for (const part of parts) {
    if (/\\[a-zA-Z]+$/.test(end) && /^[a-zA-Z]/.test(part)) {
      joined.push(" ");
      end = "";
    }
    joined.push(part);
    end = (end + part.slice(-maxCommandLength)).slice(-maxCommandLength);
  }
  return joined.join("");
}
