import { getUsualName } from "../../call/environment.ts"

export interface Key {
  /** An empty string if the project has no such key. */
  readonly value: string
  /** A source for a key that is not printed, such as `from --secret-key`. `undefined` for a public key. */
  readonly source: string | undefined
}

export interface Connection {
  readonly projectId: string
  readonly apiUrl: string
  readonly publishableClientKey: Key
  readonly secretServerKey: Key
  readonly superSecretAdminKey: Key
}

export const envKinds = ["next", "vite", "node"] as const

/** The kind of app that reads a `.env` file. It determines the names for variables that reach browsers. */
export type EnvKind = typeof envKinds[number]

const kinds: Readonly<Record<EnvKind, { readonly name: string; readonly prefix: string }>> = {
  next: { name: "Next.js", prefix: "NEXT_PUBLIC_" },
  vite: { name: "Vite", prefix: "VITE_" },
  node: { name: "Node.js", prefix: "" }
}

/** Returns a `.env` file's lines. A key that is not printed is a comment that names its source. */
export const formatEnv = (kind: EnvKind, connection: Connection): string => {
  const { name, prefix } = kinds[kind]
  return [
    `# .env for ${name}`,
    `${getUsualName("projectId", prefix)}=${connection.projectId}`,
    formatKey(getUsualName("publishableClientKey", prefix), connection.publishableClientKey),
    `${getUsualName("apiUrl", prefix)}=${connection.apiUrl}`,
    formatKey(getUsualName("secretServerKey"), connection.secretServerKey),
    formatKey(getUsualName("superSecretAdminKey"), connection.superSecretAdminKey)
  ].join("\n")
}

const formatKey = (name: string, key: Key): string =>
  key.source === undefined ? `${name}=${key.value}` : `# ${name}: the key ${key.source}`
