/** A text, and how many characters of it fit into a row. */
interface Text {
  text: string;
  most: number;
}

/** The text in rows, broken between words where it can be. */
function wrapped({ text, most }: Text): string[] {
  const rows: string[] = [];
  let left = [...text];
  while (left.length > most) {
    const space = left.slice(0, most + 1).lastIndexOf(' ');
    rows.push(left.slice(0, space > 0 ? space : most).join(''));
    left = left.slice(space > 0 ? space + 1 : most);
  }
  return [...rows, left.join('')];
}

/**
 * The rows of each text: at least one, and further ones as long as there is room for them in all. The last texts come
 * first: dates and numbers mean nothing without their end, names do. What does not fit ends in an ellipsis.
 */
export function fitted(texts: readonly Text[], room: number): string[][] {
  let spare = Math.max(0, room - texts.length);
  const fit = (text: Text): string[] => {
    const rows = wrapped(text);
    const count = Math.min(rows.length, 1 + spare);
    spare -= count - 1;
    if (count === rows.length) return rows;
    const rest = [...rows.slice(count - 1).join(' ')].slice(0, text.most - 1).join('');
    return [...rows.slice(0, count - 1), `${rest}…`];
  };
  return texts.toReversed().map(fit).reverse();
}
