import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Where the cosines of an encoder lie: those of some crowd between .75 and .9, of others they spread from 0 to .7. Measured with
 * questions and the passages that answer them, in German, French and Spanish.
 */
export type CosineScale = {
  /** Mean cosine of a question and the passages of other questions. */
  unrelated: number;
  /** Mean cosine of a question and the passage that answers it. */
  related: number;
};

/** In the folder of an encoder that distinguishes such passages; written by `headwater models add`. */
export const cosineScaleFile = "cosines.json";

/** What cosines are brought to, so that one set of weights judges those of every encoder. */
export const commonScale: CosineScale = { unrelated: 0.235, related: 0.5 };

/** A cosine of an encoder, as one of the common scale. */
export const onCommonScale = ({ unrelated, related }: CosineScale, cosine: number): number =>
  commonScale.unrelated +
  ((cosine - unrelated) * (commonScale.related - commonScale.unrelated)) / (related - unrelated);

/** The scale that was measured for the encoder in a folder; undefined for none. */
export function cosineScaleIn(folder: string): CosineScale | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, cosineScaleFile), "utf8")) as CosineScale;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Questions in one language, and the passages that answer them: in other words, as people ask. */
type Sample = { question: string; passage: string }[];

const samples: Sample[] = [
  [
    {
      question: "Bis wann kann ich kündigen?",
      passage: "Das Abonnement lässt sich bis zwei Wochen vor Monatsende beenden.",
    },
    { question: "Was kostet der Versand?", passage: "Pakete werden für 4,90 Euro zugestellt." },
    { question: "Wer repariert den Aufzug?", passage: "Um den Fahrstuhl kümmert sich der Hausmeister." },
    { question: "Sind Hunde erlaubt?", passage: "Haustiere sind an der Leine zu führen." },
  ],
  [
    {
      question: "Jusqu'à quand puis-je résilier ?",
      passage: "L'abonnement prend fin si on l'arrête deux semaines avant la fin du mois.",
    },
    { question: "Combien coûte la livraison ?", passage: "Les colis sont expédiés pour 4,90 euros." },
    { question: "Qui répare l'ascenseur ?", passage: "Le gardien s'occupe de l'élévateur." },
    {
      question: "Les chiens sont-ils acceptés ?",
      passage: "Les animaux doivent être tenus en laisse.",
    },
  ],
  [
    {
      question: "¿Hasta cuándo puedo cancelar?",
      passage: "La suscripción se puede terminar hasta dos semanas antes de fin de mes.",
    },
    { question: "¿Cuánto cuesta el envío?", passage: "Los paquetes se mandan por 4,90 euros." },
    { question: "¿Quién repara el ascensor?", passage: "El conserje se encarga del elevador." },
    { question: "¿Se admiten perros?", passage: "Las mascotas deben ir atadas." },
  ],
];

/**
 * Measures an encoder; `compare` gives the cosines of a question and passages. Null for one that does not read these languages:
 * in one of them, a passage that does not answer comes nearer than those that answer do on average.
 */
export async function measureCosineScale(
  compare: (question: string, passages: string[]) => Promise<number[]>,
): Promise<CosineScale | null> {
  const all: { related: number[]; unrelated: number[] } = { related: [], unrelated: [] };
  for (const sample of samples) {
    const passages = sample.map(({ passage }) => passage);
    const related: number[] = [];
    const unrelated: number[] = [];
    for (const [index, { question }] of sample.entries())
      for (const [other, cosine] of (await compare(question, passages)).entries())
        (other === index ? related : unrelated).push(cosine);
    if (mean(related) <= Math.max(...unrelated)) return null;
    all.related.push(...related);
    all.unrelated.push(...unrelated);
  }
  return { unrelated: rounded(mean(all.unrelated)), related: rounded(mean(all.related)) };
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const rounded = (value: number): number => Number(value.toFixed(4));
