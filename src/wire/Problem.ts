/** Problems with values that a codec does not accept. */

/** A value's first problem, and its path. It never contains the value, which may be a password or a token. */
export class Problem {
  /** The path from the outermost field inwards, with the wire names. */
  readonly path: ReadonlyArray<string | number>
  readonly text: string
  constructor(text: string, path: ReadonlyArray<string | number> = []) {
    this.text = text
    this.path = path
  }
  get message(): string {
    return `${this.path.length === 0 ? "the value" : this.path.join(".")} ${this.text}`
  }
}

export const wrongType: Problem = /*#__PURE__*/ new Problem("has the wrong type")

/** Returns a field's or an item's problem as a problem of the value that contains it. */
export const prepend = ({ path, text }: Problem, key: string | number): Problem => new Problem(text, [key, ...path])
