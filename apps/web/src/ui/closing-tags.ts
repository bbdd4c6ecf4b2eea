import { MapMode, Prec, StateField, type Extension, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Longest gap between the cursor and the closing tag after it, in characters. */
const MAX_GAP = 200;

/** The positions of the closing tags that the editor has added. */
const addedTags = StateField.define<readonly number[]>({
  create: () => [],
  update(tags, transaction) {
    if (!transaction.docChanged) return tags;
    const kept = tags
      .map((tag) => transaction.changes.mapPos(tag, 1, MapMode.TrackAfter))
      .filter((tag) => tag !== null);
    return [...kept, ...tagsAddedBy(transaction)];
  },
});

function tagsAddedBy(transaction: Transaction) {
  const tags: number[] = [];
  if (!transaction.isUserEvent('input.complete')) return tags;
  transaction.changes.iterChanges((_from, _to, start, _end, text) => {
    if (text.sliceString(0, 2) === '</') tags.push(start);
  });
  return tags;
}

const overtype = EditorView.inputHandler.of((view, from, to, text) => {
  const { doc } = view.state;
  if (view.composing || view.state.readOnly || from !== to) return false;
  const tags = view.state.field(addedTags);

  // After a '<', the cursor enters the tag that is there. The '<' and the gap before the tag go.
  if (text === '/' && doc.sliceString(from - 1, from) === '<') {
    const tag = from + /^\s*/.exec(doc.sliceString(from, from + MAX_GAP))![0].length;
    return tags.includes(tag) && write(view, from - 1, tag, '', '</'.length);
  }
  const tag = tags.find((start) => {
    const inner = doc.sliceString(start, from);
    return inner.length >= 2 && !inner.includes('>');
  });
  if (tag === undefined) return false;
  // A phone's keyboard may have inserted the name anew. The '>' replaces what is left of the old one.
  const rest = /^[^<>]*>/.exec(doc.sliceString(from, from + MAX_GAP))?.[0];
  if (rest && text === '>') return write(view, from, from + rest.length, '>', 1);
  if (rest?.startsWith(text)) return write(view, from, from + text.length, text, text.length);
  return false;
});

/** Replaces a range, and puts the cursor `ahead` characters after its start. */
function write(view: EditorView, from: number, to: number, insert: string, ahead: number) {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + ahead },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
}

/**
 * Typing a closing tag that the editor has added already writes over it. Without this, whoever types
 * '<p>…</p>' gets two '</p>'. A tag that was in the code before is left alone.
 */
export const closingTagsOvertyped: Extension = [addedTags, Prec.high(overtype)];
