/** A step in `init`. */

/** One step. Paths are relative to the package's folder. */
export type Step =
  /** Creates a file. */
  | { readonly _tag: "Create"; readonly path: string; readonly content: string; readonly purpose: string }
  /** Replaces a file from the framework's template. */
  | {
    readonly _tag: "Edit"
    readonly path: string
    readonly before: string
    readonly after: string
    readonly purpose: string
  }
  /** Runs a command in the folder. */
  | { readonly _tag: "Run"; readonly command: ReadonlyArray<string>; readonly purpose: string }
  /** The user changes an existing file. */
  | { readonly _tag: "ByHand"; readonly path: string; readonly lines: string; readonly purpose: string }
  /** The file needs no change. */
  | { readonly _tag: "Done"; readonly path: string }
