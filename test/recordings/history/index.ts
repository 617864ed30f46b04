/** The unrecorded steps between all recordings: changes of the state, and requests that the emulator answers differently. */
import type { Generation } from "../../../src/wire/Endpoint.ts"
import * as apikeys from "./apikeys.ts"
import * as channels from "./channels.ts"
import * as codes from "./codes.ts"
import * as foundation from "./foundation.ts"
import * as generation2026 from "./generation2026.ts"
import * as oauth from "./oauth.ts"
import * as oauth2026 from "./oauth2026.ts"
import * as operations from "./operations.ts"
import * as passkeys from "./passkeys.ts"
import * as permissions from "./permissions.ts"
import * as projects from "./projects.ts"
import * as projects2026 from "./projects2026.ts"
import * as teams from "./teams.ts"
import * as teams2026 from "./teams2026.ts"
import type { Exceptions, Meanwhile } from "./types.ts"

const parts = [apikeys, channels, codes, foundation, oauth, operations, passkeys, permissions, projects, teams]

const of2026 = [generation2026, oauth2026, projects2026, teams2026]

const merged = <A>(records: ReadonlyArray<Readonly<Record<string, A>>>): Readonly<Record<string, A>> => {
  const all: Record<string, A> = {}
  for (const [name, value] of records.flatMap(Object.entries)) {
    if (name in all) throw new Error(`Two files of the history tell of ${name}`)
    all[name] = value
  }
  return all
}

/** The unrecorded steps of a generation, and the recordings that the emulator answers differently. */
export interface History {
  readonly exceptions: Exceptions
  readonly meanwhile: Meanwhile
}

const meanwhile: Meanwhile = merged(parts.map((part) => part.meanwhile))

export const histories: Readonly<Record<Generation, History>> = {
  2025: { exceptions: merged(parts.map((part) => part.exceptions)), meanwhile },
  2026: {
    exceptions: merged(of2026.map((part) => part.exceptions)),
    meanwhile: { ...meanwhile, ...merged(of2026.map((part) => part.meanwhile)) }
  }
}
