/** Names beside the ends of lines, so that no legend has to be looked up: moved apart just as far as they need. */

/** Places for labels that would like to be at `wanted`: at least `gap` apart, inside low … high as far as they fit. */
export function apart(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const place = new Array<number>(wanted.length).fill(0);
  // Groups of touching labels, each centred on what its members want; neighbours that overlap become one group.
  const groups: { members: number[]; middle: number }[] = [];
  const half = (group: { members: number[] }) => ((group.members.length - 1) * gap) / 2;
  for (const i of order) {
    let group = { members: [i], middle: within(wanted[i], low, high) };
    for (let above = groups.at(-1); above !== undefined; above = groups.at(-1)) {
      if (above.middle + half(above) + gap <= group.middle - half(group)) break;
      groups.pop();
      const members: number[] = [...above.members, ...group.members];
      const mean = members.reduce((sum, member) => sum + wanted[member], 0) / members.length;
      group = { members, middle: within(mean, low + half({ members }), high - half({ members })) };
    }
    groups.push(group);
  }
  for (const group of groups) {
    group.members.forEach((member, k) => {
      place[member] = group.middle - half(group) + k * gap;
    });
  }
  return place;
}

function within(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.min(Math.max(value, low), high);
}
