/** Words that show whether a period ends a sentence. They are compared in lowercase, without the last period. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Titles and connectives. Another word always follows them. */
export const alwaysContinues = words(
  `dr mr mrs ms mx prof st rev hon gen col lt capt sgt cmdr adm maj gov sen rep pres supt messrs mme mlle dipl ing
   e.g i.e eg ie cf vs viz approx ca resp incl excl esp z.b d.h u.a o.ä bzw vgl ggf sog p.ex sra srta dña`,
);

/** Abbreviations only before the number they belong to: "No. 5", "Fig. 3a", "pp. 4–7", "Jan. 5", "§ 3 Abs. 2". */
export const numbering = words(
  `no nos nr p pp pg s ss abs art bd sec sect ch chap vol fig figs eq eqs ref refs tab app ex para par pt cl ver v
   pág núm jan feb mar apr jun jul aug sep sept oct nov dec okt dez mai`,
);

/** Words that may be inside a sentence or at its end. The next word decides. */
export const mayEnd = words(
  `etc al inc ltd co corp llc bros jr sr ph.d m.d b.a m.a b.sc m.sc d.c u.s u.k u.n e.u u.s.a a.m p.m a.d b.c
   dept univ assn ave blvd rd usw gmbh est ed eds`,
);

/** Words that, capitalised, nearly always begin a sentence. */
export const sentenceStarters = words(
  `the a an this that these those it its he she they we you i his her their our my your in on at by for from with
   when while after before since until if as although though because however but and or so then there here where
   what who why how which not no yes one some many most all both each every such other another also thus hence
   therefore moreover furthermore finally first second once during under over between among according to see
   der die das ein eine es er sie wir im in am und le la les un une il elle ils nous el los las una`,
);

export const germanMonths = words(
  "januar jänner februar märz april mai juni juli august september oktober november dezember",
);
