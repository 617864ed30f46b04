/** The end of a request's session. Apart from `retry.ts`, its only importer, so that bundles compress better. */
import * as Effect from "effect/Effect"
import type { Credentials } from "./CallSession.ts"
import { isSameSession, type RequestTokens } from "./headers.ts"
import type { Request } from "./Request.ts"

/** Succeeds with `true` if one of the request's sessions has ended or been replaced. */
export const hasEnded = ({ caller, owner, ownerTokens, tokens }: Request): Effect.Effect<boolean> =>
  Effect.flatMap(
    isReplaced(caller.credentials, tokens),
    (isOver) => isOver ? Effect.succeed(true) : isReplaced(owner?.credentials, ownerTokens)
  )

const isReplaced = (
  credentials: Credentials | undefined,
  tokens: RequestTokens | undefined
): Effect.Effect<boolean> =>
  credentials === undefined || tokens === undefined
    ? Effect.succeed(false)
    : Effect.map(credentials.storedTokens, (held) => !isSameSession(held, tokens))
