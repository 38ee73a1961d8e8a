// WGSL in CodeMirror: enough of the grammar for colours, in the page's own colours.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

const KEYWORDS =
  /^(?:fn|let|var|const|override|struct|return|if|else|for|while|loop|break|continue|switch|case|default|true|false|enable|alias)\b/;
const TYPES = /^(?:array|vec[234][fiuh]?|mat[234]x[234][fh]?|f32|f16|i32|u32|bool|ptr|atomic)\b/;

const wgsl = StreamLanguage.define({
  name: 'wgsl',
  token(stream) {
    if (stream.eatSpace()) return null;
    // a gap of a puzzle
    if (stream.match(/^\/\/ yours.*/)) return 'gap';
    if (stream.match(/^\/\/.*/)) return 'comment';
    if (stream.match(/^@\w+/)) return 'meta';
    if (stream.match(KEYWORDS)) return 'keyword';
    if (stream.match(TYPES)) return 'typeName';
    if (stream.match(/^(?:0x[\da-f]+|\d+\.?\d*(?:e[+-]?\d+)?)[fuih]?/i)) return 'number';
    if (stream.match(/^[A-Za-z_]\w*(?=\s*\()/)) return 'function';
    if (stream.match(/^[A-Za-z_]\w*/)) return 'variableName';
    stream.next();
    return null;
  },
  tokenTable: { function: tags.function(tags.variableName), gap: tags.special(tags.comment) },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.special(tags.comment), color: 'var(--first)', fontStyle: 'normal', fontWeight: '600' },
  { tag: [tags.keyword, tags.meta], color: 'var(--first)' },
  { tag: [tags.typeName, tags.number], color: 'var(--second)' },
  { tag: tags.function(tags.variableName), fontWeight: '600' },
]);

const setFaulty = StateEffect.define<number[]>();
const faulty = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setFaulty)) continue;
      const { doc } = transaction.state;
      const lines = [...new Set(effect.value)].filter((line) => line >= 1 && line <= doc.lines);
      now = Decoration.set(
        lines.map((line) => Decoration.line({ class: 'cm-faulty' }).range(doc.line(line).from)),
        true,
      );
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  '&': { fontSize: '13.5px', color: 'var(--ink)', maxHeight: 'var(--editor-height, 30rem)' },
  '.cm-content': {
    fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
    caretColor: 'var(--ink)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  // it stays in place while the code goes past below it
  '.cm-gutters': { background: 'var(--back)', color: 'var(--soft)', border: '0' },
  '.cm-faulty': { background: 'color-mix(in srgb, var(--first) 26%, transparent)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--glow) !important' },
  '&.cm-focused': { outline: '2px solid var(--second)' },
});

export class Editor {
  readonly #view: EditorView;

  /** `run` is called by Ctrl+Enter; true where it has done something. */
  constructor(parent: HTMLElement, label: string, text: string, changed: () => void, run?: () => boolean) {
    // in a shadow root its sheets are adopted, which a strict content security policy allows
    const root = parent.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          wgsl,
          syntaxHighlighting(colours),
          faulty,
          look,
          keymap.of([...(run ? [{ key: 'Mod-Enter', run }] : []), ...defaultKeymap, ...historyKeymap]),
          // a long line goes on below, so that nothing is scrolled away while somebody types
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged }) => {
            if (docChanged) changed();
          }),
        ],
      }),
    });
    // it scrolls, so that it must be reached without a mouse; its text is within reach anyway
    this.#view.scrollDOM.tabIndex = 0;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  /** Marks lines, counted from 1; none to clear. */
  mark(lines: number[]): void {
    this.#view.dispatch({ effects: setFaulty.of(lines) });
  }

  /** Brings a line into sight without taking the focus. */
  reveal(line: number): void {
    const { doc } = this.#view.state;
    const at = doc.line(Math.max(1, Math.min(line, doc.lines))).from;
    this.#view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  }
}
