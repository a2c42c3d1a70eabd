// The lines of a page that is saved: each after its SHA-256, as base64; those of the record are in their own canonical form.

const SIZE = 44; // characters of a SHA-256 as base64

export const lines = (id) => document.getElementById(id).textContent.split("\n").filter(Boolean);

// Returns what lines say, null for one that is not as it was written.
export const checked = (lines) => Promise.all(lines.map(read));

async function read(line) {
  const text = line.slice(SIZE + 1);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const intact = line.slice(0, SIZE + 1) === `${btoa(String.fromCharCode(...new Uint8Array(digest)))} `;
  return intact ? JSON.parse(text) : null;
}

// Returns the lines of a record as they were before `<` was written so that it ends no element; JSON never needs that.
export const plain = (lines) =>
  lines.map((line) => `${line.replace(/\\(u003c|.)/gs, (escape, kind) => (kind === "u003c" ? "<" : escape))}\n`).join("");

// The texts of positions; each line has the pieces that no line before it had.
export class Pieces {
  #positions;
  #pictures = [];
  #tables = [];

  constructor(positions) {
    this.#positions = positions;
    for (const value of positions) {
      keep(this.#pictures, value?.picture);
      keep(this.#tables, value?.position?.table);
    }
  }

  // The picture of a version; undefined where something that it is made of is damaged.
  picture(version) {
    const pieces = this.#positions[version - 1]?.picture;
    return pieces && joined(this.#pictures, pieces);
  }

  // The position as the verifier takes it; undefined where its table is not known.
  position(version) {
    const position = this.#positions[version - 1]?.position;
    const table = position && joined(this.#tables, position.table);
    return table && { ...position, table };
  }
}

function joined(pieces, { runs }) {
  const parts = runs.flatMap(([first, count]) => Array.from({ length: count }, (_, index) => pieces[first + index]));
  return parts.includes(undefined) ? undefined : parts.join("");
}

// Each line says where its pieces begin: one that is damaged leaves a gap, and moves none.
function keep(pieces, added) {
  added?.new.forEach((piece, index) => (pieces[added.at + index] = piece));
}
