/** Rooted trees, one for each elementary differential: a node is a derivative of the field, its branches are what it acts on.
 *                                                                                                     [hairer2006, ch. III.1]
 *  Of ẏ = f(y) all nodes are alike. Of q̇ = v, v̇ = g(q) they are of two kinds: nodes of q carry at most one branch, of kind v; nodes of v
 *  any number, all of kind q. */
export interface Tree {
  readonly kind: Kind;
  /** In canonical order. */
  readonly branches: readonly Tree[];
  readonly order: number;
  /** Equal for equal trees. */
  readonly key: string;
}

export type Kind = "f" | "q" | "v";

const GRAMMAR: Readonly<Record<Kind, { readonly branch: Kind; readonly most: number }>> = {
  f: { branch: "f", most: Number.POSITIVE_INFINITY },
  q: { branch: "v", most: 1 },
  v: { branch: "q", most: Number.POSITIVE_INFINITY },
};

export function tree(kind: Kind, branches: readonly Tree[] = []): Tree {
  const sorted = [...branches].sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    kind,
    branches: sorted,
    order: 1 + sorted.reduce((total, branch) => total + branch.order, 0),
    key: `${kind}[${sorted.map((branch) => branch.key).join("")}]`,
  };
}

/** All trees of so many nodes with a root of this kind. */
export function treesOf(order: number, kind: Kind = "f"): Tree[] {
  const { branch, most } = GRAMMAR[kind];
  const all = forests(order - 1, branch, most).map((branches) => tree(kind, branches));
  return [...new Map(all.map((each) => [each.key, each])).values()];
}

function forests(nodes: number, kind: Kind, most: number): Tree[][] {
  if (nodes === 0) return [[]];
  if (most === 0) return [];
  const out: Tree[][] = [];
  for (let first = 1; first <= nodes; first++) {
    for (const head of treesOf(first, kind)) {
      for (const rest of forests(nodes - first, kind, most - 1)) out.push([head, ...rest]);
    }
  }
  return out;
}

/** In how many ways its branches can be exchanged without a change. */
export function symmetry({ branches }: Tree): bigint {
  const counts = new Map<string, number>();
  let product = 1n;
  for (const branch of branches) {
    const count = (counts.get(branch.key) ?? 0) + 1;
    counts.set(branch.key, count);
    product *= BigInt(count) * symmetry(branch);
  }
  return product;
}

/** The tree with one edge removed, for every edge: what keeps the root, and what falls off. */
export function splittings({ kind, branches }: Tree): (readonly [Tree, Tree])[] {
  return branches.flatMap((branch, i) => {
    const others = branches.filter((_, k) => k !== i);
    const inside = splittings(branch).map(([rest, fallen]) => [tree(kind, [...others, rest]), fallen] as const);
    return [[tree(kind, others), branch] as const, ...inside];
  });
}

/** f''(f, f'f); for nodes of two kinds g''(v, v). */
export function treeText({ kind, branches }: Tree): string {
  if (kind === "q") return branches.length === 0 ? "v" : treeText(branches[0]);
  const name = `${kind === "f" ? "f" : "g"}${"'".repeat(branches.length)}`;
  if (branches.length === 0) return name;
  const inner = branches.map(treeText);
  if (inner.length > 1) return `${name}(${inner.join(", ")})`;
  return `${name} ${inner[0]}`;
}
