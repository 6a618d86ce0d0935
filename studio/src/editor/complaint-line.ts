/** What is wrong, under the line where it is. */
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Complaint } from "../engine/messages.js";

export const showComplaint = StateEffect.define<Complaint | null>();

class Message extends WidgetType {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
  override eq(other: Message): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const dom = document.createElement("div");
    dom.className = "editor-complaint";
    dom.textContent = this.text;
    return dom;
  }
}

export const complaintLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let next = shown.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(showComplaint)) continue;
      const { value } = effect;
      if (value === null) next = Decoration.none;
      else {
        const { doc } = transaction.state;
        const line = doc.line(Math.max(1, Math.min(doc.lines, value.line ?? 1)));
        next = Decoration.set([
          Decoration.line({ class: "editor-wrong-line" }).range(line.from),
          Decoration.widget({ widget: new Message(value.reason), block: true, side: 1 }).range(line.to),
        ]);
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
