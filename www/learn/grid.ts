// A matrix on the page, every entry of which can be asked what it is. In the page:
//   <div class="matrix" data-matrix="A">$A$</div>
// Arrow keys go from entry to entry; one entry of a matrix is in the tab order.
import { explain, format } from './bind';

export interface Entry {
  value: number;
  /** What it means, in a sentence. */
  sentence: string;
  /** Keys of what it is made from: entries of other matrices (`J-0-1`) or parts of a picture. */
  from?: string[];
}

export class MatrixGrid {
  readonly #table = document.createElement('table');
  readonly #body = this.#table.createTBody();
  readonly #key: string;
  #at: [number, number] = [0, 0];

  /** `key` names the entries: `A-0-1` is row 0, column 1. */
  constructor(
    key: string,
    label: string,
    place: HTMLElement | null = document.querySelector<HTMLElement>(`[data-matrix="${key}"]`),
  ) {
    if (!place) throw new Error(`The page has no place for the matrix ${key}.`);
    this.#key = key;
    this.#table.setAttribute('role', 'grid');
    this.#table.setAttribute('aria-label', label);
    this.#table.addEventListener('keydown', (event) => this.#move(event));
    this.#table.addEventListener('focusin', (event) => this.#follow(event));
    place.append(this.#table);
  }

  /** Names over the columns, each with the number of columns that it covers. */
  head(names: [string, number][]): void {
    const row = this.#table.createTHead().insertRow();
    row.setAttribute('role', 'row');
    for (const [name, span] of names) {
      const head = document.createElement('th');
      head.setAttribute('role', 'columnheader');
      head.colSpan = span;
      head.textContent = name;
      row.append(head);
    }
  }

  show(entries: Entry[][]): void {
    const columns = entries[0]?.length ?? 0;
    if (this.#body.rows.length !== entries.length || this.#body.rows[0]?.cells.length !== columns) {
      this.#make(entries.length, columns);
    }
    entries.forEach((row, r) => {
      row.forEach((entry, c) => {
        const cell = this.#cell(r, c)!;
        const text = format(entry.value);
        if (cell.textContent !== text) cell.textContent = text;
        cell.dataset.value = String(entry.value);
        cell.classList.toggle('zero', text === '0');
        explain(cell, entry.sentence, entry.from);
      });
    });
  }

  #cell(row: number, column: number): HTMLTableCellElement | undefined {
    return this.#body.rows[row]?.cells[column];
  }

  #make(rows: number, columns: number): void {
    this.#at = [0, 0];
    this.#body.replaceChildren(
      ...Array.from({ length: rows }, (_, r) => {
        const row = document.createElement('tr');
        row.setAttribute('role', 'row');
        row.append(
          ...Array.from({ length: columns }, (_, c) => {
            const cell = document.createElement('td');
            cell.setAttribute('role', 'gridcell');
            cell.tabIndex = r === 0 && c === 0 ? 0 : -1;
            cell.dataset.key = `${this.#key}-${r}-${c}`;
            return cell;
          }),
        );
        return row;
      }),
    );
  }

  #follow(event: FocusEvent): void {
    const cell = event.target;
    if (!(cell instanceof HTMLTableCellElement)) return;
    const row = cell.parentElement as HTMLTableRowElement;
    this.#cell(...this.#at)!.tabIndex = -1;
    this.#at = [row.sectionRowIndex, cell.cellIndex];
    cell.tabIndex = 0;
  }

  #move(event: KeyboardEvent): void {
    const [row, column] = this.#at;
    const targets: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    this.#cell(...target)?.focus();
  }
}

/** Entries of a column. */
export const column = (entries: Entry[]): Entry[][] => entries.map((entry) => [entry]);
