import { join } from "node:path"
import { isFolder } from "../project/files.ts"
import type { Project } from "../project/Project.ts"

export interface Service {
  readonly isEmulator: boolean
  readonly projectId: string
  /** `undefined` for the hosted service. */
  readonly apiUrl: string | undefined
  /** Emulator keys, which are public. A real project's keys are not passed to `init`. */
  readonly publishableClientKey?: string
  readonly secretServerKey?: string
}

export interface StartFile {
  /** Relative to the package's folder, with `/`. */
  readonly path: string
  /** Other files that have the same purpose, such as a `middleware.ts` for `proxy.ts`. */
  readonly alternatives?: ReadonlyArray<string>
  readonly content: string
  /** One sentence for the terminal. */
  readonly purpose: string
  /** Returns `true` if an existing file already serves the purpose. */
  readonly isDone: (source: string) => boolean
}

/** A change to a file from the framework's template. */
export interface StartEdit {
  /** The file's possible paths. The first that exists is edited. */
  readonly paths: ReadonlyArray<string>
  readonly purpose: string
  readonly isDone: (source: string) => boolean
  /** Returns the edited text, or `undefined` if the file is not the template's. */
  readonly edit: (source: string) => string | undefined
  /** The lines that the user adds to any other file. */
  readonly lines: string
}

export interface StartScript {
  /** The command if the package has no script `dev`. */
  readonly command: string
  /** Matches a script `dev` from the framework's template, which may run beside the emulator. */
  readonly template: RegExp
}

export interface Start {
  readonly files: ReadonlyArray<StartFile>
  readonly edits: ReadonlyArray<StartEdit>
  readonly script: StartScript
  readonly envFile: string
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Packages that the start imports, with their version ranges. */
  readonly packages: ReadonlyArray<string>
  /** Instructions for the terminal: how to reach a signed-in page. */
  readonly tryIt: ReadonlyArray<string>
}

export interface StartInput {
  readonly project: Project
  readonly service: Service
}

/** Returns a program's path. Node runs TypeScript itself; in a CommonJS package, only the extension .mts makes an ES module. */
export const programPath = ({ folder, manifest }: Project, name: string): string =>
  `${isFolder(join(folder, "src")) ? "src/" : ""}${name}.${manifest.isModule ? "ts" : "mts"}`

export const demoUser = { email: "ada@example.com", password: "correct-horse" } as const

/** Returns the instruction to sign in on a page, or to sign up in a project without the demo user. */
export const signInHint = ({ isEmulator }: Service): string =>
  isEmulator
    ? `Sign in as ${demoUser.email} with the password ${demoUser.password}, or sign up.`
    : "Sign up."

/** The command that runs another one beside the emulator. */
export const emulatorCommand = (command: string): string =>
  `latchkey emulator --user ${demoUser.email}:${demoUser.password} -- ${command}`

/** Returns `true` if two sources differ only in spaces, quotes and semicolons. */
export const isSameCode = (a: string, b: string): boolean => normalize(a) === normalize(b)

const normalize = (source: string) =>
  source.replaceAll("\"", "'").replaceAll(/[;,](?=\s*(?:\n|$|[)}\]]))/g, "").replaceAll(/\s+/g, "")

/** A step of `init`. Paths are relative to the package's folder. */
export type Step =
  | { readonly _tag: "Create"; readonly path: string; readonly content: string; readonly purpose: string }
  | {
    readonly _tag: "Edit"
    readonly path: string
    readonly before: string
    readonly after: string
    readonly purpose: string
  }
  | { readonly _tag: "Run"; readonly command: ReadonlyArray<string>; readonly purpose: string }
  /** The user changes an existing file. */
  | { readonly _tag: "ByHand"; readonly path: string; readonly lines: string; readonly purpose: string }
  | { readonly _tag: "Done"; readonly path: string }
