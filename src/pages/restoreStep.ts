/** The restored page of a sign-in that was at a later step before a reload. Its code loads only if there is one. */
import * as Effect from "effect/Effect"
import { getText } from "../auth/stepTexts.ts"
import type { Client } from "../session/ClientService.ts"
import { loadSteps } from "./loadSteps.ts"

/** Restores the page of a step by its kind. If its code cannot be loaded, the sign-in starts over. */
export const restoreStep = <A>(
  kind: string,
  select: (steps: typeof import("./laterSteps.ts")) => Effect.Effect<A | undefined, never, Client>
): Effect.Effect<A | undefined, never, Client> =>
  Effect.flatMap(getText(kind), (text) =>
    text === undefined
      ? Effect.undefined
      : Effect.flatMap(loadSteps, select).pipe(Effect.orElseSucceed(() => undefined)))
