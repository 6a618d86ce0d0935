/** Names of groups as files can hold them. */
import type { Mesh } from "../../mesh/mesh.js";
import { quoted } from "../text.js";

/** Control characters and halves of pairs of surrogates, which are no text in any file. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

export const plainName = (name: string): string => name.replace(UNPRINTABLE, "_");

/** The mesh with its groups renamed; a notice for each that has another name now. */
export function renamed(
  mesh: Mesh,
  nameOf: (name: string) => string,
  why: string,
): { readonly mesh: Mesh; readonly notices: string[] } {
  const notices: string[] = [];
  const groups = mesh.groups.map((group) => {
    const name = nameOf(group.name);
    if (name === group.name) return group;
    notices.push(`the group ${quoted(group.name)} is called ${quoted(name)}: ${why}`);
    return { ...group, name };
  });
  return { mesh: notices.length === 0 ? mesh : { ...mesh, groups }, notices };
}
