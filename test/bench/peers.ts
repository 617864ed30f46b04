/** The clients that Latchkey is compared with. They are installed on demand, in a separate folder. */
import { existsSync } from "node:fs"

const folder = new URL("./compare/", import.meta.url)

export interface Peer {
  readonly name: string
  /** The npm packages of the program in `compare/sign-in`. */
  readonly packages: readonly [string, ...ReadonlyArray<string>]
  /** The name of that program: sign-in, current user, refresh and sign-out, as near as the client allows. */
  readonly program: string
  /** The main difference from the other programs. */
  readonly note: string
}

export const peers: ReadonlyArray<Peer> = [
  { name: "official client", packages: ["@stackframe/js"], program: "official", note: "" },
  { name: "Auth0", packages: ["@auth0/auth0-spa-js"], program: "auth0", note: "redirect, no password" },
  { name: "Firebase, initializeAuth", packages: ["firebase"], program: "firebase", note: "session in memory" },
  {
    name: "Firebase, getAuth",
    packages: ["firebase"],
    program: "firebase-get-auth",
    note: "every sign-in in a browser"
  },
  { name: "Supabase, auth-js", packages: ["@supabase/auth-js"], program: "supabase-auth", note: "" },
  {
    name: "Supabase, supabase-js",
    packages: ["@supabase/supabase-js"],
    program: "supabase",
    note: "with database and storage"
  }
]

/** Installs the peers. */
export const installCommand = "npm install --prefix test/bench/compare --ignore-scripts"

/** Returns `true` if a package is installed for comparison. */
export const isInstalled = (name: string): boolean => existsSync(new URL(`node_modules/${name}/package.json`, folder))

/** Returns the file of a program in `compare`. */
export const findProgram = (path: string): URL => new URL(path, folder)
