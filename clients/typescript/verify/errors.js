/** An error in a record, and where it is. */
export class RecordError extends Error {
  /**
   * @param {string} problem in words
   * @param {number} version the entry, or 0 if no entry is at fault
   */
  constructor(problem, version = 0) {
    super(problem);
    this.name = "RecordError";
    this.version = version;
  }
}
