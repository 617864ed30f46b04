/** The code that `auth.preload` loads. */
import type { Part } from "../AuthClient.ts"

/** A client's parts that are loaded on demand. */
type Code =
  | "session"
  | "signIn"
  | "otherSignIns"
  | "password"
  | "account"
  | "teams"
  | "keys"
  | "project"
  | "reverify"
  | "callback"
  | "fetch"

const codeOf: Readonly<Record<Part, ReadonlyArray<Code>>> = {
  signIn: ["signIn", "otherSignIns"],
  signUp: ["signIn"],
  session: ["session", "reverify"],
  handleCallback: ["callback"],
  password: ["password"],
  emails: ["account"],
  sessions: ["account"],
  teams: ["teams"],
  invitations: ["teams"],
  permissions: ["teams"],
  apiKeys: ["keys"],
  passkeys: ["keys", "otherSignIns"],
  totp: ["keys"],
  accounts: ["account"],
  notifications: ["account"],
  project: ["project"],
  fetch: ["fetch"]
}

/** Returns the code for the given members. Throws for any other name. @internal */
export const partsOf = (names: ReadonlyArray<Part>): ReadonlyArray<Code> =>
  names.flatMap((name) => {
    if (Object.hasOwn(codeOf, name)) return codeOf[name]
    throw new TypeError(`preload does not know ${String(name)}. It accepts ${Object.keys(codeOf).join(", ")}`)
  })
