/** The model as text: YAML with colours, completion, help and complaints. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import type { Complaint } from "../engine/messages.js";
import { complaintLine, showComplaint } from "./complaint-line.js";
import { schemaHelp } from "./help.js";
import type { Schema } from "./schema.js";
import "./editor.css";

export interface EditorProps {
  readonly text: string;
  readonly schema: Schema | null;
  readonly complaint: Complaint | null;
  /** What the user has typed. */
  readonly change: (text: string) => void;
}

/** Changes that come from outside of the editor. */
const fromOutside = Annotation.define<boolean>();

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "yaml-comment" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "yaml-key" },
  { tag: [tags.number, tags.bool], class: "yaml-number" },
  { tag: [tags.string, tags.content], class: "yaml-text" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], class: "yaml-sign" },
]);

export function Editor({ text, schema, complaint, change }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const help = useRef(new Compartment());
  const told = useRef(change);
  told.current = change;

  useEffect(() => {
    if (place.current === null) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          yaml(),
          syntaxHighlighting(colours),
          complaintLine,
          help.current.of([]),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ "aria-label": "Model", spellcheck: "false" }),
          EditorView.lineWrapping,
          EditorView.updateListener.of((update) => {
            const isOwn = !update.transactions.some((each) => each.annotation(fromOutside) === true);
            if (update.docChanged && isOwn) told.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    if (current !== null) replace(current, text);
  }, [text]);

  useEffect(() => {
    if (schema !== null) view.current?.dispatch({ effects: help.current.reconfigure(schemaHelp(schema)) });
  }, [schema]);

  useEffect(() => {
    view.current?.dispatch({ effects: showComplaint.of(complaint) });
  }, [complaint]);

  return <div class="editor" ref={place} />;
}

/** Only what differs is changed, so that the cursor, the view and the history stay. */
function replace(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0;
  while (from < old.length && old[from] === text[from]) from++;
  let [oldEnd, newEnd] = [old.length, text.length];
  while (oldEnd > from && newEnd > from && old[oldEnd - 1] === text[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  view.dispatch({
    changes: { from, to: oldEnd, insert: text.slice(from, newEnd) },
    annotations: fromOutside.of(true),
  });
}
