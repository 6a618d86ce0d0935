/** The text of a model that comes as data: as short as a person would write it. */
import type { JsonObject } from "noether/formats";
import { Document, isCollection, visit } from "yaml";

/** Characters; longer lists and maps have a line for each entry. */
const LINE = 72;

export function modelText(model: JsonObject): string {
  const document = new Document(model);
  visit(document, {
    Collection(_key, node, path) {
      if (path.length > 1 && isCollection(node) && JSON.stringify(node.toJSON()).length <= LINE) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}
