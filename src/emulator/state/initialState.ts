/** The state that an emulator starts with. */
import * as Effect from "effect/Effect"
import type { OptionNames } from "../../session/optionNames.ts"
import { checkNames } from "../../session/options.ts"
import type { Generation } from "../../wire/Endpoint.ts"
import { assignManagedProjects } from "../rules/owners.ts"
import type { WebhookReceiver } from "../webhooks/deliveries.ts"
import { applySeed } from "./applySeed.ts"
import { addProject, makeInternalOptions, type ProjectOptions } from "./projectOptions.ts"
import type { Seed } from "./seed.ts"
import { type FlowOverrides, replaceState, ServiceState } from "./ServiceState.ts"
import { decodeState } from "./stateFile.ts"

/** Options for an emulator. */
export interface Options {
  /**
   * The service's generation to emulate: `2025` is version 2.8.15 from June 2025, `2026` (default) is version 2.8.86
   * from April 2026.
   */
  readonly generation?: Generation | undefined
  /**
   * `true` emulates what services after version 2.8.86 have in addition: team lists with pages, orders and filters, the
   * user order by last activity, and headers from both families in responses. It follows the official client
   * 2.8.109, not a recorded service. Generation 2026 only.
   */
  readonly newest?: boolean | undefined
  /** The default project. Add more with `projects`. */
  readonly project?: ProjectOptions | undefined
  /**
   * The project `internal`. Its users own projects. A user owns the projects listed in `managedProjectIds` in its
   * `serverMetadata`. Since 2026, they belong to that user's team.
   */
  readonly internal?: Omit<ProjectOptions, "id"> | undefined
  readonly projects?: ReadonlyArray<ProjectOptions & { readonly id: string }> | undefined
  /** The challenge for every passkey ceremony, in base64url, so that recorded responses verify again. Random by default. */
  readonly passkeyChallenge?: string | undefined
  /**
   * The absolute URL of the provider page that OAuth authorization requests redirect to; the emulator's page by
   * default. It receives the same parameters and chooses the account. To continue, it redirects to the emulator's page
   * with the account's parameters, or fetches that page and redirects to its `Location`.
   */
  readonly oauthPage?: string | undefined
  /**
   * The state to start with, from `exportState`. It replaces the projects in the other options. An invalid state is a
   * defect.
   */
  readonly state?: unknown
  /** Further users, teams, permissions and settings. A contradiction in it is a defect. */
  readonly seed?: Seed | undefined
  /** Receives all webhooks in process, in place of their URLs. By default, `fetch` sends them. */
  readonly webhookReceiver?: WebhookReceiver | undefined
}

const names: OptionNames<Options> = {
  generation: true,
  project: true,
  internal: true,
  projects: true,
  passkeyChallenge: true,
  oauthPage: true,
  state: true,
  seed: true,
  webhookReceiver: true,
  newest: true
}

/** A malformed value is a defect, since it is a mistake in the test. */
const checkFlowOverrides = ({ oauthPage, passkeyChallenge }: FlowOverrides) => {
  if (passkeyChallenge !== undefined && !/^[\w-]+$/.test(passkeyChallenge)) {
    return Effect.die(new Error("passkeyChallenge must be base64url without padding, such as \"TU9DSw\""))
  }
  return oauthPage === undefined || URL.canParse(oauthPage)
    ? Effect.void
    : Effect.die(new Error("oauthPage must be an absolute URL, such as \"http://localhost:8114/auth\""))
}

/**
 * Creates the state for the options: an exported state, or the default project, the project `internal` and those in
 * `projects`. The seed is applied last. Invalid options are defects.
 */
export const makeInitialState = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<ServiceState> {
  yield* Effect.orDie(checkNames(options, names))
  const { generation = "2026", newest = false, oauthPage, passkeyChallenge } = options
  if (newest && generation === "2025") return yield* Effect.die(new Error("newest requires generation 2026"))
  yield* checkFlowOverrides(options)
  const state = new ServiceState(generation, { oauthPage, passkeyChallenge }, newest)
  if (options.state === undefined) {
    yield* addProject(state, options.project ?? {})
    yield* addProject(state, makeInternalOptions(options.internal, state.generation))
    for (const project of options.projects ?? []) yield* addProject(state, project)
  } else {
    replaceState(state, yield* Effect.orDie(decodeState(options.state, state.generation)))
  }
  // Sound: both kinds of state have a project.
  const first = state.values().next().value!
  if (options.seed !== undefined) yield* Effect.orDie(applySeed(state, first, options.seed))
  if (options.state === undefined) yield* assignManagedProjects(state, state.get("internal")!.users.values())
  return state
})
